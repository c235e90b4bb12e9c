//! The last link: whether an editor is set up to start `gasoline mcp`.
//!
//! Editors keep secrets of other tools in the same files. Of their content nothing is shown but whether we are in it,
//! and the line of a syntax error.

mod comments;
mod configuration;
mod places;

use std::path::Path;

use gasoline_server::platform::UserFolders;

use self::configuration::Configuration;
use self::places::{Place, places};
use super::finding::{Finding, Link};

const SET_UP: &str = "add `gasoline mcp` to your editor as `gasoline mcp --help` shows";

/// Reads every configuration file that exists in the usual places.
pub(super) fn examine(folders: Option<&UserFolders>, project: &Path) -> Finding {
    let read = |place: Place| Configuration::read(&place).map(|configuration| (place, configuration));
    let files: Vec<(Place, Configuration)> = places(folders, project).into_iter().filter_map(read).collect();
    if files.is_empty() {
        return Link::Editors.warning("no configuration file of an editor found", SET_UP);
    }
    let found = files.iter().map(describe).collect::<Vec<_>>().join(", ");
    if let Some((place, _)) = files.iter().find(|(_, file)| file.is_ours_but_unreadable()) {
        return Link::Editors.broken(found, format!("correct {place}: its editor cannot read it"));
    }
    if !files.iter().any(|(_, file)| *file == Configuration::WithGasoline) {
        return Link::Editors.warning(found, SET_UP);
    }
    match files.iter().find(|(_, file)| !file.is_readable()) {
        Some((place, _)) => Link::Editors.warning(found, format!("correct {place} if you use that editor")),
        None => Link::Editors.ok(found),
    }
}

fn describe((place, configuration): &(Place, Configuration)) -> String {
    match configuration {
        Configuration::WithGasoline => format!("{place} has gasoline"),
        Configuration::WithoutGasoline => format!("{place} is without gasoline"),
        Configuration::Invalid { line, .. } => format!("{place} is not valid JSON at line {line}"),
        Configuration::Unreadable { reason } => format!("{place} cannot be read ({reason})"),
    }
}
