//! The receipt: printed in short, written in full, with pictures as files beside it.

use std::fs;
use std::path::Path;

use gasoline_core::capture_file::{Capture, Image};
use gasoline_core::compare::Comparison;
use gasoline_core::compare::pictures::{PictureDifference, pairs};
use gasoline_core::intake::Kind;
use gasoline_core::runs::{ReceiptFacts, receipt};
use gasoline_server::compare_pictures;
use gasoline_wire::ScreenshotEntry;

use super::VerifyError;
use crate::printer::Printer;
use crate::settings::VerifySettings;

/// Pictures of each side, the latest.
const MOST_PICTURES: usize = 2;

/// Elements named of each page.
const MOST_ELEMENTS: usize = 10;

/// What a receipt says.
pub(super) struct Receipt<'r> {
    pub(super) headline: String,
    pub(super) runs: Vec<(String, String)>,
    pub(super) comparison: Option<&'r Comparison>,
    pub(super) pictures: Vec<(&'static str, &'r Capture)>,
    pub(super) notes: Vec<String>,
}

impl Receipt<'_> {
    /// Prints the verdict, and writes the receipt if a file is named for it.
    pub(super) fn finish(self, settings: &VerifySettings, printer: Printer) -> Result<(), VerifyError> {
        printer.answer(&self.headline);
        for (name, result) in &self.runs {
            printer.answer(&format!("  {name}: {result}"));
        }
        let changes = self.comparison.iter().flat_map(|found| found.new_issues.iter().chain(&found.changes));
        for change in changes {
            let fate = serde_json::to_value(change.fate).ok();
            let fate = fate.as_ref().and_then(|fate| fate.as_str()).unwrap_or_default().replace('_', " ");
            printer.answer(&format!("  {fate}: {} → {}", change.before, change.after));
        }
        let compared = self.compared();
        for (page, found, _) in &compared {
            printer.answer(&format!("  looks of {page}: {}", found.summary()));
        }
        let Some(path) = &settings.output else { return Ok(()) };
        let mut pictures = Vec::new();
        for (name, capture) in &self.pictures {
            pictures.extend(write_pictures(path, name, capture)?);
        }
        for (index, (page, found, marked)) in compared.iter().enumerate() {
            if found.changed_pixels > 0 {
                let name = write_picture(path, &format!("changes-{}", index + 1), marked)?;
                pictures.push((format!("what changed on {page}"), name));
            }
        }
        let looks = compared.iter().map(|(page, found, _)| (page.clone(), sentences(found))).collect();
        let command: Vec<_> = settings.command.iter().map(|word| word.to_string_lossy()).collect();
        let facts = ReceiptFacts {
            command: command.join(" "),
            headline: self.headline,
            runs: self.runs,
            notes: self.notes,
            looks,
            pictures,
        };
        let text = receipt(&facts, self.comparison);
        fs::write(path, text).map_err(|source| VerifyError::Write { path: path.clone(), source })
    }
}

impl Receipt<'_> {
    /// Pages that both sides have a picture of: what changed, and the later picture with it marked.
    fn compared(&self) -> Vec<(String, PictureDifference, Image)> {
        let [(_, before), (_, after)] = self.pictures.as_slice() else { return Vec::new() };
        let (earlier, later) = (taken(before), taken(after));
        let compared = pairs(&earlier, &later).into_iter().filter_map(|pair| {
            let one = before.pictures.iter().find(|picture| picture.id == pair.before.id)?;
            let two = after.pictures.iter().find(|picture| picture.id == pair.after.id)?;
            let (found, marked) = compare_pictures(one, two)?;
            Some((pair.page(), found, marked))
        });
        compared.collect()
    }
}

/// What a capture says of its pictures, in order of time.
fn taken(capture: &Capture) -> Vec<ScreenshotEntry> {
    let mut entries: Vec<_> = capture.entries.iter().filter(|entry| entry.kind == Kind::Screenshot).collect();
    entries.sort_by_key(|entry| (entry.time, entry.seq));
    entries.into_iter().filter_map(|entry| serde_json::from_str(entry.text()).ok()).collect()
}

/// How much changed, then what became of elements, then what limits the comparison.
fn sentences(found: &PictureDifference) -> Vec<String> {
    let elements = found.elements.iter().take(MOST_ELEMENTS);
    [found.summary()].into_iter().chain(elements.cloned()).chain(found.notes.iter().cloned()).collect()
}

/// Writes a picture beside the receipt; the file's name.
fn write_picture(receipt: &Path, name: &str, image: &Image) -> Result<String, VerifyError> {
    let stem = receipt.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}-{name}.{}", image.file_ending());
    let path = receipt.with_file_name(&name);
    fs::write(&path, &image.bytes).map_err(|source| VerifyError::Write { path, source })?;
    Ok(name)
}

/// Writes the latest pictures of one side beside the receipt; gives a caption and the file's name for each.
fn write_pictures(
    receipt: &Path,
    side: &str,
    capture: &Capture,
) -> Result<Vec<(String, String)>, VerifyError> {
    let images = capture
        .pictures
        .iter()
        .rev()
        .filter_map(|picture| picture.full.as_ref().or(picture.thumbnail.as_ref()));
    let mut written = Vec::new();
    for (index, image) in images.take(MOST_PICTURES).enumerate() {
        let name = write_picture(receipt, &format!("{side}-{}", index + 1), image)?;
        written.push((side.to_owned(), name));
    }
    Ok(written)
}
