//! The pixels of screenshots, kept beside the store under bounds of their own.
//!
//! What is known of a picture is an entry of the store and outlives the pixels. Like the store, a test that takes many
//! pictures cannot push out those of another.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_core::store::Scope;

use crate::picture::{Encoded, Prepared};

/// Pictures kept per test, and of everything that belongs to no test.
const MOST_PER_TEST: usize = 20;

/// Bytes over all tests, thumbnails included.
const MOST_BYTES: usize = 6 * 1024 * 1024;

/// A picture and whose it is.
#[derive(Clone, Debug)]
struct Kept {
    id: String,
    event_id: Option<String>,
    test_id: Option<Arc<str>>,
    prepared: Prepared,
}

impl Kept {
    fn bytes(&self) -> usize {
        self.prepared.full.bytes.len() + self.prepared.thumbnail.bytes.len()
    }
}

/// Pictures, oldest first.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    kept: VecDeque<Kept>,
    /// The id given last.
    last_id: u64,
}

/// Which size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Full,
    Thumbnail,
}

impl Pictures {
    /// An id no picture of this run has had.
    pub(super) fn new_id(&mut self) -> String {
        self.last_id += 1;
        self.last_id.to_string()
    }

    /// Keeps a picture; the oldest of the same test goes when there are too many, then the oldest of whichever test
    /// holds most bytes.
    pub(super) fn keep(
        &mut self,
        id: String,
        event_id: Option<String>,
        test_id: Option<Arc<str>>,
        prepared: Prepared,
    ) {
        if self.kept.iter().filter(|kept| kept.test_id == test_id).count() >= MOST_PER_TEST {
            self.drop_oldest_of(&test_id);
        }
        self.kept.push_back(Kept { id, event_id, test_id, prepared });
        while self.kept.iter().map(Kept::bytes).sum::<usize>() > MOST_BYTES {
            let Some(heaviest) = self.heaviest_test() else { return };
            self.drop_oldest_of(&heaviest);
        }
    }

    /// The picture `id`, if it is still kept.
    pub(super) fn get(&self, id: &str, size: Size) -> Option<Encoded> {
        let prepared = &self.kept.iter().find(|kept| kept.id == id)?.prepared;
        Some(match size {
            Size::Full => prepared.full.clone(),
            Size::Thumbnail => prepared.thumbnail.clone(),
        })
    }

    /// The small copy of the newest picture of a test.
    pub(super) fn newest_thumbnail(&self, test_id: &str) -> Option<Encoded> {
        let of_test = |kept: &&Kept| kept.test_id.as_deref() == Some(test_id);
        self.kept.iter().rev().find(of_test).map(|kept| kept.prepared.thumbnail.clone())
    }

    /// The id of the capture that was sent under `event_id` before.
    pub(super) fn id_of(&self, event_id: &str) -> Option<&str> {
        let same = |kept: &&Kept| kept.event_id.as_deref() == Some(event_id);
        self.kept.iter().find(same).map(|kept| kept.id.as_str())
    }

    /// Removes the pictures within `scope`.
    pub(super) fn clear(&mut self, scope: &Scope) {
        match scope {
            Scope::Everything => self.kept.clear(),
            Scope::Test(id) => self.kept.retain(|kept| kept.test_id.as_deref() != Some(id)),
        }
    }

    fn heaviest_test(&self) -> Option<Option<Arc<str>>> {
        let weight = |test: &Option<Arc<str>>| -> usize {
            self.kept.iter().filter(|kept| kept.test_id == *test).map(Kept::bytes).sum()
        };
        self.kept.iter().map(|kept| &kept.test_id).max_by_key(|test| weight(test)).cloned()
    }

    fn drop_oldest_of(&mut self, test_id: &Option<Arc<str>>) {
        if let Some(position) = self.kept.iter().position(|kept| kept.test_id == *test_id) {
            self.kept.remove(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: usize) -> Prepared {
        let encoded = |bytes: usize| Encoded {
            bytes: vec![0; bytes].into(),
            mime_type: "image/png",
            width: 1,
            height: 1,
        };
        Prepared { full: encoded(bytes), thumbnail: encoded(0) }
    }

    fn keep(pictures: &mut Pictures, test: Option<&str>, bytes: usize) {
        let id = pictures.new_id();
        pictures.keep(id, None, test.map(Arc::from), picture(bytes));
    }

    fn ids(pictures: &Pictures) -> Vec<&str> {
        pictures.kept.iter().map(|kept| kept.id.as_str()).collect()
    }

    #[test]
    fn each_test_keeps_its_newest_twenty() {
        let mut pictures = Pictures::default();
        keep(&mut pictures, Some("quiet"), 1);
        for _ in 0..22 {
            keep(&mut pictures, None, 1);
        }
        let expected: Vec<String> = [1].into_iter().chain(4..=23).map(|id| id.to_string()).collect();
        assert_eq!(ids(&pictures), expected);
    }

    #[test]
    fn under_the_byte_bound_the_heaviest_test_pays() {
        let mut pictures = Pictures::default();
        keep(&mut pictures, Some("quiet"), MOST_BYTES / 4);
        for _ in 0..4 {
            keep(&mut pictures, Some("noisy"), MOST_BYTES / 4);
        }
        assert_eq!(ids(&pictures), ["1", "3", "4", "5"]);
    }

    #[test]
    fn clearing_a_test_leaves_the_others() {
        let mut pictures = Pictures::default();
        keep(&mut pictures, Some("one"), 1);
        keep(&mut pictures, None, 1);
        pictures.clear(&Scope::Test("one".into()));
        assert_eq!(ids(&pictures), ["2"]);
        pictures.clear(&Scope::Everything);
        assert!(ids(&pictures).is_empty());
    }
}
