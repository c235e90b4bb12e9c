//! The receipt: printed in short, written in full, with pictures as files beside it.

use std::fs;
use std::path::Path;

use gasoline_core::capture_file::Capture;
use gasoline_core::compare::Comparison;
use gasoline_core::runs::{ReceiptFacts, receipt};
use gasoline_wire::ImageType;

use super::VerifyError;
use crate::printer::Printer;
use crate::settings::VerifySettings;

/// Pictures of each side, the latest.
const MOST_PICTURES: usize = 2;

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
        let Some(path) = &settings.output else { return Ok(()) };
        let mut pictures = Vec::new();
        for (name, capture) in &self.pictures {
            pictures.extend(write_pictures(path, name, capture)?);
        }
        let command: Vec<_> = settings.command.iter().map(|word| word.to_string_lossy()).collect();
        let facts = ReceiptFacts {
            command: command.join(" "),
            headline: self.headline,
            runs: self.runs,
            notes: self.notes,
            pictures,
        };
        let text = receipt(&facts, self.comparison);
        fs::write(path, text).map_err(|source| VerifyError::Write { path: path.clone(), source })
    }
}

/// Writes the latest pictures of one side beside the receipt; gives a caption and the file's name for each.
fn write_pictures(
    receipt: &Path,
    side: &str,
    capture: &Capture,
) -> Result<Vec<(String, String)>, VerifyError> {
    let stem = receipt.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let images = capture
        .pictures
        .iter()
        .rev()
        .filter_map(|picture| picture.full.as_ref().or(picture.thumbnail.as_ref()));
    let mut written = Vec::new();
    for (index, image) in images.take(MOST_PICTURES).enumerate() {
        let ending = match image.image_type {
            ImageType::Png => "png",
            ImageType::Jpeg => "jpg",
        };
        let name = format!("{stem}-{side}-{}.{ending}", index + 1);
        let path = receipt.with_file_name(&name);
        fs::write(&path, &image.bytes).map_err(|source| VerifyError::Write { path, source })?;
        written.push((side.to_owned(), name));
    }
    Ok(written)
}
