//! What pages could not capture, because somebody had taken away what capture needs for it: its absence then says nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::store::Entry;

/// Pages named at most: an answer has better use for its room.
const MOST_PAGES: usize = 3;

/// Kinds named at most, more than there are.
const MOST_KINDS: usize = 20;

/// Longer than any name of a kind.
const MOST_NAME_CHARACTERS: usize = 30;

/// Enough of an address to know the page by.
const MOST_URL_CHARACTERS: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(default)]
    url: String,
    #[serde(default)]
    not_captured: Vec<String>,
}

/// The pages in which something is not captured, newest first. Of several documents at one address the newest counts.
pub fn pages(documents: &[Arc<Entry>]) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let read = documents.iter().rev().filter_map(|entry| serde_json::from_str::<Document>(entry.text()).ok());
    let newest = read.filter(|document| seen.insert(document.url.clone()));
    newest.filter(|document| !document.not_captured.is_empty()).take(MOST_PAGES).map(told).collect()
}

fn told(document: Document) -> Value {
    let kinds: Vec<String> =
        document.not_captured.iter().take(MOST_KINDS).map(|kind| start(kind, MOST_NAME_CHARACTERS)).collect();
    json!({ "url": start(&document.url, MOST_URL_CHARACTERS), "kinds": kinds })
}

fn start(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
