//! Where editors look for MCP servers.

use std::fmt;
use std::path::{Path, PathBuf};

use gasoline_server::platform::UserFolders;

/// What an editor accepts in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Json,
    /// JSON with comments and trailing commas.
    JsonWithComments,
}

/// A file that an editor reads if it exists.
#[derive(Debug)]
pub(super) struct Place {
    editor: &'static str,
    pub(super) path: PathBuf,
    shown: String,
    pub(super) syntax: Syntax,
}

/// For messages: `Cursor (~/.cursor/mcp.json)`.
impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.editor, self.shown)
    }
}

type Row = (&'static str, &'static str, Syntax);

const IN_HOME: [Row; 4] = [
    ("Claude Code", ".claude.json", Syntax::Json),
    ("Cursor", ".cursor/mcp.json", Syntax::Json),
    ("Windsurf", ".codeium/windsurf/mcp_config.json", Syntax::Json),
    // On macOS too, where other programs have another configuration folder.
    ("Zed", ".config/zed/settings.json", Syntax::JsonWithComments),
];

const IN_CONFIGURATION: [Row; 2] = [
    ("VS Code", "Code/User/mcp.json", Syntax::JsonWithComments),
    ("Zed", "zed/settings.json", Syntax::JsonWithComments),
];

const IN_PROJECT: [Row; 3] = [
    ("Claude Code", ".mcp.json", Syntax::Json),
    ("Cursor", ".cursor/mcp.json", Syntax::Json),
    ("VS Code", ".vscode/mcp.json", Syntax::JsonWithComments),
];

/// The places for this user and this project, each file once.
pub(super) fn places(folders: Option<&UserFolders>, project: &Path) -> Vec<Place> {
    let mut places = Vec::new();
    if let Some(UserFolders { home, configuration }) = folders {
        places.extend(IN_HOME.map(|row| place(row, home, "~")));
        let shown = shown_from(home, configuration);
        places.extend(IN_CONFIGURATION.map(|row| place(row, configuration, &shown)));
    }
    places.extend(IN_PROJECT.map(|row| place(row, project, ".")));
    let mut seen = Vec::new();
    places.retain(|place| {
        let is_new = !seen.contains(&place.path);
        seen.push(place.path.clone());
        is_new
    });
    places
}

fn place((editor, below, syntax): Row, folder: &Path, shown_folder: &str) -> Place {
    Place { editor, path: folder.join(below), shown: format!("{shown_folder}/{below}"), syntax }
}

fn shown_from(home: &Path, folder: &Path) -> String {
    match folder.strip_prefix(home) {
        Ok(below) => format!("~/{}", below.display()),
        Err(_) => folder.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(project: &str) -> Vec<String> {
        let folders = UserFolders { home: "/home/ann".into(), configuration: "/home/ann/.config".into() };
        places(Some(&folders), Path::new(project)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_users_files_come_before_the_projects() {
        insta::assert_snapshot!(shown("/home/ann/app").join("\n"), @"
        Claude Code (~/.claude.json)
        Cursor (~/.cursor/mcp.json)
        Windsurf (~/.codeium/windsurf/mcp_config.json)
        Zed (~/.config/zed/settings.json)
        VS Code (~/.config/Code/User/mcp.json)
        Claude Code (./.mcp.json)
        Cursor (./.cursor/mcp.json)
        VS Code (./.vscode/mcp.json)
        ");
    }

    #[test]
    fn a_project_in_the_home_folder_itself_shares_its_files() {
        let cursor = |places: Vec<String>| places.iter().filter(|place| place.contains("Cursor")).count();
        assert_eq!(cursor(shown("/home/ann")), 1);
    }

    #[test]
    fn without_a_home_the_project_remains() {
        assert_eq!(places(None, Path::new("/app")).len(), IN_PROJECT.len());
    }
}
