//! What a server notes about itself on disk, and what a server in its place takes over from that.

use std::ffi::OsString;

use clap::Parser;
use gasoline_server::ServerOptions;
use gasoline_server::clock::{Clock, SystemClock};
use gasoline_server::server_state::{ServerState, StateFile};

use super::launch::Launch;
use super::supply::Start;
use crate::args::Args;
use crate::printer::Printer;
use crate::settings::{ServeSettings, Settings};

/// The note of one server.
#[derive(Debug)]
pub(crate) struct Record {
    file: StateFile,
    state: ServerState,
}

impl Record {
    /// The note of a server on a port of its own choice; on one that the system chooses, nobody looks for it.
    pub(crate) fn of(launch: &Launch) -> Option<Self> {
        let port = launch.options.port;
        let folder = launch.log_folder.as_deref().filter(|_| port != 0)?;
        let typed = launch.typed().into_iter().map(OsString::into_string).collect::<Result<_, _>>();
        let withheld = launch.options.token.as_ref().map(|_| "--token".to_owned());
        Some(Self {
            file: StateFile::of(folder, port),
            state: ServerState {
                pid: std::process::id(),
                port,
                started_at: SystemClock.now(),
                ended_at: None,
                options: typed.unwrap_or_default(),
                withheld: withheld.into_iter().collect(),
            },
        })
    }

    /// The server that was on the port before.
    pub(crate) fn predecessor(&self) -> Option<Box<ServerState>> {
        self.file.read().map(Box::new)
    }

    /// Notes that the server runs.
    pub(crate) fn begin(&self, printer: Printer) {
        if let Err(error) = self.file.write(&self.state) {
            printer.warning(&format!("cannot note how this server was started: {error}"));
        }
    }

    /// Notes that it ends in order.
    pub(crate) fn end(&self) {
        // The next server then only knows less.
        self.file.end(self.state.pid, SystemClock.now()).ok();
    }
}

impl Launch {
    /// How to start a server in place of the one that was on the port: with the options of that one, if it died, or if
    /// this program has talked to it.
    pub(super) fn inheriting(&self, start: Start) -> Self {
        let folder = self.log_folder.as_deref();
        let before = folder.and_then(|folder| StateFile::of(folder, self.options.port).read());
        match before {
            Some(before) if before.ended_at.is_none() || start == Start::InPlace => self.in_place_of(&before),
            _ => self.clone(),
        }
    }

    fn in_place_of(&self, before: &ServerState) -> Self {
        let typed = ["gasoline", "--background"].into_iter().chain(before.options.iter().map(String::as_str));
        let understood = Args::try_parse_from(typed).ok().and_then(|args| Settings::resolve(args).ok());
        let Some(Settings::Serve(ServeSettings { launch: Self { options, .. }, .. })) = understood else {
            // Of a version that had other options.
            let names = before.options.iter().filter(|word| word.starts_with("--")).cloned();
            return self.lacking(self.options.clone(), names.chain(before.withheld.clone()).collect());
        };
        let token = self.options.token.clone();
        let is_token_missing = before.withheld.iter().any(|name| name == "--token") && token.is_none();
        // Without its token a server may not listen beyond this machine.
        let is_host_missing = is_token_missing && options.host.is_some();
        let missing = [(is_host_missing, "--host"), (is_token_missing, "--token")];
        let missing =
            missing.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, name)| name.to_owned());
        let host = options.host.filter(|_| !is_host_missing);
        self.lacking(ServerOptions { host, token, ..options }, missing.collect())
    }

    fn lacking(&self, options: ServerOptions, missing_options: Vec<String>) -> Self {
        let port = self.options.port;
        Self {
            options: ServerOptions { port, missing_options, ..options },
            log_folder: self.log_folder.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(folder: &std::path::Path, options: ServerOptions) -> Launch {
        Launch { options, log_folder: Some(folder.to_owned()) }
    }

    fn note(launch: &Launch) -> Record {
        let record = Record::of(launch).unwrap();
        record.begin(Printer);
        record
    }

    /// server-bounds-08
    #[test]
    fn a_server_in_place_of_one_that_died_has_its_options() {
        let folder = tempfile::tempdir().unwrap();
        let allow_origins = vec!["https://dev.example.com".to_owned()];
        let dead = ServerOptions { max_entries: 77, allow_origins, ..ServerOptions::default() };
        let record = note(&launch(folder.path(), dead));
        let bridge = launch(folder.path(), ServerOptions::default());
        let next = bridge.inheriting(Start::IfMissing);
        assert_eq!((next.options.max_entries, next.options.allow_origins.len()), (77, 1));
        record.end();
        assert_eq!(bridge.inheriting(Start::IfMissing).options.max_entries, 1_000);
        assert_eq!(bridge.inheriting(Start::InPlace).options.max_entries, 77);
    }

    /// server-bounds-09
    #[test]
    fn options_that_cannot_be_taken_over_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let dead = ServerOptions {
            host: Some([192, 168, 1, 5].into()),
            token: Some("secret".to_owned()),
            max_entries: 77,
            ..ServerOptions::default()
        };
        note(&launch(folder.path(), dead));
        let text = std::fs::read_to_string(folder.path().join("server-7890.json")).unwrap();
        assert!(!text.contains("secret"), "{text}");
        let next = launch(folder.path(), ServerOptions::default()).inheriting(Start::IfMissing).options;
        assert_eq!((next.host, next.token, next.max_entries), (None, None, 77));
        assert_eq!(next.missing_options, ["--host", "--token"]);
        let own = ServerOptions { token: Some("secret".to_owned()), ..ServerOptions::default() };
        let next = launch(folder.path(), own).inheriting(Start::IfMissing).options;
        assert!(next.host.is_some() && next.token.is_some() && next.missing_options.is_empty());
    }

    #[test]
    fn a_server_of_another_version_is_replaced_with_our_own_options() {
        let folder = tempfile::tempdir().unwrap();
        let own = launch(folder.path(), ServerOptions { max_entries: 5, ..ServerOptions::default() });
        let mut record = Record::of(&own).unwrap();
        record.state.options = ["--max-entries", "77", "--unheard-of", "x"].map(str::to_owned).into();
        record.begin(Printer);
        let next = own.inheriting(Start::IfMissing).options;
        assert_eq!(
            (next.max_entries, next.missing_options),
            (5, vec!["--max-entries".to_owned(), "--unheard-of".to_owned()])
        );
    }
}
