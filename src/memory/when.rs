//! Times as people write them: RFC 3339, a date, `yesterday`, `7d`.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ZonedDateTime};

use crate::error::{Error, Result};

/// Which end of a whole day is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// From its first moment.
    Start,
    /// To its last moment: the first of the next day.
    End,
}

/// Reads a moment. A date, `today` and `yesterday` mean that whole day in `zone`;
/// `90m`, `12h`, `7d`, `2w` mean that long before `now`.
pub fn parse(field: &str, text: &str, now: Timestamp, zone: &TimeZone, edge: Edge) -> Result<Timestamp> {
    let word = text.trim().to_lowercase();
    let here: ZonedDateTime = now.to_zoned_datetime(zone.clone());
    let day = match word.as_str() {
        "now" => return Ok(now),
        "today" => Some(here.date()),
        "yesterday" => here.date().yesterday().ok(),
        _ => word.parse::<Date>().ok().filter(|_| word.len() == 10),
    };
    let found = match day {
        Some(day) => day_edge(day, zone, edge),
        None => ago(&word, &here).or_else(|| text.trim().parse::<Timestamp>().ok()),
    };
    found.ok_or_else(|| {
        Error::usage("bad_time", format!("{field}: {text:?} is not a time"))
            .hint("give RFC 3339 (2026-01-31T12:00:00Z), a date (2026-01-31), today, yesterday, or an age such as 12h, 7d, 2w")
    })
}

fn day_edge(day: Date, zone: &TimeZone, edge: Edge) -> Option<Timestamp> {
    let day = if edge == Edge::End { day.tomorrow().ok()? } else { day };
    // The first moment of a day is not always midnight: `to_zoned_datetime` steps over a gap.
    Some(day.to_zoned_datetime(zone.clone()).ok()?.timestamp())
}

fn ago(word: &str, here: &ZonedDateTime) -> Option<Timestamp> {
    let unit = word.chars().last()?;
    let count: i64 = word[..word.len() - unit.len_utf8()].parse().ok().filter(|count| *count >= 0)?;
    let span: Span = match unit {
        'm' => Span::new().try_minutes(count).ok()?,
        'h' => Span::new().try_hours(count).ok()?,
        'd' => Span::new().try_days(count).ok()?,
        'w' => Span::new().try_weeks(count).ok()?,
        _ => return None,
    };
    Some(
        here.checked_sub(span)
            .unwrap_or_else(|_| Timestamp::MIN.to_zoned_datetime(here.time_zone().clone()))
            .timestamp(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, zone: &str, edge: Edge) -> String {
        let now: Timestamp = "2026-03-30T01:30:00Z".parse().unwrap();
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        parse("since", text, now, &zone, edge).unwrap().to_string()
    }

    #[test]
    fn whole_days_follow_the_callers_zone() {
        assert_eq!(at("yesterday", "UTC", Edge::Start), "2026-03-29T00:00:00Z");
        assert_eq!(at("yesterday", "UTC", Edge::End), "2026-03-30T00:00:00Z");
        assert_eq!(at("2026-01-31", "UTC", Edge::End), "2026-02-01T00:00:00Z");
        if TimeZone::get("Asia/Kolkata").is_ok() {
            assert_eq!(at("today", "Asia/Kolkata", Edge::Start), "2026-03-29T18:30:00Z");
        }
    }

    #[test]
    fn ages_and_exact_times() {
        assert_eq!(at("7d", "UTC", Edge::Start), "2026-03-23T01:30:00Z");
        assert_eq!(at("12h", "UTC", Edge::Start), "2026-03-29T13:30:00Z");
        assert_eq!(at("2026-01-31T12:00:00+02:00", "UTC", Edge::Start), "2026-01-31T10:00:00Z");
        let zone = TimeZone::UTC;
        for bad in ["", "soon", "7y", "-3d", "2026-13-01", "d"] {
            assert!(parse("since", bad, Timestamp::now(), &zone, Edge::Start).is_err(), "{bad}");
        }
    }
}
