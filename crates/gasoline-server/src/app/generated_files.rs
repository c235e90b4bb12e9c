//! Generated files that were too long for an answer, kept until they are read or crowded out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::clearing::{Clear, Clearing};
use super::{App, unpoisoned};

/// Files kept.
const MOST_FILES: usize = 16;

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it is read.
    pub uri: String,
    /// What it would be called on disk.
    pub name: String,
    /// What it is.
    pub mime_type: &'static str,
    /// The file.
    pub text: Arc<str>,
}

/// Files that one answer links at most; so many are kept whatever their length.
const FILES_OF_AN_ANSWER: usize = 3;
/// Bytes kept. Scripts hold what users typed, which may be long.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// Files, oldest first.
#[derive(Debug, Default)]
pub(super) struct GeneratedFiles(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    files: VecDeque<GeneratedFile>,
    last_number: u64,
}

impl Kept {
    fn bytes(&self) -> usize {
        self.files.iter().map(|file| file.text.len()).sum()
    }
}

impl Clear for GeneratedFiles {
    /// Made of entries of any kind and any test: what was cleared must not stay in memory.
    fn clear(&self, _clearing: &Clearing<'_>) {
        unpoisoned(&self.0).files.clear();
    }
}

impl App {
    /// Keeps a file under an address of its own.
    pub fn keep_file(&self, name: &str, mime_type: &'static str, text: String) -> GeneratedFile {
        let mut kept = unpoisoned(&self.derived.generated_files.0);
        if let Some(same) = kept.files.iter().find(|file| *file.text == *text && file.name == name) {
            return same.clone();
        }
        kept.last_number += 1;
        let uri = format!("gasoline://generated/{}/{name}", kept.last_number);
        let file = GeneratedFile { uri, name: name.to_owned(), mime_type, text: text.into() };
        kept.files.push_back(file.clone());
        while kept.files.len() > FILES_OF_AN_ANSWER
            && (kept.files.len() > MOST_FILES || kept.bytes() > MOST_BYTES)
        {
            kept.files.pop_front();
        }
        file
    }

    /// Files that can be read.
    pub fn files(&self) -> Vec<GeneratedFile> {
        unpoisoned(&self.derived.generated_files.0).files.iter().cloned().collect()
    }

    /// One file by its address.
    pub fn file(&self, uri: &str) -> Option<GeneratedFile> {
        unpoisoned(&self.derived.generated_files.0).files.iter().find(|file| file.uri == uri).cloned()
    }
}
