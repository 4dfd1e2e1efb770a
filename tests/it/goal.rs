//! Goals: what achieves them, the note that closes them, and taking that back.

use serde_json::{Value, json};

use crate::support::{Outcome, Place};

fn stored(place: &Place, line: Value) -> String {
    place.pipe(["memorize", "-"], line.to_string()).clean().field("id").remove(0)
}

fn get(place: &Place, id: &str) -> Value {
    place.run(["get", id]).clean().records().remove(0)
}

/// A goal with three findings of importance .5, .8 and .6.
fn goal_with_findings(place: &Place) -> (String, Vec<String>) {
    let goal = stored(place, json!({ "content": "Bring the nightly import below ten minutes", "memory_type": "goal" }));
    let findings = [
        ("The import spends most of its time waiting for locks", 0.5),
        ("Batches of 5000 rows halve the time of the import", 0.8),
        ("The index on customer_id is rebuilt for every batch", 0.6),
    ];
    let ids = findings
        .iter()
        .map(|(content, importance)| {
            let line = json!({ "content": content, "importance": importance,
                "related_to": [{ "id": goal, "relation": "achieves" }] });
            stored(place, line)
        })
        .collect();
    (goal, ids)
}

fn last_run(outcome: &Outcome) -> String {
    outcome.records().last().unwrap()["run"].as_str().unwrap().to_owned()
}

#[test]
fn a_closing_note_consolidates_at_once() {
    let place = Place::new();
    let (goal, findings) = goal_with_findings(&place);
    let before = place.run(["list"]).clean().stdout;
    let line = json!({ "content": "The import takes eight minutes now: larger batches, one index build",
        "importance": 0.3, "related_to": [format!("{goal}:closes")] });
    let closing = place.pipe(["memorize", "-"], line.to_string()).clean().records().remove(0);
    assert_eq!(closing["importance"], 0.88);
    let closed = &closing["closed"][0];
    assert_eq!((&closed["goal"], &closed["sources"]), (&json!(goal), &json!(findings)));
    assert_eq!(get(&place, &goal)["state"], "archived");
    for (finding, importance) in findings.iter().zip([0.1, 0.16, 0.12]) {
        let finding = get(&place, finding);
        assert_eq!((&finding["state"], &finding["importance"]), (&json!("consolidated"), &json!(importance)));
        assert_eq!(finding["consolidated_into"], closing["id"]);
    }
    // Said once more it is the same record, and closes nothing again.
    let again = place.pipe(["memorize", "-"], line.to_string()).clean().records().remove(0);
    assert_eq!((&again["status"], &again["id"]), (&json!("unchanged"), &closing["id"]));
    let other = json!({ "content": "Another note about the import", "related_to": [format!("{goal}:closes")] });
    let refused = place.pipe(["memorize", "-"], other.to_string()).expect(2);
    assert!(refused.stderr.contains("was closed already"), "{}", refused.stderr);
    let undone = place.run(["undo", closed["run"].as_str().unwrap()]).clean();
    assert_eq!(undone.records().last().unwrap()["restored"], 5);
    let note = get(&place, closing["id"].as_str().unwrap());
    assert_eq!(note["importance"], 0.3, "the caller's note stays, as it was given");
    let after: Vec<Value> =
        place.run(["list"]).clean().records().into_iter().filter(|it| it["id"] != closing["id"]).collect();
    let before: Vec<Value> = before.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(after, before);
}

#[test]
fn links_alone_close_a_goal_in_any_order() {
    let place = Place::new();
    let goal =
        stored(&place, json!({ "content": "Bring the nightly import below ten minutes", "memory_type": "goal" }));
    // Finding and closing note in one batch.
    let lines = [
        json!({ "content": "Batches of 5000 rows halve the time", "importance": 1.0, "related_to": [format!("{goal}:achieves")] }),
        json!({ "content": "Eight minutes now, thanks to batches", "related_to": [format!("{goal}:closes")] }),
        json!({ "content": "A second note that closes it too", "related_to": [format!("{goal}:closes")] }),
    ];
    let outcome = place.pipe(["memorize", "-"], lines.map(|line| line.to_string()).join("\n")).expect(3);
    let records = outcome.records();
    assert_eq!(records[0]["state"], "consolidated");
    assert_eq!(records[1]["importance"], 1.0, "not above 1");
    assert!(outcome.stderr.contains("<stdin>:3:"), "{}", outcome.stderr);
    // By `relate`.
    let place = Place::new();
    let (goal, findings) = goal_with_findings(&place);
    let note = stored(&place, json!({ "content": "Locks were the reason, batches the cure" }));
    let related = place.run(["relate", &note, &goal, "--relation", "closes"]).clean().records().remove(0);
    assert_eq!(related["closed"][0]["sources"], json!(findings));
    assert_eq!(get(&place, &note)["importance"], 0.88);
}

#[test]
fn consolidate_by_hand() {
    let place = Place::new();
    let (goal, findings) = goal_with_findings(&place);
    let before = place.run(["list"]).clean().stdout;
    let done = place.run(["consolidate", &goal, "--summary", "Locks were the reason, batches the cure"]).clean();
    let record = done.records().remove(0);
    assert_eq!((&record["type"], &record["sources"]), (&json!("run"), &json!(findings)));
    let parent = get(&place, record["parents"][0].as_str().unwrap());
    assert_eq!(parent["content"], "Locks were the reason, batches the cure");
    assert_eq!(parent["importance"], 0.88);
    let closed = place.run(["consolidate", &goal]).expect(2);
    assert!(closed.stderr.contains("was closed already"), "{}", closed.stderr);
    let undone = place.run(["undo", &last_run(&done)]).clean();
    assert_eq!(undone.records().last().unwrap()["removed"], 1, "the note was the run's own");
    assert_eq!(place.run(["list"]).clean().stdout, before);
    // Without a summary it says what the sources say; from stdin it is the text there.
    let extractive = place.run(["consolidate", &goal[..13]]).clean().records().remove(0);
    for finding in &findings {
        let text = get(&place, finding)["content"].as_str().unwrap().to_owned();
        assert!(extractive["content"].as_str().unwrap().contains(&text), "{extractive}");
    }
    place.run(["undo", extractive["run"].as_str().unwrap()]).clean();
    let piped = place.pipe(["consolidate", &goal, "-"], "Said on stdin, with a line end\n").clean().records().remove(0);
    assert_eq!(piped["content"], "Said on stdin, with a line end");
    place.run(["undo", piped["run"].as_str().unwrap()]).clean();
    let line = json!({ "goal": goal, "summary": "Said on a line of its own", "ref": 7 });
    let line = place.pipe(["consolidate", "-"], line.to_string()).clean().records().remove(0);
    assert_eq!((&line["ref"], &line["status"]), (&json!(7), &json!("done")));
}

#[test]
fn what_cannot_be_consolidated() {
    let place = Place::new();
    let goal = stored(&place, json!({ "content": "A goal that nothing achieves yet", "memory_type": "goal" }));
    let note = stored(&place, json!({ "content": "A note that is no goal at all" }));
    let empty = place.run(["consolidate", &goal, "--summary", "There is nothing to say"]).expect(2);
    assert!(empty.stderr.contains("nothing achieves"), "{}", empty.stderr);
    let wrong = place.run(["consolidate", &note]).expect(2);
    assert!(wrong.stderr.contains("list --type goal"), "{}", wrong.stderr);
    let nobody = place.run(["consolidate", "00000000-0000-7000-8000-000000000000"]).expect(1);
    assert_eq!(nobody.records()[0]["status"], "not_found");
    assert_eq!(get(&place, &goal)["state"], "working");
}
