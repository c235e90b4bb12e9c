//! What answers hold, as JSON Schema, for servers started with `--structured`.
//!
//! The schemas name what is documented and leave everything else open: answers may gain members, and rows are as
//! various as what pages do.

use serde_json::{Value, json};

use super::JsonObject;

/// The first member of every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Summary {
    /// In words.
    Sentence,
    /// In words, or as a documented object where an action has one.
    SentenceOrObject,
    /// In documented numbers.
    Counts(&'static [&'static str]),
}

/// A member of an answer: its name and what it is.
pub(super) type Member = (&'static str, Type);

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Boolean,
    Count,
    Number,
    Numbers,
    Object,
    /// Of objects.
    Rows,
    Text,
    Texts,
}

/// What any answer may hold besides: what was left out, what got lost, and what the adapter has to say.
const SHARED: [Member; 9] = [
    ("alerts", Type::Object),
    ("apps", Type::Object),
    ("why_empty", Type::Text),
    ("omitted", Type::Count),
    ("next_cursor", Type::Text),
    ("dropped", Type::Object),
    ("not_captured", Type::Rows),
    ("notice", Type::Text),
    ("too_long", Type::Text),
];

impl Type {
    fn schema(self) -> Value {
        match self {
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Count => json!({ "type": "integer" }),
            Self::Number => json!({ "type": "number" }),
            Self::Numbers => json!({ "type": "array", "items": { "type": "number" } }),
            Self::Object => json!({ "type": "object" }),
            Self::Rows => json!({ "type": "array", "items": { "type": "object" } }),
            Self::Text => json!({ "type": "string" }),
            Self::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        }
    }
}

/// The schema of a tool's answers.
pub(super) fn schema(summary: Summary, members: &[Member]) -> JsonObject {
    let summary = match summary {
        Summary::Sentence => Type::Text.schema(),
        Summary::SentenceOrObject => json!({ "type": ["string", "object"] }),
        Summary::Counts(names) => {
            let counts: JsonObject =
                names.iter().map(|name| ((*name).to_owned(), Type::Count.schema())).collect();
            json!({ "type": "object", "properties": counts, "required": names })
        }
    };
    let mut properties = JsonObject::from_iter([("summary".to_owned(), summary)]);
    properties.extend(members.iter().chain(&SHARED).map(|(name, kind)| ((*name).to_owned(), kind.schema())));
    JsonObject::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
        ("required".to_owned(), json!(["summary"])),
    ])
}
