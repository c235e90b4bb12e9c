//! Where files are: our state, data and cache folders, and where other programs keep the user's settings, by the
//! convention of each system.
//!
//! Reads the environment only; creates nothing.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use thiserror::Error;

/// Our folder below each of the system's folders.
const FOLDER: &str = "gasoline";

/// The folders this program may write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directories {
    /// Logs of background servers and whatever else describes this machine's current state.
    pub state: PathBuf,
    /// Files a person is meant to use, such as the unpacked extension.
    pub data: PathBuf,
    /// Files that can be deleted at any time without loss.
    pub cache: PathBuf,
}

/// The folders in which other programs keep the user's settings. We only read there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// The user's home.
    pub home: PathBuf,
    /// What programs keep their settings in, each in a folder of its own.
    pub configuration: PathBuf,
}

/// The environment does not say where the user's files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no folder for user files: `{variable}` is not set to an absolute path")]
pub struct NoHome {
    /// The variable that would have told.
    pub variable: &'static str,
}

/// Who decides where files go. All are compiled everywhere, so that each is tested everywhere.
#[derive(Clone, Copy, Debug)]
enum Convention {
    /// The XDG base directory specification: Linux and the other Unixes.
    Xdg,
    /// Apple's library folders.
    Library,
    /// `%LOCALAPPDATA%`.
    LocalAppData,
}

impl Convention {
    const NATIVE: Self = if cfg!(windows) {
        Self::LocalAppData
    } else if cfg!(target_os = "macos") {
        Self::Library
    } else {
        Self::Xdg
    };
}

impl Directories {
    /// The folders for the current user.
    pub fn from_environment() -> Result<Self, NoHome> {
        Self::resolve(Convention::NATIVE, &|variable| env::var_os(variable))
    }

    fn resolve(
        convention: Convention,
        lookup: &dyn Fn(&'static str) -> Option<OsString>,
    ) -> Result<Self, NoHome> {
        match convention {
            Convention::Xdg => Ok(Self {
                state: xdg(lookup, "XDG_STATE_HOME", ".local/state")?,
                data: xdg(lookup, "XDG_DATA_HOME", ".local/share")?,
                cache: xdg(lookup, "XDG_CACHE_HOME", ".cache")?,
            }),
            Convention::Library => {
                let library = required(lookup, "HOME")?.join("Library");
                let support = library.join("Application Support").join(FOLDER);
                Ok(Self { state: support.clone(), data: support, cache: library.join("Caches").join(FOLDER) })
            }
            Convention::LocalAppData => {
                let local = required(lookup, "LOCALAPPDATA")?.join(FOLDER);
                Ok(Self { state: local.join("state"), data: local.join("data"), cache: local.join("cache") })
            }
        }
    }
}

impl UserFolders {
    /// The folders of the current user.
    pub fn from_environment() -> Result<Self, NoHome> {
        Self::resolve(Convention::NATIVE, &|variable| env::var_os(variable))
    }

