//! Reads a capture file, or what is left of one.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use gasoline_wire::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::archive::{Index, PartHeader, find_parts, unpack};
use super::damage::{Damages, Fault, ReadError};
use super::limits::ReadLimits;
use super::line;
use super::manifest::{FORMAT, Manifest};
use super::part_name::{PartName, PictureSize};
use super::picture::{Image, Picture, PictureRecord};
use crate::compare::pictures::PictureContext;
use crate::intake::{self, Kind};
use crate::learned::Learned;
use crate::redact::{EntryPolicy, EntryRedaction, FingerprintKey, Redactor};
use crate::render::snapshot;
use crate::store::{Entry, LossAccount, Scope, Store, StoreLimits, View};
use crate::test_record::Tests;

/// Characters shown of the version that wrote a file.
const LONGEST_VERSION: usize = 40;

/// What a capture file holds.
#[derive(Debug)]
pub struct Capture {
    /// What it says about itself, if that can be read.
    pub manifest: Option<Manifest>,
    /// When it was saved; without a manifest, the time of the last thing in it.
    pub saved_at: Timestamp,
    /// Its entries, each in its old place.
    pub entries: Vec<Arc<Entry>>,
    /// Its tests.
    pub tests: Tests,
    /// What was learned from entries.
    pub learned: Learned,
    /// Its pictures.
    pub pictures: Vec<Picture>,
    /// What is wrong with the file.
    pub damages: Damages,
}

impl Capture {
    /// A store that answers as the one that was saved.
    pub fn store(&self, limits: StoreLimits, key: FingerprintKey) -> Store {
        let losses = self.manifest.as_ref().map_or_else(LossAccount::default, Manifest::losses);
        Store::restored(limits, key, self.entries.clone(), &losses)
    }

    /// All its entries.
    pub fn view(&self) -> View {
        // Nothing will arrive, so no identity will be hashed.
        let store = self.store(StoreLimits::default(), FingerprintKey::new([0; 16]));
        store.view(&Scope::Everything, &Kind::ALL)
    }

    /// The `/snapshot` document at the moment of saving, in pieces.
    pub fn snapshot(&self) -> impl Iterator<Item = Vec<u8>> + use<> {
        let test_id = self.manifest.as_ref().and_then(|manifest| manifest.test_id.as_deref());
        snapshot::document(self.view(), self.saved_at, test_id)
    }
}

/// Reads as much as can be read of a file.
pub fn read(file: &[u8], redactor: &Redactor, limits: &ReadLimits) -> Result<Capture, ReadError> {
    if file.is_empty() {
        return Err(ReadError::Empty);
    }
    let index = find_parts(file, limits.parts);
    let mut reader = Reader::new(file, redactor, limits);
    reader.read_manifest(&index)?;
    reader.read_parts(&index);
    reader.finish(&index)
}

struct Reader<'f> {
    file: &'f [u8],
    redactor: &'f Redactor,
    limits: &'f ReadLimits,
    /// Bytes that may still be unpacked.
    room: usize,
    /// Parts that were read.
    done: BTreeSet<PartName>,
    manifest: Option<Manifest>,
    entries: Vec<Arc<Entry>>,
    tests: Tests,
    learned: Learned,
    records: Vec<PictureRecord>,
    images: Vec<(u32, PictureSize, Image)>,
    contexts: Vec<(u32, PictureContext)>,
    evidence: Vec<(u32, Arc<[u8]>)>,
    damages: Damages,
}

impl<'f> Reader<'f> {
    fn new(file: &'f [u8], redactor: &'f Redactor, limits: &'f ReadLimits) -> Self {
        Self {
            file,
            redactor,
            limits,
            room: limits.all_bytes,
            done: BTreeSet::new(),
            manifest: None,
            entries: Vec::new(),
            tests: Tests::default(),
            learned: Learned::default(),
            records: Vec::new(),
            images: Vec::new(),
            contexts: Vec::new(),
            evidence: Vec::new(),
            damages: Damages::default(),
        }
    }

