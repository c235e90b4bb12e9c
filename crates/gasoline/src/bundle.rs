//! The browser extension as it was built, embedded: written out by `gasoline extension`, and the source of the scripts
//! that `gasoline attach` runs in pages when they are asked something.

use include_dir::{Dir, include_dir};

/// Every file of the extension.
pub(crate) static EXTENSION: Dir<'_> =
    include_dir!("$CARGO_MANIFEST_DIR/../../packages/gasoline-extension/dist");

/// The text of one of its scripts.
pub(crate) fn script(name: &str) -> Option<&'static str> {
    EXTENSION.get_file(name)?.contents_utf8()
}
