//! What a server leaves on disk about itself: for the server that takes its place, and for those on other ports.
//!
//! One small file per port, readable by the user only. It holds no secrets: options that are secret are named, not kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform;

/// Files of servers that ended longer ago than this are removed: test suites leave one for every port they used.
const KEPT_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Files looked at when others are asked for.
const MOST_FILES: usize = 200;

/// A server, as it described itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerState {
    /// Its process.
    pub pid: u32,
    /// Its port.
    pub port: u16,
    /// When it started.
    pub started_at: Timestamp,
    /// When it ended, if it ended in order. A server that was killed says nothing.
    #[serde(default)]
    pub ended_at: Option<Timestamp>,
    /// Its options, as they are typed.
    #[serde(default)]
    pub options: Vec<String>,
    /// Options it had that are not written down, by name.
    #[serde(default)]
    pub withheld: Vec<String>,
}

/// Where the state of the server on one port is.
#[derive(Clone, Debug)]
pub struct StateFile {
    folder: PathBuf,
    port: u16,
}

impl StateFile {
    /// The file of a port.
    pub fn of(folder: &Path, port: u16) -> Self {
        Self { folder: folder.to_owned(), port }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("server-{}.json", self.port))
    }

    /// What the last server on the port said of itself.
    pub fn read(&self) -> Option<ServerState> {
        let state: ServerState = serde_json::from_slice(&fs::read(self.path()).ok()?).ok()?;
        (state.port == self.port).then_some(state)
    }

    /// Notes that a server has started.
    pub fn write(&self, state: &ServerState) -> io::Result<()> {
        platform::create_private_folder(&self.folder)?;
        remove_old(&self.folder);
        platform::replace_private_file(&self.path(), serde_json::to_string(state)?.as_bytes())
    }

    /// Notes that the server of process `pid` ends in order. One that has taken its place meanwhile is left alone.
    pub fn end(&self, pid: u32, now: Timestamp) -> io::Result<()> {
        match self.read() {
            Some(state) if state.pid == pid => self.write(&ServerState { ended_at: Some(now), ..state }),
            _ => Ok(()),
        }
    }
}

/// Servers on other ports that have not said that they ended.
pub fn others(folder: &Path, port: u16) -> Vec<ServerState> {
    let read = |path: PathBuf| serde_json::from_slice::<ServerState>(&fs::read(path).ok()?).ok();
    let mut others: Vec<ServerState> = files(folder).filter_map(read).collect();
    others.retain(|state| state.port != port && state.ended_at.is_none());
    others.sort_by_key(|state| (std::cmp::Reverse(state.started_at), state.port));
    others
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_state = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("server-") && name.ends_with(".json")
    };
    paths.filter(is_state).take(MOST_FILES)
}

fn remove_old(folder: &Path) {
    let is_old = |path: &PathBuf| {
        let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
        modified.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age > KEPT_FOR))
    };
    // A file that cannot be removed does no harm.
    files(folder).filter(is_old).for_each(|path| drop(fs::remove_file(path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(port: u16, pid: u32) -> ServerState {
        ServerState {
            pid,
            port,
            started_at: Timestamp::default(),
            ended_at: None,
            options: vec!["--max-entries".to_owned(), "77".to_owned()],
            withheld: vec!["--token".to_owned()],
        }
    }

    #[test]
    fn a_server_is_known_until_another_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = StateFile::of(folder.path(), 7890);
        assert_eq!(file.read(), None);
        file.write(&state(7890, 1)).unwrap();
        assert_eq!(file.read(), Some(state(7890, 1)));
        let now = Timestamp::default().shifted(5_000);
        file.end(2, now).unwrap();
        assert_eq!(file.read().unwrap().ended_at, None);
        file.end(1, now).unwrap();
        assert_eq!(file.read().unwrap().ended_at, Some(now));
    }

    #[test]
    fn servers_on_other_ports_are_found_while_they_run() {
        let folder = tempfile::tempdir().unwrap();
        for port in [7890, 7891, 7892] {
            StateFile::of(folder.path(), port).write(&state(port, u32::from(port))).unwrap();
        }
        fs::write(folder.path().join("server-1.json"), "no JSON").unwrap();
        StateFile::of(folder.path(), 7892).end(7892, Timestamp::default()).unwrap();
        let ports: Vec<_> = others(folder.path(), 7890).into_iter().map(|state| state.port).collect();
        assert_eq!(ports, [7891]);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_for_the_user_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("gasoline");
        let file = StateFile::of(&inner, 7890);
        file.write(&state(7890, 1)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&inner), mode(&file.path())), (0o700, 0o600));
    }
}
