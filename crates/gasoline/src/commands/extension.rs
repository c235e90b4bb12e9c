//! `gasoline extension`: writes the embedded browser extension where Chrome can load it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gasoline_server::platform::replace_file;
use include_dir::{Dir, File};
use serde_json::Value;
use thiserror::Error;

use crate::bundle::EXTENSION;
use crate::failure::Hint;
use crate::printer::Printer;
use crate::settings::ExtensionSettings;

/// The file that makes a folder an extension. It is written last, so that Chrome never finds a half-written one.
const MANIFEST: &str = "manifest.json";

/// Why the extension could not be written.
#[derive(Debug, Error)]
pub(crate) enum ExtensionError {
    #[error("cannot write `{}`", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("`{}` holds other files", folder.display())]
    ForeignFolder { folder: PathBuf },
}

impl Hint for ExtensionError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Write { .. } => Some("choose another folder with `--dir`".to_owned()),
            Self::ForeignFolder { .. } => Some("choose an empty or a new folder with `--dir`".to_owned()),
        }
    }
}

/// Writes the files and says how to load them.
pub(super) fn run(settings: &ExtensionSettings, printer: Printer) -> Result<(), ExtensionError> {
    let folder = &settings.folder;
    if !is_ours(folder) {
        return Err(ExtensionError::ForeignFolder { folder: folder.clone() });
    }
    for file in files(&EXTENSION).filter(|file| file.path() != Path::new(MANIFEST)) {
        write(&folder.join(file.path()), file.contents())?;
    }
    write(&folder.join(MANIFEST), &manifest(settings))?;
    printer.answer(&instructions(folder));
    Ok(())
}

/// Whether the folder is new, empty, or one we wrote before. Anything else a person would not thank us for.
fn is_ours(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return true;
    };
    let key = |manifest: &[u8]| {
        let manifest: Option<Value> = serde_json::from_slice(manifest).ok();
        manifest?.get("key").cloned()
    };
    let present = fs::read(folder.join(MANIFEST)).ok().and_then(|manifest| key(&manifest));
    entries.next().is_none() || (present.is_some() && present == key(bundled_manifest()))
}

fn files<'a>(folder: &'a Dir<'a>) -> Box<dyn Iterator<Item = &'a File<'a>> + 'a> {
    Box::new(folder.files().chain(folder.dirs().flat_map(files)))
}

fn bundled_manifest() -> &'static [u8] {
    EXTENSION.get_file(MANIFEST).expect("the bundle is complete").contents()
}

/// The bundled manifest with further sites for every content script, and maybe a further permission.
fn manifest(ExtensionSettings { sites, debugger, .. }: &ExtensionSettings) -> Vec<u8> {
    let mut manifest: Value =
        serde_json::from_slice(bundled_manifest()).expect("the bundled manifest is JSON");
    let scripts = manifest["content_scripts"].as_array_mut();
    for script in scripts.into_iter().flatten() {
        let Some(matches) = script["matches"].as_array_mut() else {
            continue;
        };
        let further = sites.iter().map(|site| Value::from(site.as_str()));
        matches.extend(further);
    }
    if *debugger && let Some(permissions) = manifest["permissions"].as_array_mut() {
        permissions.push(Value::from("debugger"));
    }
    format!("{manifest:#}\n").into_bytes()
}

fn write(path: &Path, content: &[u8]) -> Result<(), ExtensionError> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| replace_file(path, content));
    written.map_err(|source| ExtensionError::Write { path: path.to_owned(), source })
}

fn instructions(folder: &Path) -> String {
    format!(
        "\
Wrote the extension to {}

To load it in Chrome, Edge or another Chromium browser:
  1. Open chrome://extensions
  2. Turn on \"Developer mode\" (top right)
  3. Choose \"Load unpacked\" and select that folder

After an update run this again and press the reload button on the extension's card.",
        folder.display()
    )
}
