//! `gasoline bug-report`: what `generate_bug_report` tells agents, as a file with pictures beside it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::analysis::query::Query;
use gasoline_core::bug_report::{self, BugReport, NothingToReport, PictureLink, ReportPicture};
use gasoline_core::capture_file::{Capture, Image};
use gasoline_core::redact::FingerprintKey;
use gasoline_core::store::{Scope, StoreLimits};
use thiserror::Error;

use super::report::ReportError;
use super::{CommandError, captures};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::server_client::ServerClientError;
use crate::settings::{BugReportSettings, ReportImages};

/// Why there is no report.
#[derive(Debug, Error)]
pub(crate) enum BugReportError {
    #[error(transparent)]
    Captures(#[from] ReportError),
    #[error(transparent)]
    Nothing(#[from] NothingToReport),
    #[error("pictures as files need a file to stand beside")]
    NoPlaceForFiles,
    #[error("cannot write `{}`", path.display())]
    Output {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

impl BugReportError {
    /// 3 where there is no data.
    pub(super) fn status(&self) -> ExitCode {
        match self {
            Self::Captures(_) | Self::Nothing(_) => ExitCode::from(3),
            Self::NoPlaceForFiles | Self::Output { .. } => ExitCode::from(2),
        }
    }
}

impl Hint for BugReportError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Captures(ReportError::Server(ServerClientError::Refused { .. })) => {
                Some("name a capture file, or start `gasoline` and make it happen".to_owned())
            }
            Self::Captures(error) => error.hint(),
            Self::NoPlaceForFiles => Some("name the report's file with `--output`".to_owned()),
            Self::Nothing(_) | Self::Output { .. } => None,
        }
    }
}

/// Writes the report of the last bug.
pub(super) async fn run(settings: BugReportSettings, printer: Printer) -> Result<(), CommandError> {
    if settings.images == ReportImages::Files && settings.output.is_none() {
        return Err(BugReportError::NoPlaceForFiles.into());
    }
    let mut loaded: Option<Capture> = None;
    captures::each(&settings.source, &settings.sensitive_names, |capture| loaded = Some(capture))
        .await
        .map_err(BugReportError::from)?;
    let capture = loaded.ok_or(NothingToReport).map_err(BugReportError::from)?;
    let report = gathered(&capture, &settings).map_err(BugReportError::from)?;
    Ok(write(&report, &capture, &settings, printer)?)
}

fn gathered(capture: &Capture, settings: &BugReportSettings) -> Result<BugReport, NothingToReport> {
    let scope = settings.test_id.as_ref().map_or(Scope::Everything, |test| Scope::Test(test.as_str().into()));
    // Nothing will arrive, so no identity will be hashed.
    let store = capture.store(StoreLimits::default(), FingerprintKey::new([0; 16]));
    let query = Query { limit: usize::MAX, url_filter: settings.url.clone(), ..Query::default() };
    bug_report::gather(&store.view(&scope, &bug_report::KINDS), &query, capture.saved_at, &settings.options)
}

fn write(
    report: &BugReport,
    capture: &Capture,
    settings: &BugReportSettings,
    printer: Printer,
) -> Result<(), BugReportError> {
    let stem = settings.output.as_deref().and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
    let file_name =
        |picture: &ReportPicture, image: &Image| format!("{stem}-{}.{}", picture.name, image.file_ending());
    let link = |picture: &ReportPicture| match (settings.images, image_of(capture, picture)) {
        (ReportImages::None | ReportImages::NotSaid, _) => PictureLink::Unwanted,
        (_, None) => PictureLink::Gone,
        (ReportImages::Files, Some(image)) => PictureLink::At(encoded(&file_name(picture, image))),
        (ReportImages::Embed, Some(image)) => PictureLink::At(data_url(image)),
    };
    let text = report.markdown(&link, usize::MAX).text;
    let Some(path) = &settings.output else {
        if settings.images == ReportImages::NotSaid && !report.pictures.is_empty() {
            printer.warning("pictures are left out; `--output FILE` puts them beside it");
        }
        printer.answer(text.trim_end());
        return Ok(());
    };
    save(path, text.as_bytes())?;
    let mut pictures = 0;
    for picture in report.pictures.iter().filter(|_| settings.images == ReportImages::Files) {
        let Some(image) = image_of(capture, picture) else { continue };
        save(&path.with_file_name(file_name(picture, image)), &image.bytes)?;
        pictures += 1;
    }
    let beside = match pictures {
        0 => String::new(),
        1 => ", with 1 picture beside it".to_owned(),
        more => format!(", with {more} pictures beside it"),
    };
    printer.answer(&format!("wrote `{}`{beside}", path.display()));
    Ok(())
}

/// The picture, in full size if it was kept.
fn image_of<'c>(capture: &'c Capture, wanted: &ReportPicture) -> Option<&'c Image> {
    let picture = capture.pictures.iter().find(|picture| picture.id == wanted.id)?;
    picture.full.as_ref().or(picture.thumbnail.as_ref())
}

fn data_url(image: &Image) -> String {
    format!("data:{};base64,{}", image.image_type.mime_type(), BASE64_STANDARD.encode(&image.bytes))
}

/// A file's name as part of a link.
fn encoded(name: &str) -> String {
    let mut link = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            link.push_str(&format!("%{byte:02X}"));
        }
    }
    link
}

fn save(path: &Path, content: &[u8]) -> Result<(), BugReportError> {
    fs::write(path, content).map_err(|source| BugReportError::Output { path: path.to_owned(), source })
}
