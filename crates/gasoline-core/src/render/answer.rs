//! A tool's answer: documented JSON, `summary` first, rows as the budget allows.
//!
//! Tools fill an [`Answer`]; only [`Answer::render`] turns it into text, so no tool can exceed its budget, and what
//! was left out is always said.

use bytes::Bytes;
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
    /// The same in words, for a reader; it stands before the JSON.
    pub report: Option<String>,
    /// Pictures that belong to it. They stand beside the text and take nothing from its budget.
    pub pictures: Vec<AnswerPicture>,
}

/// A picture of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerPicture {
    /// As what it is encoded.
    pub mime_type: &'static str,
    /// The encoded picture.
    pub bytes: Bytes,
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
    /// The argument that makes it shorter.
    pub narrowed_by: &'static str,
    /// The file.
    pub text: String,
}

/// Room kept for `omitted` and `next_cursor`.
const TAIL_BYTES: usize = 64;

/// What `"shortened":true` and a comma take.
const MARK_BYTES: usize = 20;

/// What a time takes in `next_cursor` besides.
const TIME_BYTES: usize = 16;

impl Answer {
    /// An answer that is one sentence and some fields.
    pub fn plain(summary: impl Into<Value>, fields: Vec<(&'static str, Value)>) -> Self {
        Self {
            summary: summary.into(),
            fields,
            rows: None,
            files: Vec::new(),
            report: None,
            pictures: Vec::new(),
        }
    }

    /// An answer that lists something.
    pub fn list(summary: impl Into<Value>, rows: Rows) -> Self {
        Self { rows: Some(rows), ..Self::plain(summary, Vec::new()) }
    }

    /// With what is remarkable about the rows, if anything is.
    #[must_use]
    pub fn with_findings(mut self, findings: Vec<String>) -> Self {
        if !findings.is_empty() {
            self.fields.push(("findings", json!(findings)));
        }
        self
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

    /// Compact JSON of at most `max_tokens` estimated tokens. Nothing is outside of that: summary and fields are shortened
    /// too, because pages and callers wrote part of them.
    pub fn render(self, max_tokens: usize) -> String {
        let room = max_tokens.saturating_mul(7) / 2;
        let mut object = Map::new();
        object.insert("summary".to_owned(), self.summary);
        for (name, value) in self.fields {
            object.insert(name.to_owned(), value);
        }
        match self.rows {
            None => within(object, room),
            Some(rows) => with_rows(object, rows, room),
        }
        .to_string()
    }
}

/// Shortens what stands before the rows if it takes more than its share.
fn within(object: Map<String, Value>, bytes: usize) -> Value {
    let value = Value::Object(object);
    if value.to_string().len() <= bytes { value } else { shorten::to_fit(&value, bytes) }
}

/// The rows take what the rest leaves them, at least a quarter if they need it: some tools fill half of the room
/// with a second list.
fn with_rows(mut object: Map<String, Value>, rows: Rows, room: usize) -> Value {
    let total = rows.total();
    if !rows.about.shared.is_empty() {
        object.insert("shared".to_owned(), Value::Object(rows.about.shared));
    }
    if let Paging::Counted(name) = rows.paging {
        object.insert(name.to_owned(), json!(rows.shown.len()));
    }
    let tail = if matches!(rows.paging, Paging::CursorInTime(_)) { TIME_BYTES } else { 0 } + TAIL_BYTES;
    let wanted = rows.shown.iter().map(size).sum::<usize>() + rows.name.len() + "\"\":[],".len();
    // What the rows do not need is free.
    let before_rows = (room / 4 * 3).max(room.saturating_sub(wanted)).saturating_sub(tail);
    let Value::Object(mut object) = within(object, before_rows) else {
        return Value::Null;
    };
    object.insert(rows.name.to_owned(), Value::Array(Vec::new()));
    let spent = Value::Object(object.clone()).to_string().len() + tail;
    let room = room.saturating_sub(spent);
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
    let cursor = last.and_then(|last| cursor(rows.paging, last, fitted.len()));
    object.insert(rows.name.to_owned(), Value::Array(fitted));
    if omitted > 0 {
        object.insert("omitted".to_owned(), json!(omitted));
        object.extend(cursor.map(|cursor| ("next_cursor".to_owned(), json!(cursor))));
    }
    Value::Object(object)
}

/// Where the next page begins, after so many rows.
fn cursor(paging: Paging, (seq, time): Position, shown: usize) -> Option<String> {
    match paging {
        Paging::Cursor => Some(seq.to_string()),
        Paging::CursorWithRest(rest_from) if shown > rest_from => Some(format!("r{seq}")),
        Paging::CursorWithRest(_) => Some(seq.to_string()),
        Paging::CursorAsOf(newest) => Some(format!("{seq}-{newest}")),
        Paging::CursorInTime(newest) => Some(format!("{seq}-{newest}-{}", time?.as_milliseconds())),
        Paging::Counted(_) | Paging::OfOneMoment => None,
    }
}

/// Takes details out of rows until all of them fit: one detail after the other, from the last row to the first, which
/// matters most. Rows that lost something say so.
fn make_lean(rows: &mut [Row], leaner: &[Leaner], room: usize) {
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

/// Bytes of a row with its comma.
fn size(row: &Row) -> usize {
    row.value.to_string().len() + 1
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
            let mut shorter = shorten::to_fit(&value, room.saturating_sub(MARK_BYTES));
            let Value::Object(fields) = &mut shorter else { break };
            if fields.is_empty() {
                break;
            }
            fields.insert("shortened".to_owned(), json!(true));
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
    use crate::analysis::rows::About;

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
            about: About::default(),
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

    /// `budget-01`, `budget-02`, `budget-03`: pages and callers cannot make an answer longer than it may be.
    #[test]
    fn nothing_is_outside_of_the_budget() {
        let long = "é\"\u{1}".repeat(2_000);
        let deep =
            (0..20).fold(json!({ long.as_str(): long }), |inner, _| json!({ "in": inner, "more": [long] }));
        let wide: Map<String, Value> =
            (0..500).map(|one| (format!("{one}-{}", "k".repeat(50)), json!(1))).collect();
        let row = |value: &Value| Row { seq: 1, time: None, value: value.clone() };
        let values = [
            json!({ "message": long, "url": long }),
            deep.clone(),
            Value::Object(wide.clone()),
            json!({ long.as_str(): 1 }),
        ];
        let summaries = [json!("short"), json!(long), json!({ "text": long, "deep": deep })];
        let fields =
            [vec![], vec![("notice", json!(long)), ("other", deep)], vec![("wide", Value::Object(wide))]];
        for (summary, fields) in
            summaries.iter().flat_map(|summary| fields.iter().map(move |fields| (summary, fields)))
        {
            for budget in [100, 117, 500, 2_000, 20_000] {
                let plain = Answer::plain(summary.clone(), fields.clone()).render(budget);
                assert!(tokens::estimate(&plain) <= budget, "{} of {budget}", tokens::estimate(&plain));
                for value in &values {
                    let mut list = rows(0, 0);
                    list.shown = vec![row(value), row(value)];
                    list.about.shared.insert("test_id".to_owned(), json!(long));
                    let answer =
                        Answer { rows: Some(list), ..Answer::plain(summary.clone(), fields.clone()) };
                    let text = answer.render(budget);
                    assert!(tokens::estimate(&text) <= budget, "{} of {budget}", tokens::estimate(&text));
                    let answer: Value = serde_json::from_str(&text).unwrap();
                    assert!(answer["summary"].is_string() || answer["summary"].is_object(), "{text}");
                    assert!(budget < 500 || !answer["logs"].as_array().unwrap().is_empty(), "no row: {text}");
                }
            }
        }
    }

    #[test]
    fn what_all_rows_share_stands_once_and_a_cursor_says_when_it_is_among_the_rest() {
        let mut list = Rows { paging: Paging::CursorWithRest(2), ..rows(3, 3) };
        list.about.shared.insert("tab".to_owned(), json!("7"));
        assert_eq!(
            Answer::list("Three.", list.clone()).render(2_000),
            r#"{"summary":"Three.","shared":{"tab":"7"},"logs":[{"message":"xxx"},{"message":"xxx"},{"message":"xxx"}],"omitted":5,"next_cursor":"r1"}"#
        );
        list.shown.truncate(2);
        let answer: Value = serde_json::from_str(&Answer::list("Two.", list).render(2_000)).unwrap();
        assert_eq!(answer["next_cursor"], "2");
    }

    #[test]
    fn fields_take_what_the_rows_do_not_need() {
        let fields = vec![("notes", json!(vec!["n".repeat(30); 40]))];
        let text =
            Answer { fields: fields.clone(), ..Answer::list("Few.", Rows { beyond_limit: 0, ..rows(1, 3) }) }
                .render(430);
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&answer["notes"], answer["logs"].as_array().unwrap().len()), (&fields[0].1, 1));
    }
}
