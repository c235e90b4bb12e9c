//! A tool's answer: documented JSON, `summary` first, rows as the budget allows.
//!
//! Tools fill an [`Answer`]; only [`Answer::render`] turns it into text, so no tool can exceed its budget, and what
//! was left out is always said.

use gasoline_wire::Timestamp;
use serde_json::{Map, Value, json};

use super::{shorten, tokens};
use crate::analysis::rows::{Leaner, Order, Paging, Row, Rows};

/// What a tool answers, before it is fitted to a budget.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The documented summary, or one sentence.
    pub summary: Value,
    /// Documented fields besides the list.
    pub fields: Vec<(&'static str, Value)>,
    /// The list, if the answer has one.
    pub rows: Option<Rows>,
    /// Files that belong to the answer, if they fit.
    pub files: Vec<AnswerFile>,
}

/// A file of an answer. It is given whole or not at all: half a script is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFile {
    /// The documented field that holds it.
    pub field: &'static str,
    /// What it would be called on disk.
    pub name: &'static str,
    /// What it is.
    pub mime_type: &'static str,
    /// Bytes from which on an answer does not hold it, whatever the budget.
    pub largest: usize,
    /// The file.
    pub text: String,
}

/// Room kept for `omitted` and `next_cursor`.
const TAIL_BYTES: usize = 64;

/// What a time takes in `next_cursor` besides.
const TIME_BYTES: usize = 16;

