//! What the command line and the environment mean: everything decided that can be decided before anything runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gasoline_core::address::Site;
use gasoline_core::analysis::security;
use gasoline_core::capture_file::ReportOptions;
use gasoline_core::report::Severity;
use gasoline_server::platform::{Directories, NoHome, UserFolders};
use gasoline_server::{AnswerForm, ServerOptions, ToolProfile};

use crate::args::{
    Args, AttachArgs, AuditArgs, AuditFormatArg, AuditSeverityArg, Command, FailOnArg, ReportFormatArg,
    ScreenshotsWhen, ServerArgs, SeverityArg, Tools, USUAL_PORT,
};
use crate::attach::{AttachSettings, BrowserLaunch, BrowserSource, ScreenshotPolicy, Visibility};
use crate::maker;
use crate::match_pattern::MatchPattern;
use crate::run_folder;
use crate::server::Launch;

/// A background server stops after this long without MCP client and without new data.
const IDLE_LIMIT: Duration = Duration::from_secs(60 * 60);

/// A server started in the background has usually been missed by browsers, which look for it every second.
const BROWSER_WAIT: Duration = Duration::from_secs(3);

/// What to do.
#[derive(Debug)]
pub(crate) enum Settings {
    Serve(ServeSettings),
    Bridge(BridgeSettings),
    /// The bridge to a saved capture.
    BridgeFile(OpenSettings),
    Open(OpenSettings),
    Report(ReportSettings),
    /// One question to a finished run.
    View(ViewSettings),
    Audit(AuditSettings),
    Ci(CiSettings),
    Attach(AttachSettings),
    Extension(ExtensionSettings),
    Doctor(DoctorSettings),
}

/// Which server to bridge to, and for which app.
#[derive(Debug)]
pub(crate) struct BridgeSettings {
    pub(crate) launch: Launch,
    pub(crate) site: Option<Site>,
}

/// How to serve.
#[derive(Debug)]
pub(crate) struct ServeSettings {
    /// What the server is told, and where a server that takes its place would log.
    pub(crate) launch: Launch,
    pub(crate) lifetime: Lifetime,
    /// The process that the server ends with.
    pub(crate) until_exit: Option<u32>,
}

/// Whom the server belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// The person or program that started it.
    Foreground,
    /// Nobody: it was started for whoever may come.
    Background,
}

/// Which saved capture to serve, and how.
#[derive(Debug)]
pub(crate) struct OpenSettings {
    pub(crate) file: PathBuf,
    pub(crate) options: ServerOptions,
}

/// What to report on, and how.
#[derive(Debug)]
pub(crate) struct ReportSettings {
    pub(crate) source: ReportSource,
    pub(crate) options: ReportOptions,
    pub(crate) format: ReportFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) save: Option<PathBuf>,
}

/// What is asked of a finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportView {
    Errors,
    Requests,
    Console,
    Timeline,
}

/// One question, and whom to ask.
#[derive(Debug)]
pub(crate) struct ViewSettings {
    pub(crate) view: ReportView,
    pub(crate) source: ReportSource,
    pub(crate) test_id: Option<String>,
    pub(crate) grep: Option<String>,
}

/// What to audit, what counts, and how it is told.
#[derive(Debug)]
pub(crate) struct AuditSettings {
    pub(crate) source: ReportSource,
    /// Nothing fails if there is none.
    pub(crate) fail_on: Option<security::Severity>,
    pub(crate) severity: security::Severity,
    pub(crate) baseline: Option<PathBuf>,
    pub(crate) write_baseline: bool,
    pub(crate) format: AuditFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) test_id: Option<String>,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuditFormat {
    Text,
    Json,
    Sarif,
}

/// Which suite to run, and what to do with what was captured.
#[derive(Debug)]
pub(crate) struct CiSettings {
    pub(crate) command: Vec<OsString>,
    pub(crate) options: ReportOptions,
    pub(crate) format: ReportFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) save: Option<PathBuf>,
    /// Whether a run without captured contexts is as good as any.
    pub(crate) allow_no_capture: bool,
}

/// Where captured data comes from.
#[derive(Debug)]
pub(crate) enum ReportSource {
    Server { port: u16 },
    Files(Vec<PathBuf>),
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Text,
    Json,
    AiContext,
    Junit,
    Ctrf,
    Github,
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
    /// The port of editors that name none, whose environment is taken to be ours.
    pub(crate) usual_port: u16,
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
            None if args.background => Ok(Self::Serve(background_server(args))),
            None => Ok(Self::Serve(foreground_server(args))),
            Some(Command::Mcp { server, file: None, site }) => {
                Ok(Self::Bridge(BridgeSettings { launch: launch(server, None), site }))
            }
            Some(Command::Mcp { server, file: Some(file), .. }) => {
                let ServerOptions { tools, answers, .. } = launch(server, None).options;
                let options = ServerOptions { port: 0, tools, answers, ..ServerOptions::default() };
                Ok(Self::BridgeFile(OpenSettings { file, options }))
            }
            Some(Command::Open { file, port }) => {
                let options = ServerOptions { port, ..ServerOptions::default() };
                Ok(Self::Open(OpenSettings { file, options }))
            }
            Some(Command::Report {
                mut files,
                grep,
                format,
                output,
                test_id,
                since,
                severity,
                save,
                port,
            }) => {
                let view = files.first().and_then(|word| report_view(word));
                if view.is_some() {
                    files.remove(0);
                }
                let source = source(files, port.number);
                if let Some(view) = view {
                    return Ok(Self::View(ViewSettings { view, source, test_id, grep }));
                }
                let options = ReportOptions { test_id, since, severity: least(severity) };
                let (format, output) = (report_format(format), output.or_else(|| job_summary(format)));
                Ok(Self::Report(ReportSettings { source, options, format, output, save }))
            }
            Some(Command::Audit(args)) => Ok(Self::Audit(audit(args))),
            Some(Command::Ci { format, output, severity, save, allow_no_capture, command }) => {
                let options = ReportOptions { severity: least(severity), ..ReportOptions::default() };
                let (format, output) = (report_format(format), output.or_else(|| job_summary(format)));
                Ok(Self::Ci(CiSettings { command, options, format, output, save, allow_no_capture }))
            }
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
                usual_port: usual_port(std::env::var("GASOLINE_PORT").ok().as_deref()),
                user_folders: UserFolders::from_environment().ok(),
                project: std::env::current_dir().unwrap_or_default(),
                format: if json { Format::Json } else { Format::Text },
            })),
        }
    }
}

