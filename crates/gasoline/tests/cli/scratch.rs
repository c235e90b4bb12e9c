//! A place of its own for each test: folders, a port, and an end to every server started there.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};

use tempfile::TempDir;

use crate::http::server_pid;
use crate::wait::eventually;

/// Folders and a port nobody else uses.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: TempDir,
    pub(crate) port: u16,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), port: unused_port() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The binary with the scratch folders as home and nothing of the developer's own settings.
    pub(crate) fn gasoline(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gasoline"));
        command
            .args(arguments)
            .env("HOME", self.path())
            .env("LOCALAPPDATA", self.path())
            .env("XDG_CONFIG_HOME", self.path().join(".config"))
            .env("XDG_STATE_HOME", self.path().join("state"))
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .env("GASOLINE_PORT", self.port.to_string())
            .env("COLUMNS", "100")
            .env_remove("GASOLINE_TOKEN");
        command
    }

    /// Another program on the port.
    pub(crate) fn foreign_program(&self) -> TcpListener {
        // A process that another test starts right now holds the socket that tried the port, until it runs its own program.
        eventually("the port", || TcpListener::bind(("127.0.0.1", self.port)).ok())
    }

    /// Waits for a server on the port and returns its process id.
    pub(crate) fn server(&self) -> u32 {
        eventually("a server on the port", || server_pid(self.port))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        while let Some(pid) = server_pid(self.port).filter(|pid| *pid != std::process::id()) {
            kill(pid);
            eventually("the server's end", || {
                server_pid(self.port).is_none_or(|other| other != pid).then_some(())
            });
        }
    }
}

/// Ends a process at once.
pub(crate) fn kill(pid: u32) {
    signal(pid, rustix::process::Signal::KILL);
}

/// Asks a process to end.
pub(crate) fn terminate(pid: u32) {
    signal(pid, rustix::process::Signal::TERM);
}

fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(pid.try_into().unwrap()).unwrap();
    rustix::process::kill_process(pid, signal).unwrap();
}

/// A port below the range from which the system hands out ports by itself, so that it stays unused until a server
/// binds it, and different in every test and every run of the tests.
fn unused_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    const FIRST: u32 = 20_000;
    const COUNT: u32 = 12_000;
    eventually("a free port", || {
        let number = u32::from(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = FIRST + (std::process::id().wrapping_mul(131) + number) % COUNT;
        let port = u16::try_from(port).unwrap();
        TcpListener::bind(("127.0.0.1", port)).is_ok().then_some(port)
    })
}
