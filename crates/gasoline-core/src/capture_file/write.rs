//! Writes a capture file in pieces, each a whole part: what is written is never in memory as a whole.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;
use gasoline_wire::Timestamp;
use serde::Serialize;

use super::archive::{ArchiveWriter, Packing};
use super::line;
use super::manifest::{Maker, Manifest, TestFolder};
use super::part_name::{PartName, PictureSize};
use super::picture::{Image, Picture, PictureRecord};
use crate::compare::pictures::PictureContext;
use crate::intake::Kind;
use crate::learned::Learned;
use crate::store::{Contents, Entry, Scope, View};
use crate::test_record::{TestRecord, Tests};

/// Text of a part of entries before it is compressed. Deflate looks 32 KB back, so longer parts would hardly be smaller,
/// and a shorter one costs less when it is damaged.
const PART_BYTES: usize = 256 * 1024;

/// What is saved.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Now.
    pub saved_at: Timestamp,
    /// Who saves it.
    pub made_by: Maker,
    /// Everything, or one test.
    pub scope: Scope,
    /// Entries and what is missing among them.
    pub contents: Contents,
    /// Tests, with the evidence of the failed ones.
    pub tests: Tests,
    /// What was learned from entries.
    pub learned: Learned,
    /// Pictures.
    pub pictures: Vec<Picture>,
}

/// Entries of one test and kind.
#[derive(Debug)]
struct EntryList {
    folder: u32,
    kind: Kind,
    /// Number of the next part.
    number: u32,
    left: VecDeque<Arc<Entry>>,
}

/// What is still to be written.
#[derive(Debug)]
enum Step {
    Document(PartName, Vec<u8>),
    Entries(EntryList),
    Raw(PartName, Bytes),
}

/// The pieces of a capture file, in order.
#[derive(Debug)]
pub struct CaptureWriter {
    archive: Option<ArchiveWriter>,
    steps: VecDeque<Step>,
}

impl CaptureWriter {
    /// A writer of everything in `saved`. Entries, pictures and evidence are shared with their owners.
    pub fn new(saved: Saved) -> Self {
        let Saved { saved_at, made_by, scope, contents, tests, learned, pictures } = saved;
        let mut manifest = Manifest::of(&contents, saved_at, made_by);
        manifest.test_id = scope.test_id().map(Arc::from);
        manifest.tests = tests.ended.len();
        manifest.pictures = pictures.len();
        let lists = by_test(&contents.view);
        manifest.folders = folders(&lists);
        let mut steps = VecDeque::from([
            Step::Document(PartName::Manifest, json(&manifest)),
            Step::Document(PartName::Tests, json(&tests)),
            Step::Document(PartName::Learned, json(&learned)),
        ]);
        steps.extend(lists.into_values().flatten().map(Step::Entries));
        if !pictures.is_empty() {
            let records: Vec<_> = pictures.iter().map(PictureRecord::of).collect();
            steps.push_back(Step::Document(PartName::Pictures, json(&records)));
        }
        steps.extend((0..).zip(&pictures).flat_map(|(place, picture)| picture_steps(place, picture)));
        steps.extend(evidence_steps(&tests));
        Self { archive: Some(ArchiveWriter::default()), steps }
    }

    fn write(&mut self, step: Step) -> Vec<u8> {
        match step {
            Step::Document(name, text) => self.part(&name, &text, Packing::Deflated),
            Step::Raw(name, bytes) => self.part(&name, &bytes, Packing::Stored),
            Step::Entries(mut list) => {
                let (folder, kind, number) = (list.folder, list.kind, list.number);
                let text = list.next_lines();
                if !list.left.is_empty() {
                    self.steps.push_front(Step::Entries(list));
                }
                self.part(&PartName::Entries { folder, kind, number }, &text, Packing::Deflated)
            }
        }
    }

    fn part(&mut self, name: &PartName, content: &[u8], packing: Packing) -> Vec<u8> {
        self.archive
            .as_mut()
            .map(|archive| archive.part(name.to_string(), content, packing))
            .unwrap_or_default()
    }
}

impl Iterator for CaptureWriter {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        match self.steps.pop_front() {
            Some(step) => Some(self.write(step)),
            None => self.archive.take().map(ArchiveWriter::finish),
        }
    }
}

impl EntryList {
    /// The lines of the next part.
    fn next_lines(&mut self) -> Vec<u8> {
        let mut text = Vec::with_capacity(PART_BYTES);
        while text.len() < PART_BYTES
            && let Some(entry) = self.left.pop_front()
        {
            line::write(&entry, &mut text);
        }
        self.number += 1;
        text
    }
}

type ListsByTest = BTreeMap<Option<Arc<str>>, Vec<EntryList>>;

/// The entries of each test, kind by kind; those of no test come first.
fn by_test(view: &View) -> ListsByTest {
    let mut lists = ListsByTest::new();
    for kind in Kind::ALL {
        for entry in view.entries(kind) {
            let of_test = lists.entry(entry.test_id.clone()).or_default();
            if of_test.last().is_none_or(|list| list.kind != kind) {
                of_test.push(EntryList { folder: 0, kind, number: 1, left: VecDeque::new() });
            }
            if let Some(list) = of_test.last_mut() {
                list.left.push_back(Arc::clone(entry));
            }
        }
    }
    // What belongs to no test has folder 0, whether there is any or not.
    let first = u32::from(!lists.contains_key(&None));
    for (folder, of_test) in (first..).zip(lists.values_mut()) {
        of_test.iter_mut().for_each(|list| list.folder = folder);
    }
    lists
}

fn folders(lists: &ListsByTest) -> Vec<TestFolder> {
    let folder_of = |lists: &Vec<EntryList>| lists.first().map_or(0, |list| list.folder);
    let folder = |(test_id, lists): (&Option<Arc<str>>, &Vec<EntryList>)| TestFolder {
        folder: format!("{:04}", folder_of(lists)),
        test_id: test_id.clone(),
    };
    lists.iter().map(folder).collect()
}

fn picture_steps(place: u32, picture: &Picture) -> impl Iterator<Item = Step> + use<> {
    let step = |size, image: Option<&Image>| {
        let Image { image_type, bytes, .. } = image?;
        let name = PartName::Picture { place, size, image_type: *image_type };
        Some(Step::Raw(name, bytes.clone()))
    };
    let full = step(PictureSize::Full, picture.full.as_ref());
    let thumbnail = step(PictureSize::Thumbnail, picture.thumbnail.as_ref());
    let is_known = *picture.context != PictureContext::default();
    let context =
        is_known.then(|| Step::Document(PartName::PictureContext { place }, json(picture.context.as_ref())));
    full.into_iter().chain(thumbnail).chain(context)
}

fn evidence_steps(tests: &Tests) -> Vec<Step> {
    let step = |(place, record): (u32, &TestRecord)| {
        let capture = Arc::clone(&record.evidence.as_ref()?.capture);
        Some(Step::Raw(PartName::Evidence { place }, Bytes::from_owner(capture)))
    };
    (0..).zip(&tests.ended).filter_map(step).collect()
}

/// Our own types always become JSON.
fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec_pretty(value).unwrap_or_default()
}
