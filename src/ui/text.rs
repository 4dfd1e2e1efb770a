//! Records as text for people, and as Markdown.

use serde_json::{Map, Value};

/// How text is dressed.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    /// Markdown instead of plain text.
    pub(super) markdown: bool,
    /// With terminal styles.
    pub(super) colour: bool,
}

impl View {
    /// One record; every type that has no view of its own is shown as `field: value` lines.
    pub(super) fn render(self, record: &Value) -> String {
        let Value::Object(map) = record else { return record.to_string() };
        match text(map, "type") {
            "hit" | "memory" if map.contains_key("content") => self.memory(map),
            "memory" => format!("{} {}", text(map, "id"), text(map, "status")),
            "scope" if !map.contains_key("steps") => match map.get("memories") {
                Some(count) => format!("{count:>6}  {}", scope_name(text(map, "scope"))),
                None => text(map, "scope").to_owned(),
            },
            "model" if map.contains_key("name") => self.model(map),
            "setting" => setting(map),
            "check" => self.check(map),
            "cron" => text(map, "line").to_owned(),
            "passage" => self.passage(map),
            "source" => self.source(map),
            _ => self.fields(map),
        }
    }

    /// One part of the store on a line, what to do about it on the next.
    fn check(self, map: &Map<String, Value>) -> String {
        let line = format!("{:<9} {:<14} {}", text(map, "status"), text(map, "check"), text(map, "message"));
        match map.get("hint").and_then(Value::as_str) {
            Some(hint) => format!("{line}\n{:<25}{hint}", ""),
            None => line,
        }
    }

    fn memory(self, map: &Map<String, Value>) -> String {
        let rank = map.get("rank").map_or(String::new(), |rank| format!("{rank}. "));
        let trust = match text(map, "source") {
            "user_confirmed" => "[CONFIRMED]",
            "imported" => "[IMPORTED]",
            _ => "[INFERRED]",
        };
        let status = match text(map, "status") {
            "" => String::new(),
            status => format!("{status}: "),
        };
        let relevance = number(map, "relevance").map_or(String::new(), |value| format!("  relevance {value:.2}"));
        let title = one_line(text(map, "title"));
        let facts = format!("{trust} {}{relevance}", text(map, "memory_type"));
        let mut about = vec![text(map, "id").to_owned(), date(text(map, "created_at")), scope_name(text(map, "scope"))];
        for (label, field) in [("tags: ", "tags"), ("files: ", "related_files")] {
            let words = words(map, field);
            if !words.is_empty() {
                about.push(format!("{label}{words}"));
            }
        }
        for (label, field) in [("key: ", "key"), ("role: ", "role")] {
            if map.contains_key(field) {
                about.push(format!("{label}{}", text(map, field)));
            }
        }
        if map.get("degraded").is_some() {
            about.push("by words only".to_owned());
        }
        let content = printable(text(map, "content"));
        if self.markdown {
            let quoted: Vec<String> = content.lines().map(|line| format!("> {line}")).collect();
            return format!(
                "### {rank}{status}{title}\n\n{facts}\n\n{}\n\n`{}`\n",
                quoted.join("\n"),
                about.join("` · `")
            );
        }
        let body: Vec<String> = content.lines().map(|line| format!("   {line}")).collect();
        let explain = map.get("explain").map_or(String::new(), |why| format!("\n   {}", self.dim(&why.to_string())));
        format!(
            "{rank}{status}{}  {}\n{}\n   {}{explain}",
            self.bold(&title),
            facts,
            body.join("\n"),
            self.dim(&about.join("  "))
        )
    }

    /// A passage: what it says, and where.
    fn passage(self, map: &Map<String, Value>) -> String {
        let rank = map.get("rank").map_or(String::new(), |rank| format!("{rank}. "));
        let mut path = vec![one_line(text(map, "title"))];
        path.extend(words_of(map, "heading").into_iter().filter(|heading| *heading != text(map, "title")));
        let relevance = number(map, "relevance").map_or(String::new(), |value| format!("  relevance {value:.2}"));
        let place = format!("{}:{}", text(map, "source"), map.get("line").map_or(String::new(), Value::to_string));
        let page = match map.get("pages").and_then(|pages| pages.get(0)) {
            Some(page) => format!("  page {page}"),
            None => String::new(),
        };
        let stale = if map.contains_key("stale") { "  stale" } else { "" };
        let excerpt = printable(text(map, "excerpt"));
        if self.markdown {
            let quoted: Vec<String> = excerpt.lines().map(|line| format!("> {line}")).collect();
            return format!(
                "### {rank}{}{relevance}\n\n{}\n\n`{place}`{page}{stale}\n",
                path.join(" › "),
                quoted.join("\n")
            );
        }
        let body: Vec<String> = excerpt.lines().map(|line| format!("   {line}")).collect();
        format!(
            "{rank}{}{relevance}\n{}\n   {}",
            self.bold(&path.join(" › ")),
            body.join("\n"),
            self.dim(&format!("{}{page}{stale}", printable(&place)))
        )
    }

