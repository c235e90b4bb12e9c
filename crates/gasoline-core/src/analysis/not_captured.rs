//! What pages could not capture, because somebody had taken away what capture needs for it, or because it happens where
//! capture does not reach (workers): its absence then says nothing.

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
    /// What turned out later, for instance when a worker started.
    #[serde(default, rename = "_notCaptured")]
    later: Vec<String>,
}

impl Document {
    /// Each kind once.
    fn kinds(&self) -> BTreeSet<&str> {
        self.not_captured.iter().chain(&self.later).map(String::as_str).collect()
    }
}

/// The pages in which something is not captured, newest first. Of several documents at one address the newest counts.
pub fn pages(documents: &[Arc<Entry>]) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let read = documents.iter().rev().filter_map(|entry| serde_json::from_str::<Document>(entry.text()).ok());
    let newest = read.filter(|document| seen.insert(document.url.clone()));
    newest.filter(|document| !document.kinds().is_empty()).take(MOST_PAGES).map(told).collect()
}

fn told(document: Document) -> Value {
    let kinds: Vec<String> =
        document.kinds().into_iter().take(MOST_KINDS).map(|kind| start(kind, MOST_NAME_CHARACTERS)).collect();
    json!({ "url": start(&document.url, MOST_URL_CHARACTERS), "kinds": kinds })
}

fn start(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