fn background_server(args: Args) -> ServeSettings {
    let mut launch = launch(args.server, Some(IDLE_LIMIT));
    launch.options.browser_wait = Some(BROWSER_WAIT);
    launch.options.missing_options = args.missing_option;
    ServeSettings { launch, lifetime: Lifetime::Background, until_exit: None }
}

fn foreground_server(args: Args) -> ServeSettings {
    let mut launch = launch(args.server, None);
    if args.until_exit.is_some() && launch.options.spill.is_none() {
        launch.options.spill = run_folder::of(launch.options.port);
    }
    ServeSettings { launch, lifetime: Lifetime::Foreground, until_exit: args.until_exit }
}

/// The files that were named, or the server.
fn source(files: Vec<PathBuf>, port: u16) -> ReportSource {
    if files.is_empty() { ReportSource::Server { port } } else { ReportSource::Files(files) }
}

fn audit(args: AuditArgs) -> AuditSettings {
    AuditSettings {
        source: source(args.files, args.port.number),
        fail_on: fails_on(args.fail_on),
        severity: shown_from(args.severity),
        baseline: args.baseline,
        write_baseline: args.write_baseline,
        format: match args.format {
            AuditFormatArg::Text => AuditFormat::Text,
            AuditFormatArg::Json => AuditFormat::Json,
            AuditFormatArg::Sarif => AuditFormat::Sarif,
        },
        output: args.output,
        test_id: args.test_id,
    }
}

fn fails_on(least: FailOnArg) -> Option<security::Severity> {
    match least {
        FailOnArg::Critical => Some(security::Severity::Critical),
        FailOnArg::Warning => Some(security::Severity::Warning),
        FailOnArg::Info => Some(security::Severity::Info),
        FailOnArg::Never => None,
    }
}

fn shown_from(least: AuditSeverityArg) -> security::Severity {
    match least {
        AuditSeverityArg::Critical => security::Severity::Critical,
        AuditSeverityArg::Warning => security::Severity::Warning,
        AuditSeverityArg::Info => security::Severity::Info,
    }
}

/// A word that is no file names a question.
fn report_view(word: &Path) -> Option<ReportView> {
    let view = match word.to_str()? {
        "errors" => ReportView::Errors,
        "requests" => ReportView::Requests,
        "console" => ReportView::Console,
        "timeline" => ReportView::Timeline,
        _ => return None,
    };
    (!word.exists()).then_some(view)
}

/// The port where nothing names another.
fn usual_port(variable: Option<&str>) -> u16 {
    variable.and_then(|text| text.parse().ok()).unwrap_or(USUAL_PORT)
}

fn least(severity: SeverityArg) -> Severity {
    match severity {
        SeverityArg::Error => Severity::Error,
        SeverityArg::Warn => Severity::Warn,
        SeverityArg::Info => Severity::Info,
    }
}

fn report_format(format: ReportFormatArg) -> ReportFormat {
    match format {
        ReportFormatArg::Text => ReportFormat::Text,
        ReportFormatArg::Json => ReportFormat::Json,
        ReportFormatArg::AiContext => ReportFormat::AiContext,
        ReportFormatArg::Junit => ReportFormat::Junit,
        ReportFormatArg::Ctrf => ReportFormat::Ctrf,
        ReportFormatArg::Github => ReportFormat::Github,
    }
}

/// The file whose text GitHub shows with the job.
fn job_summary(format: ReportFormatArg) -> Option<PathBuf> {
    let is_asked_for = matches!(format, ReportFormatArg::Github);
    is_asked_for.then(|| std::env::var_os("GITHUB_STEP_SUMMARY")).flatten().map(PathBuf::from)
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
    // Without a home there is no log, but capturing works all the same.
    let state_folder = Directories::from_environment().ok().map(|folders| folders.state);
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
            made_by: Box::new(maker::from_environment(|name| std::env::var(name).ok())),
            spill: args.spill.map(absolute),
            log_file: args.log_file.map(absolute),
            idle_limit,
            browser_wait: None,
            predecessor: None,
            missing_options: Vec::new(),
            state_folder: state_folder.clone(),
        },
        log_folder: state_folder,
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
