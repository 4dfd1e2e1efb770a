//! The top-level help page and the examples under each command.

use clap::CommandFactory;

use super::Cli;

/// Commands by what people want, everyday ones first.
const GROUPS: &[(&str, &[&str])] = &[
    ("Remember", &["memorize", "remember", "forget", "get", "list", "update"]),
    ("Tie and trace", &["relate", "graph", "history"]),
    ("Forget well", &["sleep", "consolidate", "decay", "undo"]),
    ("Read", &["ingest", "search", "reindex", "knowledge"]),
    ("Serve", &["mcp"]),
    ("Care", &["status", "doctor", "backup", "export", "import", "cron", "eval"]),
    ("Set up", &["scope", "config", "model", "completions", "man"]),
    ("By their longer names", &["memory"]),
];

const PIPELINE: &str = "\
Try:
  octobrain memorize --content 'Deploys go out on Tuesdays' --type decision
  octobrain remember 'when do we deploy?' | jq -r .content";

pub(super) const MEMORIZE: &str = "\
Examples:
  octobrain memorize --content 'Use REST for CRUD, GraphQL for reports' --type decision --tags api
  jq -c '.[]' facts.json | octobrain memorize - | jq -r '.status + \" \" + .id'

  octobrain memorize --content 'Deploys moved to Mondays' --related-to 0198c5f2:supersedes

A line is a memory as JSON (content, title, memory_type, importance, source,
tags, related_files, key, role, metadata, scope, related_to) or plain text.
Fields it does not know come back in the answer. Flags are defaults for the
lines that leave them out.

The answer's status: created; updated (a key that was there); unchanged (the
same words, or the same record, were there: its id comes back); skipped
(--on-similar skip). `similar` names up to five that say nearly the same. A key
stands on one line of a batch only; what its line leaves out stays as it is in
the record, what it says empty goes.

Relations: related_to depends_on supersedes similar conflicts implements extends
achieves closes.

Types: code architecture bug_fix feature documentation user_preference decision
learning configuration testing performance security validation research workflow
requirement design integration communication process insight goal; short forms
such as bug, docs, config and preference work too.

Exit status: 0 done, 2 nothing could be taken, 3 some lines were refused, 4
store.";

pub(super) const REMEMBER: &str = "\
Examples:
  octobrain remember 'how should I design APIs'
  octobrain remember retry backoff timeout --type bug_fix -n 3
  jq -c '{ref: .id, query: .question}' questions.jsonl | octobrain remember -

