//! What the command line and the environment mean: everything decided that can be decided before anything runs.

use std::path::PathBuf;
use std::time::Duration;

use gasoline_server::platform::{Directories, NoHome, UserFolders};
use gasoline_server::{AnswerForm, ServerOptions, ToolProfile};

use crate::args::{Args, AttachArgs, Command, ScreenshotsWhen, ServerArgs, Tools};
use crate::attach::{AttachSettings, BrowserLaunch, BrowserSource, ScreenshotPolicy, Visibility};
use crate::match_pattern::MatchPattern;
use crate::server::Launch;

/// A background server stops after this long without MCP client and without new data.
const IDLE_LIMIT: Duration = Duration::from_secs(60 * 60);

/// What to do.
#[derive(Debug)]
pub(crate) enum Settings {
    Serve(ServeSettings),
    Bridge(Launch),
    Attach(AttachSettings),
    Extension(ExtensionSettings),
    Doctor(DoctorSettings),
}

/// How to serve.
#[derive(Debug)]
pub(crate) struct ServeSettings {
    /// What the server is told, and where a server that takes its place would log.
    pub(crate) launch: Launch,
    pub(crate) lifetime: Lifetime,
}

/// Whom the server belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// The person or program that started it.
    Foreground,
    /// Nobody: it was started for whoever may come.
    Background,
}

/// Where to write which extension.
#[derive(Debug)]
pub(crate) struct ExtensionSettings {
    pub(crate) folder: PathBuf,
    pub(crate) sites: Vec<MatchPattern>,
}

/// What to examine, and for whom.
#[derive(Debug)]
pub(crate) struct DoctorSettings {
    pub(crate) port: u16,
    /// Where editors keep their settings; without a home only the project's are looked at.
    pub(crate) user_folders: Option<UserFolders>,
    /// The folder we were started in.
    pub(crate) project: PathBuf,
    pub(crate) format: Format,
}

/// Who reads an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Settings {
    /// Reads the environment where the command line is silent.
    pub(crate) fn resolve(args: Args) -> Result<Self, NoHome> {
        match args.command {
            None if args.background => Ok(Self::Serve(ServeSettings {
                launch: launch(args.server, Some(IDLE_LIMIT)),
                lifetime: Lifetime::Background,
            })),
            None => Ok(Self::Serve(ServeSettings {
                launch: launch(args.server, None),
                lifetime: Lifetime::Foreground,
            })),
            Some(Command::Mcp { server }) => Ok(Self::Bridge(launch(server, None))),
            Some(Command::Attach { attach, server }) => Ok(Self::Attach(attachment(attach, server))),
            Some(Command::Extension { dir, sites }) => {
                let folder = match dir {
                    Some(dir) => absolute(dir),
                    None => Directories::from_environment()?.data.join("extension"),
                };
                Ok(Self::Extension(ExtensionSettings { folder, sites }))
            }
            Some(Command::Doctor { port, json }) => Ok(Self::Doctor(DoctorSettings {
                port: port.number,
                user_folders: UserFolders::from_environment().ok(),
                project: std::env::current_dir().unwrap_or_default(),
                format: if json { Format::Json } else { Format::Text },
            })),
        }
    }
}

fn attachment(args: AttachArgs, server: ServerArgs) -> AttachSettings {
    let launched = |program| BrowserLaunch {
        program,
        arguments: args.browser_arguments,
        visibility: if args.headless { Visibility::Headless } else { Visibility::Headful },
    };
    AttachSettings {
        server: launch(server, None),
        browser: match (args.cdp, args.launch) {
            (Some(address), _) => BrowserSource::Running(address),
            (None, program) => BrowserSource::Launch(launched(program.unwrap_or_default())),
        },
        wait: Duration::from_secs(args.wait),
        test_id: args.test_id.filter(|id| !id.is_empty()),
        screenshots: match args.screenshots {
            ScreenshotsWhen::OnError => ScreenshotPolicy::OnError,
            ScreenshotsWhen::Off => ScreenshotPolicy::Off,
        },
    }
}

fn launch(args: ServerArgs, idle_limit: Option<Duration>) -> Launch {
    Launch {
        options: ServerOptions {
            port: args.port.number,
            host: args.host,
            token: args.token.filter(|token| !token.is_empty()),
            allow_hosts: args.allow_host,
            allow_origins: args.allow_origin,
            max_entries: usize::try_from(args.max_entries).unwrap_or(usize::MAX),
            tools: match args.tools {
                Tools::All => ToolProfile::All,
                Tools::Core => ToolProfile::Core,
            },
            answers: if args.structured { AnswerForm::TextAndStructure } else { AnswerForm::Text },
            spill: args.spill.map(absolute),
            log_file: args.log_file.map(absolute),
            idle_limit,
        },
        // Without a home there is no log, but capturing works all the same.
        log_folder: Directories::from_environment().ok().map(|folders| folders.state),
    }
}

/// Independent of the folder we were started in: a server in the background runs in another one.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn attached(arguments: &[&str]) -> AttachSettings {
        let arguments = ["gasoline", "attach", "--cdp", "9222"].iter().chain(arguments);
        match Args::try_parse_from(arguments).unwrap().command {
            Some(Command::Attach { attach, server }) => attachment(attach, server),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_set_to_nothing_is_not_set() {
        let AttachSettings { server, test_id, .. } =
            attached(&["--port", "", "--test-id", "", "--token", ""]);
        assert_eq!((server.options.port, server.options.token, test_id), (7890, None, None));
    }
}