    fn resolve(
        convention: Convention,
        lookup: &dyn Fn(&'static str) -> Option<OsString>,
    ) -> Result<Self, NoHome> {
        match convention {
            Convention::Xdg => Ok(Self {
                home: required(lookup, "HOME")?,
                configuration: xdg_base(lookup, "XDG_CONFIG_HOME", ".config")?,
            }),
            Convention::Library => {
                let home = required(lookup, "HOME")?;
                let configuration = home.join("Library").join("Application Support");
                Ok(Self { home, configuration })
            }
            Convention::LocalAppData => Ok(Self {
                home: required(lookup, "USERPROFILE")?,
                configuration: required(lookup, "APPDATA")?,
            }),
        }
    }
}

fn xdg(
    lookup: &dyn Fn(&'static str) -> Option<OsString>,
    variable: &'static str,
    below_home: &str,
) -> Result<PathBuf, NoHome> {
    Ok(xdg_base(lookup, variable, below_home)?.join(FOLDER))
}

fn xdg_base(
    lookup: &dyn Fn(&'static str) -> Option<OsString>,
    variable: &'static str,
    below_home: &str,
) -> Result<PathBuf, NoHome> {
    match absolute(lookup, variable) {
        Some(base) => Ok(base),
        None => Ok(required(lookup, "HOME")?.join(below_home)),
    }
}

fn required(
    lookup: &dyn Fn(&'static str) -> Option<OsString>,
    variable: &'static str,
) -> Result<PathBuf, NoHome> {
    absolute(lookup, variable).ok_or(NoHome { variable })
}

/// A relative path would depend on where the program happens to be started; the XDG specification says to
/// ignore one, and it makes no more sense elsewhere.
fn absolute(lookup: &dyn Fn(&'static str) -> Option<OsString>, variable: &'static str) -> Option<PathBuf> {
    lookup(variable).map(PathBuf::from).filter(|path| path.has_root())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(convention: Convention, environment: &[(&str, &str)]) -> Result<Directories, NoHome> {
        Directories::resolve(convention, &|variable| value(environment, variable))
    }

    fn user_folders(convention: Convention, environment: &[(&str, &str)]) -> Result<UserFolders, NoHome> {
        UserFolders::resolve(convention, &|variable| value(environment, variable))
    }

    fn value(environment: &[(&str, &str)], variable: &str) -> Option<OsString> {
        environment.iter().find(|(name, _)| *name == variable).map(|(_, value)| OsString::from(value))
    }

    #[test]
    fn xdg_falls_back_to_the_home_folder() {
        let directories = resolve(Convention::Xdg, &[("HOME", "/home/ann")]).unwrap();
        assert_eq!(directories.state, PathBuf::from("/home/ann/.local/state/gasoline"));
        assert_eq!(directories.data, PathBuf::from("/home/ann/.local/share/gasoline"));
        assert_eq!(directories.cache, PathBuf::from("/home/ann/.cache/gasoline"));
    }

    #[test]
    fn xdg_variables_win_unless_they_are_relative() {
        let environment =
            [("HOME", "/home/ann"), ("XDG_STATE_HOME", "/var/ann"), ("XDG_DATA_HOME", "somewhere")];
        let directories = resolve(Convention::Xdg, &environment).unwrap();
        assert_eq!(directories.state, PathBuf::from("/var/ann/gasoline"));
        assert_eq!(directories.data, PathBuf::from("/home/ann/.local/share/gasoline"));
    }

    #[test]
    fn library_folders_hang_below_home() {
        let directories = resolve(Convention::Library, &[("HOME", "/Users/ann")]).unwrap();
        assert_eq!(directories.data, PathBuf::from("/Users/ann/Library/Application Support/gasoline"));
        assert_eq!(directories.cache, PathBuf::from("/Users/ann/Library/Caches/gasoline"));
    }

    #[test]
    fn local_app_data_holds_all_three() {
        let environment = [("LOCALAPPDATA", "/local")];
        let directories = resolve(Convention::LocalAppData, &environment).unwrap();
        assert_eq!(directories.state, PathBuf::from("/local/gasoline/state"));
    }

    #[test]
    fn settings_of_other_programs_are_where_each_system_keeps_them() {
        for (convention, environment, configuration) in [
            (Convention::Xdg, &[("HOME", "/home/ann")][..], "/home/ann/.config"),
            (Convention::Xdg, &[("HOME", "/home/ann"), ("XDG_CONFIG_HOME", "/etc/ann")], "/etc/ann"),
            (Convention::Library, &[("HOME", "/home/ann")], "/home/ann/Library/Application Support"),
            (Convention::LocalAppData, &[("USERPROFILE", "/home/ann"), ("APPDATA", "/roaming")], "/roaming"),
        ] {
            let folders = user_folders(convention, environment).unwrap();
            assert_eq!(folders.home, PathBuf::from("/home/ann"));
            assert_eq!(folders.configuration, PathBuf::from(configuration));
        }
    }

    #[test]
    fn a_missing_home_is_named() {
        for (convention, variable) in [
            (Convention::Xdg, "HOME"),
            (Convention::Library, "HOME"),
            (Convention::LocalAppData, "LOCALAPPDATA"),
        ] {
            assert_eq!(resolve(convention, &[]), Err(NoHome { variable }));
        }
    }
}
