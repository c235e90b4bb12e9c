//! Messages that never got the answer their like had got before.
//!
//! Only what can be seen counts as an answer: a later message from the server that repeats the id of the question. The
//! like of a message is one with the same id key and the same type. Nothing is claimed where messages were left out by
//! sampling: the answer may be among those.

use std::collections::BTreeMap;

use gasoline_wire::{Direction, Timestamp};
use serde_json::{Map, Value};

use super::events::Event;

/// Members by which questions and answers refer to each other.
const ID_KEYS: [&str; 7] = ["id", "requestId", "request_id", "reqId", "messageId", "ref", "nonce"];

/// Members by which an answer refers to a question of another key.
const REFERENCE_KEYS: [&str; 4] = ["replyTo", "inReplyTo", "in_reply_to", "correlationId"];

/// Members that say what a message is.
const TYPE_KEYS: [&str; 6] = ["type", "method", "op", "action", "event", "cmd"];

/// A question is given this many times as long as the slowest answer before.
const PATIENCE: i64 = 3;

/// And at least this long.
const LEAST_PATIENCE_MILLISECONDS: i64 = 2_000;

/// A message without the answer its like had got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Unanswered {
    /// Arrival of the message.
    pub(in crate::analysis) seq: u64,
    /// What is said of it.
    pub(in crate::analysis) text: String,
}

/// A question with what came of it.
struct Question {
    seq: u64,
    asked: Timestamp,
    answered: Option<Timestamp>,
}

/// The messages of one connection, in order, that are missing their answer at `now`, or when the connection ended.
pub(in crate::analysis) fn unanswered(events: &[&Event<'_>], now: Timestamp) -> Vec<Unanswered> {
    if events.iter().any(|event| event.event.sampled.is_some()) {
        return Vec::new();
    }
    let ended = events.iter().any(|event| event.is(gasoline_wire::WebSocketEventKind::Close));
    let mut likes: BTreeMap<(&'static str, String), Vec<Question>> = BTreeMap::new();
    let mut open: BTreeMap<String, ((&'static str, String), usize)> = BTreeMap::new();
    for event in events {
        let Some(message) = object(event) else { continue };
        if event.is_message(Direction::Outgoing) {
            let Some((key, id)) = id_of(&message) else { continue };
            let like = (key, type_of(&message));
            let questions = likes.entry(like.clone()).or_default();
            open.insert(id, (like, questions.len()));
            questions.push(Question { seq: event.entry.seq, asked: event.time(), answered: None });
        } else {
            for id in references(&message) {
                let Some((like, index)) = open.remove(&id) else { continue };
                let question = likes.get_mut(&like).and_then(|questions| questions.get_mut(index));
                if let Some(question) = question {
                    question.answered = Some(event.time());
                }
            }
        }
    }
    likes.values().flat_map(|questions| missing(questions, now, ended)).collect()
}

/// Those of one like that are missing their answer although earlier ones got it.
fn missing(questions: &[Question], now: Timestamp, ended: bool) -> Vec<Unanswered> {
    let mut answered = 0;
    let mut slowest = 0;
    let mut found = Vec::new();
    for question in questions {
        let milliseconds =
            |later: Timestamp| (later.as_milliseconds() - question.asked.as_milliseconds()).max(0);
        if let Some(answer) = question.answered {
            answered += 1;
            slowest = slowest.max(milliseconds(answer));
            continue;
        }
        let waited = milliseconds(now);
        let patience = (slowest * PATIENCE).max(LEAST_PATIENCE_MILLISECONDS);
        if answered > 0 && (ended || waited > patience) {
            let before =
                if answered == 1 { "the one before".to_owned() } else { format!("{answered} before") };
            let since =
                if ended { "before the connection ended".to_owned() } else { format!("in {waited} ms") };
            let text = format!("no answer {since}; {before} like it got one within {slowest} ms");
            found.push(Unanswered { seq: question.seq, text });
        }
    }
    found
}

fn object(event: &Event<'_>) -> Option<Map<String, Value>> {
    let is_message = event.is_message(Direction::Outgoing) || event.is_message(Direction::Incoming);
    serde_json::from_str(event.event.data.as_deref().filter(|_| is_message)?).ok()
}

fn id_of(message: &Map<String, Value>) -> Option<(&'static str, String)> {
    ID_KEYS.iter().find_map(|key| Some((*key, plain(message.get(*key)?)?)))
}

fn type_of(message: &Map<String, Value>) -> String {
    TYPE_KEYS.iter().find_map(|key| plain(message.get(*key)?)).unwrap_or_default()
}

/// The questions a message may answer.
fn references(message: &Map<String, Value>) -> impl Iterator<Item = String> {
    ID_KEYS.iter().chain(&REFERENCE_KEYS).filter_map(|key| plain(message.get(*key)?))
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
