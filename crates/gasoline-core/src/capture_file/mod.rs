//! A capture as one file that can be read back: `.gasoline`.
//!
//! A ZIP archive of parts: `manifest.json` first (format, who saved it when, what is missing), `tests.json`, `learned.json`,
//! `entries/TEST/KIND.jsonl` with one entry a line, `pictures.json` and the pictures themselves, and for each failed test
//! `evidence/TEST.gasoline`, a capture file of its own. `unzip` reads it. Long lists of entries go on in further parts, so
//! that the writer never holds more than a piece, and a damaged part costs only itself.
//!
//! [`read`] gives back what can be read, entries in their old places, and a list of what is damaged. It trusts nothing: sizes,
//! counts and names are checked against bounds of our own, and texts are redacted again.
//!
//! # Versioning promise
//!
//! [`FORMAT`] changes only when an older reader would misunderstand a newer file. A new part or field does not change it:
//! readers ignore what they do not know, and say so.

mod archive;
mod damage;
mod limits;
mod line;
mod manifest;
mod part_name;
mod picture;
mod read;
mod reported;
mod test_runs;
mod write;

pub use damage::{Damage, Damages, ReadError};
pub use limits::ReadLimits;
pub use manifest::{FORMAT, Maker, Manifest};
pub use picture::{Image, Picture};
pub use read::{Capture, read};
pub use reported::ReportOptions;
pub use write::{CaptureWriter, Saved};

/// What capture files are called at their end.
pub const FILE_ENDING: &str = "gasoline";
/// Their media type.
pub const MEDIA_TYPE: &str = "application/vnd.gasoline.capture+zip";

#[cfg(test)]
mod tests;