A line is {\"query\": …} with ref, scope, limit, min_relevance, mode, syntax and
filter, or a plain query.

A query is plain text: any word may match, and a phrase in quotation marks
raises what holds it. With --syntax operators, \"phrase\" and +word are required
and -word excludes (behind --, if it comes first).

Exit status: 0 something was found, 1 nothing fits, 3 some lines were refused.";

pub(super) const INGEST: &str = "\
Examples:
  octobrain ingest README.md https://example.org/guide.html
  find docs -name '*.md' | octobrain ingest - | jq -c 'select(.status != \"unchanged\")'
  octobrain ingest report.pdf --dry-run --emit chunks | jq -r .content

Each source is one file or one address. A line on stdin is a path, an address or
{\"source\": …} with scope. The record's status: indexed, updated, unchanged, or
failed with what is wrong and what to do. A file that did not change is not
read, a page that did not change is not sent again, and neither is embedded
again.

Exit status: 0 done, 2 none could be taken in, 3 some failed, 4 store.";

pub(super) const SEARCH: &str = "\
Examples:
  octobrain search 'how do I configure retries'
  octobrain search 'token bucket' --source docs/limits.md -n 3 | jq -r '\"\\(.source):\\(.line) \\(.excerpt)\"'

Each passage comes with its place: source, heading path, lines and, for a PDF,
pages; one of each section.

Exit status: 0 something was found, 1 nothing fits, 3 some lines were refused.";

pub(super) const REINDEX: &str = "\
Examples:
  octobrain reindex
  octobrain reindex --model openai:text-embedding-3-small

With --model the vectors of that model are made beside the present ones, which
go on answering until all are there. A run that was ended goes on where it was.

Visits every scope. A file is read when its size or time changed, a page is
asked for when it is older than knowledge.outdating_days; what cannot be
refreshed stays searchable and is said to be stale. Without anything to do no
model is loaded and nothing is printed.

Exit status: 0 done, 3 some sources failed, 4 store.";

pub(super) const MCP: &str = "\
Client entry:
  {\"mcpServers\": {\"octobrain\": {\"command\": \"octobrain\", \"args\": [\"mcp\"]}}}

  octobrain mcp --bind 127.0.0.1:12345
  octobrain mcp --bind 0.0.0.0:12345 --token-file ~/.octobrain-token

Serves memorize, remember, forget and knowledge on stdin and stdout, until its
input ends. Locked to --scope, else OCTOBRAIN_SCOPE, else the scope of the
client's roots, else that of the current folder where it lies in a git
repository: every call reads that scope and what is global, and writes to it.
Without any of these each call names its scope. Over HTTP, at
http://HOST:PORT/mcp, a request is locked by ?scope= or X-Octobrain-Scope. Where
strangers can reach the address each request must carry the token, and no page
of the web may call that --allow-origin does not name; TLS is for a proxy in
front. Any number of servers may use one store.

Exit status: 0 ended by its client or by a signal, 2 bad arguments, 70 internal
error.";

pub(super) const EVAL: &str = "\
Examples:
  octobrain eval ~/sets/cranfield | jq -r '[.mode, .expand, .\"ndcg@10\", .p50_ms] | @tsv'
  octobrain eval ~/sets/locomo --scope-field sample --mode hybrid

One `metric` record for each way of answering: words, vectors, both, both with
relatives raised, and with the cross-encoder where the configuration has one.
`answered` and `lost` say what the default threshold does: the share of
questions with any hit, and the share of the relevant documents among the ten
best that it cuts. Documents are kept as a store in the cache folder, so a
second run embeds nothing but questions.

Exit status: 0 measured, 2 not a collection, 5 the model is not there.";

pub(super) const FORGET: &str = "\
Examples:
  octobrain forget 0198c5f2
  octobrain forget --query 'the old staging host' --confirm

A query selects what `remember` would answer, so one about nothing selects
nothing. A tombstone without text stays in `history`. --purge also rewrites the
store's files; backups are yours to look after. Memories that quote one of these
are named with status derived; --with-derived takes them along.

Exit status: 0 forgotten, 1 an id is not there, 2 only shown: add --confirm.";

pub(super) const UPDATE: &str = "\
Examples:
  octobrain update 0198c5f2 --importance 0.9 --add-tags deploy
  octobrain list --type bug_fix --json | jq -c '{id, importance: 0.7}' | octobrain update -

A line is {\"id\": …} with any of title, content, memory_type, importance, source,
state, key, role, tags, add_tags, remove_tags, related_files, add_files,
remove_files. What it leaves out stays.

Exit status: 0 done, 1 an id is not there, 2 nothing could be taken, 3 some
lines were refused.";

pub(super) const RELATE: &str = "\
Examples:
  octobrain relate 0198c5f2 0198c600 --relation depends_on --description 'needs the queue'
  octobrain relate 0198c5f2 0198c600 --relation depends_on --remove
  jq -c '{from, to, relation}' links.jsonl | octobrain relate -

Relations: related_to depends_on supersedes similar conflicts implements extends
achieves closes. supersedes ranks TO below FROM; achieves and closes lead to a
goal. A link is there once.";

pub(super) const CONSOLIDATE: &str = "\
Examples:
  octobrain consolidate 0198c5f2 --summary 'Moved the queue to Redis; the retry storm came from the client'
  octobrain consolidate 0198c5f2
  git log -1 --format=%B | octobrain consolidate 0198c5f2 -

The note becomes the parent of every memory that achieves the goal: its
importance is 1.1 times the highest of theirs (at most 1), they keep a fifth of
their own and become consolidated, and the goal is archived, all in one commit.
`memorize --related-to GOAL:closes` does the same. The answer names the run,
which `undo` takes back.

Exit status: 0 closed, 1 there is no such goal, 2 it is closed already or
nothing achieves it yet.";

pub(super) const SLEEP: &str = "\
Examples:
  octobrain sleep --dry-run | jq '{content, texts, held_apart}'
  octobrain sleep --dry-run | jq -c '.title = \"Rate limiting\"' | octobrain sleep --apply -
  30 4 * * *  octobrain sleep --if-due --quiet

Folds recent memories of which every two have a cosine of at least --threshold
and state no different facts: other numbers, names, versions, dates, or a denial
hold them apart. The parent holds the members' sentences without repetition;
they stay, searchable, with a fifth of their importance. Goals, notes that close
or achieve one, superseded memories and those tagged pinned are left alone.

In a plan title and content may be edited, by hand or by a program; a plan whose
members have changed is refused, the others are carried out. --quiet prints no
records. Undo a run with `octobrain undo RUN`.

Exit status: 0 done or nothing to do, 2 no plan could be carried out, 3 some
were refused, 4 store, or another sleep is at work, 5 the model is not there.";

pub(super) const DECAY: &str = "\
Examples:
  octobrain decay | jq -r 'select(.at_floor) | .id'
  45 4 * * *  octobrain decay --quiet

effective = importance x 0.5^(days since the last use / half-life) x (1 + (boost
- 1) x ln(1 + uses)), between the floor and 1; user preferences and open goals
keep half. Ranking uses the same whether this runs or not; nothing is removed,
ever. --quiet prints no records.";

pub(super) const UNDO: &str = "\
Examples:
  octobrain undo --list
  octobrain sleep | jq -c 'select(.type == \"run\")' | octobrain undo -

Ids, text, states, importance and links come back exactly, and what the run made
goes. What was changed since is refused together with what belongs to it, and
said with the reason.

Exit status: 0 undone, 1 there is no such run, 2 nothing could be undone, 3 a
part of it.";

pub(super) const DOCTOR: &str = "\
Examples:
  octobrain doctor
  octobrain doctor --repair | jq -c 'select(.status != \"ok\")'

A check each of configuration, model, extractor, cron, store, lock, records,
clock, links, vectors, words and knowledge: ok, warning, failed, or repaired.
Mended is what is made from what is there (vectors and indexes) and links
without an end; a damaged record needs a backup.

Exit status: 0 well, or mended; 1 something is not.";

pub(super) const BACKUP: &str = "\
Examples:
  octobrain backup memory-$(date +%F).tar.zst
  octobrain backup - | ssh host 'cat > memory.tar.zst'
  octobrain backup --restore memory-2026-11-30.tar.zst

One moment of the store: who writes waits, who reads does not. Restoring checks
every file first, and moves the present store aside, to a folder that the record
names as `previous`.

Exit status: 0 done, 2 bad arguments, 4 store, or a backup that cannot be used.";

pub(super) const EXPORT: &str = "\
Examples:
  octobrain export --all-scopes > memory.jsonl
  octobrain export --vectors | ssh host octobrain import
  octobrain export | jq -r 'select(.type == \"memory\") | .title'

Memories with their use, links, changes, runs, what was forgotten, and documents
with their passages.";

pub(super) const IMPORT: &str = "\
Examples:
  octobrain import memory.jsonl
  octobrain import ~/.local/share/octobrain         # the store of a published Octobrain
  octobrain import memory.json --scope acme/shop    # the reference memory server, or mem0
  octobrain import ~/notes --dry-run                # a folder of basic-memory

Lines of an export keep ids, times, states and scopes. What other programs keep
goes to the scope at hand, under keys, so that importing again brings it up to
date. Nothing that is here is doubled, and nothing that was forgotten here comes
back. One record an input says what became of it.

Exit status: 0 done, 2 nothing could be taken, 3 some records were refused, 4
store.";

pub(super) const MAN: &str = "\
Examples:
  octobrain man | man -l -
  octobrain man knowledge search | man -l -
  octobrain man records | man -l -        # the JSON lines
  octobrain man --dir ~/.local/share/man/man1";

pub(super) const GRAPH: &str = "\
Examples:
  octobrain graph 0198c5f2 --depth 2 --format text
  octobrain graph 0198c5f2 --format dot | dot -Tsvg > memory.svg
  octobrain graph 0198c5f2 --format mermaid >> notes.md";

pub(super) const LIST: &str = "\
Examples:
  octobrain list --type decision --since 7d
  octobrain list --all-scopes --json | jq -s 'group_by(.scope) | map({scope: .[0].scope, n: length})'";

pub(super) const COMPLETIONS: &str = "\
Examples:
  octobrain completions bash > ~/.local/share/bash-completion/completions/octobrain
  octobrain completions fish > ~/.config/fish/completions/octobrain.fish";

/// The whole command line, with its commands grouped on the first help page.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let mut page = String::from("{before-help}{about}\n\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        page.push_str(&format!("\n{title}:\n"));
        for name in *names {
            if let Some(found) = command.find_subcommand(name) {
                let about = found.get_about().map(ToString::to_string).unwrap_or_default();
                page.push_str(&format!("  {name:<12} {about}\n"));
            }
        }
    }
    page.push_str("\nOptions:\n{options}\n\n{after-help}");
    command.help_template(page).after_help(PIPELINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_memory_type() {
        for kind in crate::memory::kinds::MemoryType::ALL {
            assert!(MEMORIZE.contains(kind.as_str()), "{kind}");
        }
    }

    #[test]
    fn the_first_page_fits_a_narrow_terminal() {
        let page = command().render_help().to_string();
        // Options are wrapped to the terminal that there is.
        for line in page.split("\nOptions:").next().unwrap_or_default().lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn every_command_is_on_the_first_page() {
        let command = command();
        for found in command.get_subcommands() {
            let listed = GROUPS.iter().any(|(_, names)| names.contains(&found.get_name()));
            assert!(listed, "{} is in no group", found.get_name());
        }
    }
}