    /// A source: what became of it, or what is kept of it.
    fn source(self, map: &Map<String, Value>) -> String {
        let status = match text(map, "status") {
            "" => String::new(),
            status => format!("{status:<9} "),
        };
        let mut facts = vec![text(map, "kind").to_owned()];
        facts.extend(map.get("chunks").map(|count| format!("{count} chunks")));
        facts.extend(map.get("pages").map(|count| format!("{count} pages")));
        facts.extend(map.contains_key("stale").then(|| "stale".to_owned()));
        facts.retain(|fact| !fact.is_empty());
        let error = map.get("error").and_then(Value::as_object).map_or(String::new(), |error| {
            let hint = match text(error, "hint") {
                "" => String::new(),
                hint => format!("\n            {}", printable(hint)),
            };
            format!("\n          {}{hint}", one_line(text(error, "message")))
        });
        format!("{status}{}  {}{error}", self.bold(&printable(text(map, "source"))), self.dim(&facts.join(", ")))
    }

    fn model(self, map: &Map<String, Value>) -> String {
        let marks = [("default", "default"), ("cached", "cached"), ("configured", "configured")];
        let marks: Vec<&str> = marks
            .iter()
            .filter(|(field, _)| map.get(*field) == Some(&Value::Bool(true)))
            .map(|(_, word)| *word)
            .collect();
        let dimension = map.get("dimension").map_or(String::new(), Value::to_string);
        format!("{}  {dimension}  {}", self.bold(text(map, "name")), marks.join(", "))
    }

    fn fields(self, map: &Map<String, Value>) -> String {
        let lines = map.iter().filter(|(name, _)| *name != "type").map(|(name, value)| {
            let shown = match value {
                Value::String(text) => printable(text),
                Value::Array(items) if items.iter().all(Value::is_string) => {
                    items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n  ")
                }
                other => other.to_string(),
            };
            if self.markdown { format!("- **{name}**: {shown}") } else { format!("{}: {shown}", self.bold(name)) }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn bold(self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn dim(self, text: &str) -> String {
        if self.colour { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }
}

fn setting(map: &Map<String, Value>) -> String {
    let value = map.get("value").map_or(String::new(), Value::to_string);
    let origin = match text(map, "origin") {
        "" => String::new(),
        origin => format!("  # {origin}"),
    };
    format!("{} = {value}{origin}", text(map, "key"))
}

fn text<'a>(map: &'a Map<String, Value>, name: &str) -> &'a str {
    map.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn number(map: &Map<String, Value>, name: &str) -> Option<f64> {
    map.get(name).and_then(Value::as_f64)
}

fn words(map: &Map<String, Value>, name: &str) -> String {
    let items = map.get(name).and_then(Value::as_array);
    items.map_or(String::new(), |items| items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
}

fn words_of(map: &Map<String, Value>, name: &str) -> Vec<String> {
    let items = map.get(name).and_then(Value::as_array);
    items.map_or_else(Vec::new, |items| items.iter().filter_map(Value::as_str).map(one_line).collect())
}

fn date(time: &str) -> String {
    time.get(..10).unwrap_or(time).to_owned()
}

fn scope_name(scope: &str) -> String {
    if scope.is_empty() { "(global)".to_owned() } else { scope.to_owned() }
}

fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}

/// Stored text must not steer the terminal: control characters other than line ends and tabs are shown, not sent.
fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() && char != '\n' && char != '\t' { '\u{fffd}' } else { char }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: View = View { markdown: false, colour: false };

    #[test]
    fn a_hit_reads_well() {
        let hit = serde_json::json!({
            "type": "hit", "rank": 1, "id": "0198", "scope": "", "title": "API style", "content": "Use REST.\nAlways.",
            "memory_type": "decision", "source": "user_confirmed", "tags": ["api"], "related_files": [],
            "created_at": "2026-01-31T12:00:00Z", "relevance": 0.713,
        });
        let expected = "1. API style  [CONFIRMED] decision  relevance 0.71\n   Use REST.\n   Always.\n   0198  2026-01-31  (global)  tags: api";
        assert_eq!(PLAIN.render(&hit), expected);
    }

    #[test]
    fn stored_text_cannot_steer_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\n");
    }
}
