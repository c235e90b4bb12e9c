//! What every measurement needs: the binary under test, a home of its own, and how much time to take.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::arguments::Arguments;
use crate::effort::Effort;
use crate::process::{ServerProcess, free_port};
use crate::references::Reference;

/// One run of the bench.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) effort: Effort,
    binary: PathBuf,
    /// This program, which is also every reference server.
    own_binary: PathBuf,
    home: TempDir,
}

impl Bench {
    pub(crate) fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let own_binary = std::env::current_exe().context("cannot find this program itself")?;
        let beside = || own_binary.with_file_name(format!("gasoline{}", std::env::consts::EXE_SUFFIX));
        Ok(Self {
            effort: match (arguments.quick, arguments.soak) {
                (true, _) => Effort::QUICK,
                (false, true) => Effort::SOAK,
                (false, false) => Effort::NORMAL,
            },
            // Absolute, because it is started in a folder of its own.
            binary: std::path::absolute(arguments.binary.clone().unwrap_or_else(beside))?,
            own_binary,
            home: tempfile::tempdir().context("cannot create a temporary folder")?,
        })
    }

    /// A folder that goes away with this run.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// The binary under test, with every folder it may write to inside our own.
    pub(crate) fn gasoline(&self) -> anyhow::Result<Command> {
        ensure!(
            self.binary.is_file(),
            "`{}` does not exist; run `cargo build --release --bin gasoline` or name it with `--binary`",
            self.binary.display()
        );
        let mut command = Command::new(&self.binary);
        command.current_dir(self.home());
        for variable in [
            "HOME",
            "LOCALAPPDATA",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR",
            "XDG_STATE_HOME",
        ] {
            command.env(variable, self.home());
        }
        Ok(command)
    }

    /// A new, empty server under test.
    pub(crate) fn start_gasoline(&self) -> anyhow::Result<ServerProcess> {
        let port = free_port()?;
        let mut command = self.gasoline()?;
        command.args(["--port", &port.to_string()]);
        ServerProcess::start(&mut command, port)
    }

    /// A new reference server.
    pub(crate) fn start_reference(&self, reference: &Reference) -> anyhow::Result<ServerProcess> {
        let port = free_port()?;
        let mut command = Command::new(&self.own_binary);
        command.args(["serve", "--port", &port.to_string()]).args(reference.arguments());
        ServerProcess::start(&mut command, port)
    }
}