impl Answer {
    /// An answer that is one sentence and some fields.
    pub fn plain(summary: impl Into<Value>, fields: Vec<(&'static str, Value)>) -> Self {
        Self { summary: summary.into(), fields, rows: None, files: Vec::new() }
    }

    /// An answer that lists something.
    pub fn list(summary: impl Into<Value>, rows: Rows) -> Self {
        Self { summary: summary.into(), fields: Vec::new(), rows: Some(rows), files: Vec::new() }
    }

    /// Puts the files into the answer that fit beside everything else, most wanted first; gives back the others.
    pub fn take_files(&mut self, max_tokens: usize) -> Vec<AnswerFile> {
        let mut left_out = Vec::new();
        let files = std::mem::take(&mut self.files);
        for (position, file) in files.into_iter().enumerate() {
            let value = Value::from(file.text.as_str());
            let mut fields = self.fields.clone();
            fields.insert(position - left_out.len(), (file.field, value));
            let with_file = Self { fields, ..self.clone() };
            let fits = || tokens::estimate(&with_file.clone().render(usize::MAX / 8)) <= max_tokens;
            if file.text.len() <= file.largest && fits() {
                self.fields = with_file.fields;
            } else {
                left_out.push(file);
            }
        }
        left_out
    }

    /// Compact JSON of at most `max_tokens` estimated tokens, as far as rows can be left out.
    pub fn render(self, max_tokens: usize) -> String {
        let mut object = Map::new();
        object.insert("summary".to_owned(), self.summary);
        for (name, value) in self.fields {
            object.insert(name.to_owned(), value);
        }
        let Some(rows) = self.rows else {
            return Value::Object(object).to_string();
        };
        let total = rows.total();
        if let Paging::Counted(name) = rows.paging {
            object.insert(name.to_owned(), json!(rows.shown.len()));
        }
        object.insert(rows.name.to_owned(), Value::Array(Vec::new()));
        let tail = if matches!(rows.paging, Paging::CursorInTime(_)) { TIME_BYTES } else { 0 } + TAIL_BYTES;
        let spent = Value::Object(object.clone()).to_string().len() + tail;
        let room = (max_tokens * 7 / 2).saturating_sub(spent);
        let mut shown = rows.shown;
        make_lean(&mut shown, rows.leaner, room);
        let (mut fitted, last) = fit(shown, room);
        if rows.order == Order::Reversed {
            fitted.reverse();
        }
        let omitted = total - fitted.len();
        if let Paging::Counted(name) = rows.paging {
            object.insert(name.to_owned(), json!(fitted.len()));
        }
        object.insert(rows.name.to_owned(), Value::Array(fitted));
        if omitted > 0 {
            object.insert("omitted".to_owned(), json!(omitted));
            let cursor = match rows.paging {
                Paging::Cursor => last.map(|(seq, _)| seq.to_string()),
                Paging::CursorAsOf(newest) => last.map(|(seq, _)| format!("{seq}-{newest}")),
                Paging::CursorInTime(newest) => last.and_then(|(seq, time)| {
                    time.map(|time| format!("{seq}-{newest}-{}", time.as_milliseconds()))
                }),
                Paging::Counted(_) | Paging::OfOneMoment => None,
            };
            object.extend(cursor.map(|cursor| ("next_cursor".to_owned(), json!(cursor))));
        }
        Value::Object(object).to_string()
    }
}

/// Takes details out of rows until all of them fit: one detail after the other, from the last row to the first, which
/// matters most. Rows that lost something say so.
fn make_lean(rows: &mut [Row], leaner: &[Leaner], room: usize) {
    let size = |row: &Row| row.value.to_string().len() + 1;
    let mut sizes: Vec<usize> = rows.iter().map(size).collect();
    let mut total: usize = sizes.iter().sum();
    for take_out in leaner {
        for (row, known) in rows.iter_mut().zip(&mut sizes).rev() {
            if total <= room {
                return;
            }
            let Value::Object(fields) = &mut row.value else { continue };
            if take_out(fields) {
                fields.insert("shortened".to_owned(), json!(true));
                let now = size(row);
                total = total - *known + now;
                *known = now;
            }
        }
    }
}

/// Where a row stands: arrival and, in lists ordered by it, time.
type Position = (u64, Option<Timestamp>);

/// As many rows as `room` bytes hold. The first is cut rather than left out: an answer that shows nothing of what it
/// found is no answer.
fn fit(rows: Vec<Row>, room: usize) -> (Vec<Value>, Option<Position>) {
    let mut fitted = Vec::new();
    let mut last = None;
    let mut used = 0;
    for Row { seq, time, value } in rows {
        let size = value.to_string().len() + 1;
        if used + size <= room {
            used += size;
            fitted.push(value);
        } else if fitted.is_empty() {
            let Some(shorter) = shorten::to_fit(&value, room.saturating_sub(1)) else {
                break;
            };
            used = room;
            fitted.push(shorter);
        } else {
            break;
        }
        last = Some((seq, time));
    }
    (fitted, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, size: usize) -> Rows {
        let shown = (0..count)
            .map(|index| Row {
                seq: (count - index) as u64,
                time: None,
                value: json!({ "message": "x".repeat(size) }),
            })
            .collect();
        Rows {
            name: "logs",
            shown,
            beyond_limit: 5,
            order: Order::AsListed,
            paging: Paging::Cursor,
            leaner: &[],
        }
    }

    #[test]
    fn details_go_before_rows_and_from_the_last_row_first() {
        let leaner: &[Leaner] = &[|row| row.remove("detail").is_some(), |row| row.remove("more").is_some()];
        let full = json!({ "id": 1, "detail": "x".repeat(100), "more": "y".repeat(100) });
        let shown: Vec<_> =
            (0..3).map(|index| Row { seq: 3 - index, time: None, value: full.clone() }).collect();
        let rows = Rows { shown, beyond_limit: 0, leaner, ..rows(0, 0) };
        let keys = |max_tokens: usize| -> Vec<String> {
            let text = Answer::list("s", rows.clone()).render(max_tokens);
            let answer: Value = serde_json::from_str(&text).unwrap();
            let names = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
            answer["logs"].as_array().unwrap().iter().map(names).collect()
        };
        assert_eq!(keys(1_000), ["id detail more"; 3]);
        assert_eq!(keys(200), ["id detail more", "id detail more", "id more shortened"]);
        assert_eq!(keys(130), ["id more shortened", "id more shortened", "id shortened"]);
        assert_eq!(keys(60), ["id shortened"; 3]);
    }

    #[test]
    fn a_small_answer_is_whole_and_starts_with_its_summary() {
        let rows = Rows { beyond_limit: 0, ..rows(1, 3) };
        assert_eq!(
            Answer::list("One.", rows).render(2_000),
            r#"{"summary":"One.","logs":[{"message":"xxx"}]}"#
        );
    }

    #[test]
    fn rows_beyond_the_budget_are_counted_and_can_be_asked_for() {
        let text = Answer::list("Many.", rows(100, 100)).render(500);
        assert!(tokens::estimate(&text) <= 500, "{}", tokens::estimate(&text));
        let answer: Value = serde_json::from_str(&text).unwrap();
        let shown = answer["logs"].as_array().unwrap().len();
        assert!(shown > 5);
        assert_eq!(answer["omitted"], 105 - shown);
        assert_eq!(answer["next_cursor"], (100 - shown + 1).to_string());
    }

    #[test]
    fn reversed_rows_keep_the_first_given_when_the_budget_is_tight() {
        let text = Answer::list("Late.", Rows { order: Order::Reversed, ..rows(100, 100) }).render(500);
        let answer: Value = serde_json::from_str(&text).unwrap();
        let shown = answer["logs"].as_array().unwrap().len();
        assert_eq!(answer["next_cursor"], (100 - shown + 1).to_string());
    }

    #[test]
    fn a_cursor_in_time_names_both_halves_of_the_position_and_fits() {
        let time = Timestamp::from_milliseconds(1_769_077_800_000).ok();
        let row =
            |index: u64| Row { seq: 9_000_000 + index, time, value: json!({ "message": "x".repeat(100) }) };
        let shown = (0..900).rev().map(row).collect();
        let rows = Rows { shown, paging: Paging::CursorInTime(9_999_999), ..rows(0, 0) };
        for budget in 100..200 {
            let text = Answer::list("Late.", rows.clone()).render(budget);
            assert!(tokens::estimate(&text) <= budget, "{text}");
            let answer: Value = serde_json::from_str(&text).unwrap();
            let last = 9_000_900 - answer["logs"].as_array().unwrap().len();
            assert_eq!(answer["next_cursor"], format!("{last}-9999999-1769077800000"));
        }
    }

    #[test]
    fn rows_of_one_moment_are_counted_and_have_no_cursor() {
        let rows = Rows { paging: Paging::Counted("returned"), ..rows(2, 3) };
        assert_eq!(
            Answer::list("Two.", rows.clone()).render(2_000),
            r#"{"summary":"Two.","returned":2,"logs":[{"message":"xxx"},{"message":"xxx"}],"omitted":5}"#
        );
        assert_eq!(
            Answer::list("Two.", Rows { paging: Paging::OfOneMoment, ..rows }).render(2_000),
            r#"{"summary":"Two.","logs":[{"message":"xxx"},{"message":"xxx"}],"omitted":5}"#
        );
    }

    #[test]
    fn one_huge_row_is_cut_to_fit() {
        let text = Answer::list("Huge.", rows(1, 1_000_000)).render(300);
        assert!(tokens::estimate(&text) <= 300);
        assert!(text.contains("more bytes]"));
    }

    #[test]
    fn even_a_tiny_budget_yields_valid_json_that_says_what_is_missing() {
        let answer: Value = serde_json::from_str(&Answer::list("Tiny.", rows(3, 100)).render(1)).unwrap();
        assert_eq!((answer["logs"].as_array().unwrap().len(), &answer["omitted"]), (0, &json!(8)));
    }
}