    /// The manifest comes first, because it says whether we understand the rest.
    fn read_manifest(&mut self, index: &Index) -> Result<(), ReadError> {
        let is_manifest = |header: &&PartHeader| PartName::parse(&header.name) == Some(PartName::Manifest);
        let headers = index.found.iter().chain(index.listed.iter().flatten());
        for header in headers.filter(is_manifest) {
            if let Ok(text) = unpack(self.file, header, self.limits.part_bytes.min(self.room)) {
                check_format(&text)?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Reads every part by its own header, then what only the index at the end leads to.
    fn read_parts(&mut self, index: &Index) {
        let mut failed: Vec<(PartName, Fault)> = Vec::new();
        for header in &index.found {
            match PartName::parse(&header.name) {
                None => self.damages.note(Some(&header.name), Fault::Unknown),
                Some(name) if self.done.contains(&name) => {
                    self.damages.note(Some(&header.name), Fault::Repeated);
                }
                Some(name) => {
                    if let Err(fault) = self.read_part(&name, header) {
                        failed.push((name, fault));
                    }
                }
            }
        }
        for header in index.listed.iter().flatten() {
            match PartName::parse(&header.name) {
                Some(name) if !self.done.contains(&name) => {
                    if let Err(fault) = self.read_part(&name, header) {
                        failed.push((name, fault));
                    }
                }
                _ => {}
            }
        }
        let mut told = BTreeSet::new();
        for (name, fault) in failed {
            if !self.done.contains(&name) && told.insert(name.clone()) {
                self.damages.note(Some(&name.to_string()), fault);
            }
        }
    }

    fn read_part(&mut self, name: &PartName, header: &PartHeader) -> Result<(), Fault> {
        let content = unpack(self.file, header, self.limits.part_bytes)?;
        self.room =
            self.room.checked_sub(content.len()).ok_or(Fault::NoRoom { most: self.limits.all_bytes })?;
        match name {
            PartName::Manifest => self.manifest = Some(self.known_format(self.document(&content)?)?),
            PartName::Tests => self.tests = self.document(&content)?,
            PartName::Learned => self.learned = self.document(&content)?,
            PartName::Pictures => self.records = self.document(&content)?,
            PartName::Entries { kind, .. } => self.read_entries(&header.name, *kind, &content)?,
            PartName::Picture { place, size, image_type } => {
                let image = Image {
                    image_type: *image_type,
                    width: 0,
                    height: 0,
                    bytes: Bytes::copy_from_slice(&content),
                };
                self.images.push((*place, *size, image));
            }
            PartName::PictureContext { place } => self.contexts.push((*place, self.document(&content)?)),
            PartName::Evidence { place } => self.evidence.push((*place, content.as_ref().into())),
        }
        self.done.insert(name.clone());
        Ok(())
    }

    /// One of our own types, read from redacted text.
    fn document<T: DeserializeOwned>(&self, content: &[u8]) -> Result<T, Fault> {
        let text = std::str::from_utf8(content).map_err(|_| Fault::Content("no text".to_owned()))?;
        let unreadable =
            |error: serde_json::Error| Fault::Content(self.redactor.text(&error.to_string()).into_inner());
        if intake::is_deeper_than(text, self.limits.intake.entry_depth) {
            return Err(Fault::Content("nested too deeply".to_owned()));
        }
        serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(unreadable)?;
        let (EntryRedaction::Untouched(text) | EntryRedaction::Rewritten(text)) =
            self.redactor.entry(text, EntryPolicy::Ordinary);
        serde_json::from_str(text.get()).map_err(unreadable)
    }

    /// A later format was refused before; an earlier one there never was.
    fn known_format(&self, manifest: Manifest) -> Result<Manifest, Fault> {
        let format = manifest.format;
        let unknown = || Fault::Content(format!("format {format} is unknown"));
        (format == FORMAT).then_some(manifest).ok_or_else(unknown)
    }

    /// Takes every line that is an entry; the others cost only themselves.
    fn read_entries(&mut self, part: &str, kind: Kind, content: &[u8]) -> Result<(), Fault> {
        let text: Cow<'_, str> = String::from_utf8_lossy(content);
        let (mut lines, mut refused, mut first) = (0, 0, None);
        for (index, text) in text.lines().enumerate() {
            lines += 1;
            match line::read(self.redactor, &self.limits.intake, kind, text) {
                Ok(entry) => self.entries.push(Arc::new(entry)),
                Err(reason) => {
                    refused += 1;
                    first.get_or_insert((index + 1, reason));
                }
            }
        }
        if let Some((line, reason)) = first {
            self.damages.note(Some(part), Fault::Lines { refused, lines, line, reason });
        }
        Ok(())
    }

    fn finish(mut self, index: &Index) -> Result<Capture, ReadError> {
        if self.done.is_empty() {
            return Err(ReadError::NotACapture);
        }
        let pictures = self.pictures();
        self.join_evidence();
        self.note_missing(index, pictures.len());
        let last = self.last_moment();
        let saved_at = self.manifest.as_ref().map_or(last, |manifest| manifest.saved_at);
        if self.manifest.is_none() {
            self.damages.note(None, Fault::NoTime { assumed: last });
        }
        let Self { manifest, entries, tests, learned, damages, .. } = self;
        Ok(Capture { manifest, saved_at, entries, tests, learned, pictures, damages })
    }

    /// Pictures of which there are pixels.
    fn pictures(&mut self) -> Vec<Picture> {
        let mut pictures: Vec<Picture> = self.records.iter().map(PictureRecord::without_pixels).collect();
        for (place, size, image) in std::mem::take(&mut self.images) {
            let place = place as usize;
            let (Some(picture), Some(record)) = (pictures.get_mut(place), self.records.get(place)) else {
                continue;
            };
            let (slot, known) = match size {
                PictureSize::Full => (&mut picture.full, record.full),
                PictureSize::Thumbnail => (&mut picture.thumbnail, record.thumbnail),
            };
            *slot = known.map(|known| Image { width: known.width, height: known.height, ..image });
        }
        for (place, context) in std::mem::take(&mut self.contexts) {
            if let Some(picture) = pictures.get_mut(place as usize) {
                picture.context = Arc::new(context);
            }
        }
        pictures.retain(|picture| picture.full.is_some() || picture.thumbnail.is_some());
        pictures
    }

    /// Gives each record its evidence, or takes the mention of it away.
    fn join_evidence(&mut self) {
        for (place, record) in (0..).zip(&mut self.tests.ended) {
            let found = self.evidence.iter().find(|(of, _)| *of == place);
            let part = PartName::Evidence { place }.to_string();
            if record.evidence.is_some() && found.is_none() && !self.damages.names(&part) {
                self.damages.note(Some(&part), Fault::Missing);
            }
            record.evidence = record.evidence.take().zip(found).map(|(mut evidence, (_, capture))| {
                evidence.capture = Arc::clone(capture);
                evidence
            });
        }
    }

    /// What should be there and is not.
    fn note_missing(&mut self, index: &Index, pictures: usize) {
        if index.listed.is_none() {
            self.damages.note(None, Fault::NoEnd);
        }
        for name in [PartName::Manifest, PartName::Tests, PartName::Learned] {
            let text = name.to_string();
            if !self.done.contains(&name) && !self.damages.names(&text) {
                self.damages.note(Some(&text), Fault::Missing);
            }
        }
        let Some(manifest) = &self.manifest else { return };
        let found = |array: &str| {
            let kind = Kind::of_buffer(array);
            self.entries.iter().filter(|entry| Some(entry.kind) == kind).count()
        };
        let entries = manifest.entries.iter();
        let counted = entries.map(|(array, expected)| (found(array), *expected, array.clone()));
        let counted = counted.chain([(pictures, manifest.pictures, "pictures".to_owned())]);
        let incomplete: Vec<_> = counted.filter(|(found, expected, _)| found < expected).collect();
        for (found, expected, what) in incomplete {
            self.damages.note(None, Fault::Incomplete { found, expected, what });
        }
    }

    fn last_moment(&self) -> Timestamp {
        let arrivals = self.entries.iter().map(|entry| entry.received_at);
        let ends = self.tests.ended.iter().map(|record| record.ended_at);
        arrivals.chain(ends).max().unwrap_or_default()
    }
}

/// Whether we understand the format. A manifest without a readable number is damaged, which is told elsewhere.
fn check_format(manifest: &[u8]) -> Result<(), ReadError> {
    #[derive(Deserialize)]
    struct Made {
        #[serde(default)]
        gasoline: String,
    }
    #[derive(Deserialize)]
    struct Formatted {
        format: u64,
        made_by: Option<Made>,
    }
    let Ok(Formatted { format, made_by }) = serde_json::from_slice(manifest) else { return Ok(()) };
    if format <= u64::from(FORMAT) {
        return Ok(());
    }
    let version = made_by.map(|made| made.gasoline).unwrap_or_default();
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || ".-+".contains(*character);
    let gasoline: String = version.chars().take_while(is_plain).take(LONGEST_VERSION).collect();
    let gasoline = if gasoline.is_empty() { "of an unknown version".to_owned() } else { gasoline };
    Err(ReadError::Newer { format, gasoline })
}
