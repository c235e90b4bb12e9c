//! The pixels of screenshots, kept beside the store under bounds of their own.
//!
//! What is known of a picture is an entry of the store and outlives the pixels. Like the store, a test that takes many
//! pictures cannot push out those of another.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use gasoline_core::capture_file::{Image, Picture};
use gasoline_core::store::Scope;
use gasoline_wire::PictureElement;

use crate::picture_difference::KeptImage;

/// Pictures kept per test, and of everything that belongs to no test.
const MOST_PER_TEST: usize = 20;

/// Bytes over all tests, thumbnails included.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// About what an element takes besides its texts.
const ELEMENT_BYTES: usize = 96;

/// A picture with what capture files do not hold of it.
#[derive(Clone, Debug)]
pub(super) struct KeptPicture {
    pub(super) picture: Picture,
    /// The pieces of a full page below the first.
    pub(super) tiles: Vec<Image>,
}

impl KeptPicture {
    fn bytes(&self) -> usize {
        let element = |element: &PictureElement| {
            ELEMENT_BYTES + element.selector.len() + element.text.as_ref().map_or(0, String::len)
        };
        self.picture.bytes()
            + self.tiles.iter().map(|tile| tile.bytes.len()).sum::<usize>()
            + self.picture.context.elements.iter().map(element).sum::<usize>()
    }

    fn test_id(&self) -> &Option<Arc<str>> {
        &self.picture.test_id
    }
}

/// Pictures, oldest first.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    kept: VecDeque<KeptPicture>,
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
        let kept = |picture| KeptPicture { picture, tiles: Vec::new() };
        Self { kept: pictures.into_iter().map(kept).collect(), last_id: 0 }
    }

    /// The pictures within `scope`, oldest first.
    pub(super) fn within(&self, scope: &Scope) -> Vec<Picture> {
        let pictures = self.kept.iter().map(|kept| &kept.picture);
        pictures.filter(|picture| scope.includes(picture.test_id.as_deref())).cloned().collect()
    }

    /// Keeps a picture; the oldest of the same test goes when there are too many, then the oldest of whichever test
    /// holds most bytes.
    pub(super) fn keep(&mut self, picture: KeptPicture) {
        let test_id = picture.test_id().clone();
        if self.kept.iter().filter(|kept| *kept.test_id() == test_id).count() >= MOST_PER_TEST {
            self.drop_oldest_of(&test_id);
        }
        self.kept.push_back(picture);
        while self.kept.iter().map(KeptPicture::bytes).sum::<usize>() > MOST_BYTES {
            let Some(heaviest) = self.heaviest_test() else { return };
            self.drop_oldest_of(&heaviest);
        }
    }

    /// The picture `id`, if it is still kept.
    pub(super) fn get(&self, id: &str, size: Size) -> Option<Image> {
        let picture = &self.find(id)?.picture;
        match size {
            Size::Full => picture.full.clone(),
            Size::Thumbnail => picture.thumbnail.clone(),
        }
    }

    /// The elements that each kept picture shows, by its id.
    pub(super) fn elements(&self) -> BTreeMap<String, Vec<PictureElement>> {
        let pictures = self.kept.iter().map(|kept| &kept.picture);
        let known = pictures.filter(|picture| !picture.context.elements.is_empty());
        known.map(|picture| (picture.id.clone(), picture.context.elements.clone())).collect()
    }

    /// The picture `id` with everything that is known of it, if its pixels are still kept.
    pub(super) fn whole(&self, id: &str) -> Option<KeptImage> {
        let KeptPicture { picture, tiles } = self.find(id)?;
        let image = picture.full.clone()?;
        Some(KeptImage { image, tiles: tiles.clone(), context: Arc::clone(&picture.context) })
    }

    fn find(&self, id: &str) -> Option<&KeptPicture> {
        self.kept.iter().find(|kept| kept.picture.id == id)
    }

    /// The newest picture of a test, its small copy alone: evidence is small.
    pub(super) fn newest_thumbnail(&self, test_id: &str) -> Option<Picture> {
        let mut newest_first = self.kept.iter().rev().map(|kept| &kept.picture);
        let newest = newest_first.find(|picture| picture.test_id.as_deref() == Some(test_id))?;
        Some(Picture { full: None, context: Arc::default(), ..newest.clone() })
    }

    /// The id of the capture that was sent under `event_id` before.
    pub(super) fn id_of(&self, event_id: &str) -> Option<&str> {
        let mut pictures = self.kept.iter().map(|kept| &kept.picture);
        let same = pictures.find(|picture| picture.event_id.as_deref() == Some(event_id))?;
        Some(same.id.as_str())
    }

    /// Removes the pictures within `scope`.
    pub(super) fn clear(&mut self, scope: &Scope) {
        match scope {
            Scope::Everything => self.kept.clear(),
            Scope::Test(id) => self.kept.retain(|kept| kept.test_id().as_deref() != Some(id)),
        }
    }

    fn heaviest_test(&self) -> Option<Option<Arc<str>>> {
        let weight = |test: &Option<Arc<str>>| -> usize {
            self.kept.iter().filter(|kept| kept.test_id() == test).map(KeptPicture::bytes).sum()
        };
        self.kept.iter().map(KeptPicture::test_id).max_by_key(|test| weight(test)).cloned()
    }

    fn drop_oldest_of(&mut self, test_id: &Option<Arc<str>>) {
        if let Some(position) = self.kept.iter().position(|kept| kept.test_id() == test_id) {
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
        let context = Arc::default();
        let picture = Picture { id, event_id: None, test_id, full: Some(image), thumbnail: None, context };
        pictures.keep(KeptPicture { picture, tiles: Vec::new() });
    }

    fn ids(pictures: &Pictures) -> Vec<&str> {
        pictures.kept.iter().map(|kept| kept.picture.id.as_str()).collect()
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
