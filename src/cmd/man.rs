//! `man`: pages of the manual, made from the definitions that parse the command line and write the records.

use std::io::Write;
use std::path::Path;

use crate::cli::{self, ManArgs};
use crate::error::{Error, Result};
use crate::exit::Status;

use super::schema;

/// Name with its section, and what writes it.
type Page = (&'static str, fn() -> String);

/// Pages that are not about a command.
const OTHERS: &[Page] = &[
    ("octobrain-records.5", records_page),
    ("octobrain-config.5", config_page),
    // Written by hand, and kept where it is read.
    ("octobrain-recall.7", || include_str!("../../man/octobrain-recall.7").to_owned()),
];

/// Runs `man`.
pub(super) fn run(args: &ManArgs) -> Result<Status> {
    match &args.dir {
        Some(dir) => write_all(dir)?,
        None => {
            let page = page_of(&args.command)?;
            // A reader that has gone has what it wanted.
            let _ = std::io::stdout().lock().write_all(page.as_bytes());
        }
    }
    Ok(Status::Done)
}

fn page_of(words: &[String]) -> Result<String> {
    let name = format!("octobrain-{}", words.join("-"));
    if let Some((_, page)) = OTHERS.iter().find(|(file, _)| file.rsplit_once('.').is_some_and(|(it, _)| it == name)) {
        return Ok(page());
    }
    let mut command = built();
    for word in words {
        command = command.find_subcommand(word).cloned().ok_or_else(|| {
            Error::usage("no_page", format!("there is no command {:?}", words.join(" ")))
                .hint("octobrain --help names them; beside them there are the pages records, config and recall")
        })?;
    }
    render(&command, words)
}

/// The command line with its global options under every command.
fn built() -> clap::Command {
    let mut command = cli::command();
    command.build();
    command
}

fn render(command: &clap::Command, words: &[String]) -> Result<String> {
    let name = words.iter().fold("octobrain".to_owned(), |name, word| format!("{name}-{word}"));
    let spoken = words.iter().fold("octobrain".to_owned(), |name, word| format!("{name} {word}"));
    let command = command.clone().display_name(&name).bin_name(spoken).version(env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command).title(name.to_uppercase()).source("octobrain").manual("octobrain");
    man.render(&mut page).map_err(|error| Error::internal(format!("a page was not made: {error}")))?;
    let mut page = String::from_utf8(page).map_err(|error| Error::internal(error.to_string()))?;
    page.push_str(&see_also(words));
    Ok(page)
}

fn see_also(words: &[String]) -> String {
    let own = if words.is_empty() { "" } else { "\\fBoctobrain\\fR(1), " };
    format!(
        ".SH \"SEE ALSO\"\n{own}\\fBoctobrain\\-records\\fR(5), \\fBoctobrain\\-config\\fR(5), \\fBoctobrain\\-recall\\fR(7)\n"
    )
}

fn write_all(dir: &Path) -> Result<()> {
    std::fs::create_dir_all(dir).map_err(|error| not_written(dir, &error))?;
    let mut pages = Vec::new();
    let command = built();
    collect(&command, &mut Vec::new(), &mut pages)?;
    pages.extend(OTHERS.iter().map(|(name, page)| ((*name).to_owned(), page())));
    for (name, page) in pages {
        let file = dir.join(name);
        std::fs::write(&file, page).map_err(|error| not_written(&file, &error))?;
    }
    Ok(())
}

/// A page a command; what stands under `memory` again has its page already.
fn collect(command: &clap::Command, words: &mut Vec<String>, pages: &mut Vec<(String, String)>) -> Result<()> {
    let name = words.iter().fold("octobrain".to_owned(), |name, word| format!("{name}-{word}"));
    pages.push((format!("{name}.1"), render(command, words)?));
    let top = cli::command();
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let again = words.first().is_some_and(|it| it == "memory") && top.find_subcommand(below.get_name()).is_some();
        if !again {
            words.push(below.get_name().to_owned());
            collect(below, words, pages)?;
            words.pop();
        }
    }
    Ok(())
}

fn not_written(path: &Path, error: &std::io::Error) -> Error {
    Error::usage("not_written", format!("cannot write {}: {error}", path.display())).hint("name another folder")
}

/// Text for a page, with what troff would take for its own made plain.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    text.lines()
        .map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}\n") } else { format!("{line}\n") })
        .collect()
}

fn head(name: &str, section: u8, about: &str) -> String {
    format!(
        ".TH {} {section} \"\" octobrain octobrain\n.SH NAME\n{} \\- {about}\n",
        name.to_uppercase(),
        name.replace('-', "\\-")
    )
}

/// The records that commands read and write, from the schema that `config schema` prints.
fn records_page() -> String {
    let mut page = head("octobrain-records", 5, "the JSON lines that octobrain reads and writes");
    page.push_str(".SH DESCRIPTION\n");
    page.push_str(&plain(
        "One JSON object a line, UTF-8, fields in a fixed order, type first. Times are RFC 3339 in UTC. Fields are only \
         ever added. What a command does not know of an input line comes back in its answer, so commands can stand in \
         one pipe. octobrain config schema prints the same as JSON Schema.",
    ));
    for (name, about, fields) in schema::records() {
        page.push_str(&format!(
            ".SH {}\n{}",
            plain(&name.to_uppercase()).trim_end().replace("\\-", "_"),
            plain(&about)
        ));
        page.push('\n');
        for field in fields {
            let may = if field.required { "" } else { ", may be absent" };
            let about = if field.about.is_empty() { String::new() } else { format!(": {}", field.about) };
            page.push_str(&format!(".TP\n\\fB{}\\fR\n", plain(&field.name).trim_end()));
            page.push_str(&plain(&format!("{}{may}{about}", field.kind)));
        }
    }
    page.push_str(".SH \"SEE ALSO\"\n\\fBoctobrain\\fR(1), \\fBoctobrain\\-config\\fR(5)\n");
    page
}

/// The configuration, which is its own commented template.
fn config_page() -> String {
    let mut page = head("octobrain-config", 5, "the configuration of octobrain, and its environment");
    page.push_str(".SH DESCRIPTION\n");
    page.push_str(&plain(
        "octobrain config init writes the file below, in which every key stands with its default; octobrain config show \
         --origin prints what is in force and where it comes from; octobrain config check FILE validates.",
    ));
    page.push_str(".SH FILE\n.nf\n");
    page.push_str(&plain(crate::config::DEFAULT_TEMPLATE));
    page.push_str(".fi\n.SH ENVIRONMENT\n");
    for (name, about) in crate::config::env::variables() {
        page.push_str(&format!(".TP\n\\fB{}\\fR\n{}", plain(name).trim_end(), plain(about)));
    }
    page.push_str(".TP\n\\fBOCTOBRAIN_SECTION__KEY\\fR\nAny key of the file: search.max_results is OCTOBRAIN_SEARCH__MAX_RESULTS.\n");
    page.push_str(".SH \"SEE ALSO\"\n\\fBoctobrain\\fR(1), \\fBoctobrain\\-records\\fR(5)\n");
    page
}
