//! The pixels of screenshots, kept beside the store under bounds of their own.
//!
//! What is known of a picture is an entry of the store and outlives the pixels. Like the store, a test that takes many
//! pictures cannot push out those of another.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_core::capture_file::{Image, Picture};
use gasoline_core::store::Scope;

/// Pictures kept per test, and of everything that belongs to no test.
const MOST_PER_TEST: usize = 20;

/// Bytes over all tests, thumbnails included.
const MOST_BYTES: usize = 6 * 1024 * 1024;

/// Pictures, oldest first.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    kept: VecDeque<Picture>,
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

    /// Pictures that a capture file holds, whatever the bounds: they were kept once.
    pub(super) fn restored(pictures: Vec<Picture>) -> Self {
        Self { kept: pictures.into(), last_id: 0 }
    }

    /// The pictures within `scope`, oldest first.
    pub(super) fn within(&self, scope: &Scope) -> Vec<Picture> {
        self.kept.iter().filter(|kept| scope.includes(kept.test_id.as_deref())).cloned().collect()
    }

    /// Keeps a picture; the oldest of the same test goes when there are too many, then the oldest of whichever test
    /// holds most bytes.
    pub(super) fn keep(&mut self, picture: Picture) {
        if self.kept.iter().filter(|kept| kept.test_id == picture.test_id).count() >= MOST_PER_TEST {
            self.drop_oldest_of(&picture.test_id);
        }
        self.kept.push_back(picture);
        while self.kept.iter().map(Picture::bytes).sum::<usize>() > MOST_BYTES {
            let Some(heaviest) = self.heaviest_test() else { return };
            self.drop_oldest_of(&heaviest);
        }
    }

    /// The picture `id`, if it is still kept.
    pub(super) fn get(&self, id: &str, size: Size) -> Option<Image> {
        let picture = self.kept.iter().find(|kept| kept.id == id)?;
        match size {
            Size::Full => picture.full.clone(),
            Size::Thumbnail => picture.thumbnail.clone(),
        }
    }

    /// The newest picture of a test, its small copy alone.
    pub(super) fn newest_thumbnail(&self, test_id: &str) -> Option<Picture> {
        let of_test = |kept: &&Picture| kept.test_id.as_deref() == Some(test_id);
        let newest = self.kept.iter().rev().find(of_test)?;
        Some(Picture { full: None, ..newest.clone() })
    }

    /// The id of the capture that was sent under `event_id` before.
    pub(super) fn id_of(&self, event_id: &str) -> Option<&str> {
        let same = |kept: &&Picture| kept.event_id.as_deref() == Some(event_id);
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
            self.kept.iter().filter(|kept| kept.test_id == *test).map(Picture::bytes).sum()
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
    use gasoline_wire::ImageType;

    use super::*;

    fn keep(pictures: &mut Pictures, test: Option<&str>, bytes: usize) {
        let image = Image { image_type: ImageType::Png, width: 1, height: 1, bytes: vec![0; bytes].into() };
        let id = pictures.new_id();
        let test_id = test.map(Arc::from);
        pictures.keep(Picture { id, event_id: None, test_id, full: Some(image), thumbnail: None });
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
