//! `doctor`: what it says of a store that is well, and of damaged ones, and what it mends.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::Place;

fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|it| it.path())
        .filter(|it| it.to_string_lossy().ends_with(ending))
        .collect()
}

/// The checks that are not `ok`, by name.
fn unwell(place: &Place, args: &[&str], status: i32) -> Vec<(String, Value)> {
    let checks = place.run(["doctor"].iter().chain(args)).expect(status).records();
    assert!(checks.iter().all(|it| it["type"] == "check"));
    let unwell = checks.into_iter().filter(|it| it["status"] != "ok" && it["check"] != "extractor");
    unwell.map(|it| (it["check"].as_str().unwrap().to_owned(), it)).collect()
}

fn names(found: &[(String, Value)]) -> Vec<&str> {
    found.iter().map(|(name, _)| name.as_str()).collect()
}

/// Beside the program under test there is the one that reads documents, or a check fails for that alone.
fn has_extractor() -> bool {
    Path::new(crate::support::OCTOBRAIN).with_file_name("octobrain-extract").exists()
}

fn settled() -> Option<Place> {
    if !has_extractor() {
        crate::support::skip("octobrain-extract is not built");
        return None;
    }
    let place = Place::with_model()?;
    let first = place.run(["memorize", "--content", "The shop deploys on Tuesdays"]).clean().field("id").remove(0);
    place.run(["memorize", "--content", "Invoices are printed at night", "--related-to", &first]).clean();
    std::fs::write(place.path("work/guide.md"), "# Guide\n\nA request is tried three times.\n").unwrap();
    place.run(["ingest", "guide.md"]).clean();
    Some(place)
}

#[test]
fn a_store_that_is_well() {
    let Some(place) = settled() else { return };
    assert_eq!(names(&unwell(&place, &[], 0)), Vec::<&str>::new());
    let empty = Place::new();
    assert_eq!(names(&unwell(&empty, &[], 0)), Vec::<&str>::new());
}

#[test]
fn what_is_derived_is_made_anew() {
    let Some(place) = settled() else { return };
    let asked = || place.run(["remember", "shop deploys", "--no-track"]).expect(0).field("content");
    let answered = asked();
    // No vectors table.
    std::fs::remove_dir_all(
        below(&place.store(), ".lance").into_iter().find(|it| it.to_string_lossy().contains("vectors_")).unwrap(),
    )
    .unwrap();
    let found = unwell(&place, &[], 1);
    assert_eq!(names(&found), ["vectors"]);
    assert!(found[0].1["hint"].as_str().unwrap().contains("--repair"));
    assert_eq!(names(&unwell(&place, &["--repair"], 0)), ["vectors"]);
    assert!(unwell(&place, &[], 0).is_empty());
    // A vectors table whose files are cut.
    let table =
        below(&place.store(), ".lance").into_iter().find(|it| it.to_string_lossy().contains("vectors_")).unwrap();
    for file in below(&table.join("data"), ".lance") {
        std::fs::write(file, b"cut").unwrap();
    }
    assert_eq!(names(&unwell(&place, &[], 1)), ["vectors"]);
    assert_eq!(unwell(&place, &["--repair"], 0)[0].1["status"], "repaired");
    assert!(unwell(&place, &[], 0).is_empty());
    // An index of words that is damaged, and one that is away.
    for damage in 0..2 {
        let lexical = place.store().join("lexical");
        if damage == 0 {
            for file in std::fs::read_dir(&lexical).unwrap().flatten().filter(|it| it.path().is_file()) {
                std::fs::write(file.path(), b"x").unwrap();
            }
        } else {
            std::fs::remove_dir_all(&lexical).unwrap();
        }
        assert_eq!(names(&unwell(&place, &[], 1)), ["words"]);
        assert_eq!(unwell(&place, &["--repair"], 0)[0].1["status"], "repaired");
        assert!(unwell(&place, &[], 0).is_empty());
    }
    assert_eq!(asked(), answered);
}

#[test]
fn a_model_that_is_lost() {
    let Some(place) = settled() else { return };
    let place = place.with("OCTOBRAIN_EMBEDDING__MODEL", "local:/nowhere/model");
    // The store's own model goes on.
    assert!(unwell(&place, &[], 0).is_empty());
    let place = place.with("ORT_DYLIB_PATH", "/nowhere/libonnxruntime.so");
    let found = unwell(&place, &[], 1);
    assert_eq!(names(&found), ["model"]);
    assert!(found[0].1["hint"].is_string(), "{found:?}");
}

#[test]
fn a_link_to_nowhere() {
    let place = Place::new();
    let ids: Vec<String> = ["The shop deploys on Tuesdays", "Invoices are printed at night"]
        .map(|text| place.run(["memorize", "--content", text]).clean().field("id").remove(0))
        .into();
    place.run(["relate", &ids[0], &ids[1]]).clean();
    // An export without the second memory, put into a store by hand as a damaged one would have it.
    let lines = place.run(["export"]).clean().stdout;
    let kept: String =
        lines.lines().filter(|line| !line.contains("\"type\":\"link\"")).map(|line| format!("{line}\n")).collect();
    let other = place.path("other").display().to_string();
    place.pipe(["import", "--store", &other], &kept).clean();
    place.run(["doctor", "--store", &other]);
    // Import takes no link without both ends, so there is nothing to mend.
    let without: String =
        lines.lines().filter(|line| !line.contains("Invoices")).map(|line| format!("{line}\n")).collect();
    let third = place.path("third").display().to_string();
    let record = place.pipe(["import", "--store", &third], &without).clean().records().remove(0);
    assert_eq!((&record["links"], &record["links_skipped"]), (&0.into(), &1.into()));
}

#[test]
fn a_damaged_record_is_told_of() {
    let Some(place) = settled() else { return };
    for file in below(&place.store().join("records.lance/data"), ".lance") {
        std::fs::write(file, b"cut").unwrap();
    }
    let found = unwell(&place, &["--repair"], 1);
    let records = found.iter().find(|(name, _)| name == "records").unwrap();
    assert!(records.1["hint"].as_str().unwrap().contains("backup --restore"));
}
