//! `gasoline.toml`: what a project says of itself, for every command that runs in one of its folders.
//!
//! The file is looked for upwards from the working folder, like that of other tools. Without one nothing is said. A mistake in it is
//! an error and never a guess: a misspelled `sensitive-names` would keep secrets.

mod keys;
mod read;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gasoline_core::report::Labels;
use gasoline_server::ProjectRules;
use thiserror::Error;

pub(crate) use read::Problem;

use crate::failure::Hint;

/// What the file is called.
pub(crate) const FILE_NAME: &str = "gasoline.toml";

/// A project file is written by hand.
const LARGEST_FILE: u64 = 1024 * 1024;

/// What the project's file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Project {
    /// The file; none was found if there is none.
    pub(crate) file: Option<PathBuf>,
    /// Origins that are captured too.
    pub(crate) sites: Vec<String>,
    /// Fields whose values are secret.
    pub(crate) sensitive_names: Vec<String>,
    /// Noise and ignored endpoints.
    pub(crate) labels: Labels,
    /// Folders of builds whose source maps are not served; from the file's own folder.
    pub(crate) source_maps: Vec<PathBuf>,
}

/// Why the file cannot be used.
#[derive(Debug, Error)]
pub(crate) enum ProjectError {
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("`{}` is larger than {} KB, which no project file is", path.display(), LARGEST_FILE >> 10)]
    TooLarge { path: PathBuf },
    #[error("`{}`, line {line}: {problem}", path.display())]
    Content { path: PathBuf, line: usize, problem: Problem },
}

impl Hint for ProjectError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Content { problem, .. } => problem.hint(),
            Self::Unreadable { .. } | Self::TooLarge { .. } => None,
        }
    }
}

impl Project {
    /// Reads the file that was named, or the nearest one at or above the working folder.
    pub(crate) fn load(named: Option<&Path>, working: &Path) -> Result<Self, ProjectError> {
        let found = named.map(Path::to_owned).or_else(|| nearest(working));
        let Some(path) = found else { return Ok(Self::default()) };
        let path = std::path::absolute(&path).unwrap_or(path);
        let unreadable = |source| ProjectError::Unreadable { path: path.clone(), source };
        if fs::metadata(&path).map_err(unreadable)?.len() > LARGEST_FILE {
            return Err(ProjectError::TooLarge { path });
        }
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let project = read::read(&text).map_err(|(line, problem)| ProjectError::Content {
            path: path.clone(),
            line,
            problem,
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let source_maps = project.source_maps.iter().map(|named| folder.join(named)).collect();
        Ok(Self { source_maps, file: Some(path), ..project })
    }

    /// What a server has to know of it.
    pub(crate) fn rules(&self) -> Box<ProjectRules> {
        Box::new(ProjectRules {
            sensitive_names: self.sensitive_names.clone(),
            labels: self.labels.clone(),
            file: self.file.clone(),
        })
    }
}

/// The nearest project file at or above a folder.
fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE_NAME)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_file_upwards_is_read_and_none_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(Project::load(None, &deep).unwrap().sites, Vec::<String>::new());
        fs::write(folder.path().join(FILE_NAME), "sites = ['https://one.test']").unwrap();
        assert_eq!(Project::load(None, &deep).unwrap().sites, ["https://one.test"]);
        fs::write(folder.path().join("a").join(FILE_NAME), "sites = ['https://two.test']").unwrap();
        let found = Project::load(None, &deep).unwrap();
        assert_eq!(found.sites, ["https://two.test"]);
        assert_eq!(found.file, Some(folder.path().join("a").join(FILE_NAME)));
        fs::write(deep.join(FILE_NAME), "source-maps = ['dist', '/builds/web']").unwrap();
        let maps = Project::load(None, &deep).unwrap().source_maps;
        assert_eq!(maps, [deep.join("dist"), PathBuf::from("/builds/web")]);
        let named = folder.path().join(FILE_NAME);
        assert_eq!(Project::load(Some(&named), &deep).unwrap().sites, ["https://one.test"]);
        assert!(matches!(
            Project::load(Some(Path::new("/no/such.toml")), &deep),
            Err(ProjectError::Unreadable { .. })
        ));
    }
}
