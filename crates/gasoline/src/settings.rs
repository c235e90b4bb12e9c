//! What the command line and the environment mean: everything decided that can be decided before anything runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gasoline_core::address::Site;
use gasoline_core::analysis::{contracts, security};
use gasoline_core::bug_report::BugReportOptions;
use gasoline_core::capture_file::ReportOptions;
use gasoline_core::report::{Depth, Severity};
use gasoline_server::platform::{Directories, NoHome, UserFolders};
use gasoline_server::{AnswerForm, ProjectRules, ServerOptions, ToolProfile};
use thiserror::Error;

use crate::args::{
    Args, AttachArgs, AuditArgs, AuditFormatArg, AuditSeverityArg, BugReportArgs, CiArgs, Command,
    ContractsArgs, ContractsFailOnArg, ContractsFormatArg, FailOnArg, PerfArgs, PerfFailOnArg,
    PlainFormatArg, ReportArgs, ReportFormatArg, ReportImagesArg, ScreenshotsWhen, ServerArgs, SeverityArg,
    Tools, USUAL_PORT, VerifyArgs,
};
use crate::attach::{AttachSettings, BrowserLaunch, BrowserSource, ScreenshotPolicy, Visibility};
use crate::maker;
use crate::match_pattern::MatchPattern;
use crate::otlp::{OtlpError, OtlpTarget};
use crate::project::{Project, ProjectError};
use crate::run_folder;
use crate::server::Launch;

/// A background server stops after this long without MCP client and without new data.
const IDLE_LIMIT: Duration = Duration::from_secs(60 * 60);

/// A server started in the background has usually been missed by browsers, which look for it every second.
const BROWSER_WAIT: Duration = Duration::from_secs(3);

/// Why it cannot be said what to do.
#[derive(Debug, Error)]
pub(crate) enum SettingsError {
    #[error(transparent)]
    NoHome(#[from] NoHome),
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(transparent)]
    Otlp(#[from] OtlpError),
}

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
    Contracts(ContractsSettings),
    Perf(PerfSettings),
    BugReport(BugReportSettings),
    Ci(CiSettings),
    Verify(VerifySettings),
    /// Two runs.
    Diff {
        before: PathBuf,
        after: PathBuf,
    },
    /// Many runs.
    Flakes(Vec<PathBuf>),
    Attach(AttachSettings),
    Extension(ExtensionSettings),
    Doctor(DoctorSettings),
    Watch(WatchSettings),
    Hook(HookSettings),
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
    /// Nobody: it was started for clients that may come.
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
    /// Fields whose values the project declares secret.
    pub(crate) sensitive_names: Vec<String>,
    pub(crate) format: ReportFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) save: Option<PathBuf>,
    /// Where to export the run to.
    pub(crate) otlp: Option<OtlpTarget>,
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
    /// What the project says of itself.
    pub(crate) rules: Box<ProjectRules>,
}

/// What to audit, what counts, and how it is written.
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

/// Whose contracts, what they are held against, what counts, and how it is written.
#[derive(Debug)]
pub(crate) struct ContractsSettings {
    pub(crate) source: ReportSource,
    pub(crate) filter: contracts::EndpointFilter,
    pub(crate) expected: Option<PathBuf>,
    /// Nothing fails if there is none.
    pub(crate) fail_on: Option<contracts::Severity>,
    pub(crate) baseline: Option<PathBuf>,
    pub(crate) write_baseline: bool,
    pub(crate) format: ContractsFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) sensitive_names: Vec<String>,
}

/// What is written of contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ContractsFormat {
    Text,
    Json,
    Openapi,
    Typescript,
}

/// Whose loads, what they are compared with, what counts, and how it is written.
#[derive(Debug)]
pub(crate) struct PerfSettings {
    pub(crate) source: ReportSource,
    /// Part of the address; empty for all.
    pub(crate) url: String,
    pub(crate) fail_on: PerfFailOn,
    pub(crate) baseline: Option<PathBuf>,
    pub(crate) format: Format,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) sensitive_names: Vec<String>,
}

/// Which bug, what only a person knows of it, and where the report goes.
#[derive(Debug)]
pub(crate) struct BugReportSettings {
    pub(crate) source: ReportSource,
    pub(crate) options: BugReportOptions,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) images: ReportImages,
    pub(crate) test_id: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) sensitive_names: Vec<String>,
}

/// Where the pictures of a report go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportImages {
    /// Into files beside the report.
    Files,
    /// Into the report.
    Embed,
    /// Nowhere, because somebody said so.
    None,
    /// Nowhere, because nobody said where.
    NotSaid,
}

/// Which regressions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerfFailOn {
    Confirmed,
    Possible,
    Never,
}

/// Which suite to run, and what to do with what was captured.
#[derive(Debug)]
pub(crate) struct CiSettings {
    pub(crate) command: Vec<OsString>,
    pub(crate) options: ReportOptions,
    /// What the project says of itself.
    pub(crate) rules: Box<ProjectRules>,
    /// Origins whose pages may send data without a binding.
    pub(crate) sites: Vec<String>,
    /// Folders of builds whose source maps are not served.
    pub(crate) source_maps: Vec<PathBuf>,
    pub(crate) format: ReportFormat,
    /// Standard output if there is none.
    pub(crate) output: Option<PathBuf>,
    pub(crate) save: Option<PathBuf>,
    /// Whether a run without captured contexts is as good as any.
    pub(crate) allow_no_capture: bool,
    /// Whether actions are recorded with locators.
    pub(crate) record: bool,
    /// Where to export the run to.
    pub(crate) otlp: Option<OtlpTarget>,
}

/// What to run, and what to compare it with.
#[derive(Debug)]
pub(crate) struct VerifySettings {
    pub(crate) command: Vec<OsString>,
    pub(crate) with: VerifyWith,
    /// Where the receipt goes.
    pub(crate) output: Option<PathBuf>,
    /// After which a command that does not end is ended.
    pub(crate) timeout: Duration,
    /// What the project says of itself.
    pub(crate) rules: Box<ProjectRules>,
    /// Whose pages may post.
    pub(crate) sites: Vec<String>,
}

/// What a run is compared with.
#[derive(Debug)]
pub(crate) enum VerifyWith {
    /// Nothing yet: it is recorded.
    Recording(PathBuf),
    /// A recorded run.
    Baseline(PathBuf),
    /// Runs of another commit.
    Revision { revision: String, runs: u32, setup: Option<String> },
    /// A run before, in the same place.
    Earlier,
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
    /// The build that may use Chrome's debugger.
    pub(crate) debugger: bool,
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

/// Which server to watch, and for whom.
#[derive(Debug)]
pub(crate) struct WatchSettings {
    pub(crate) port: u16,
    pub(crate) format: Format,
}

/// Which server to ask, and where the last call is remembered.
#[derive(Debug)]
pub(crate) struct HookSettings {
    pub(crate) port: u16,
    /// Whether to wait for what becomes of an edit.
    pub(crate) wait: bool,
    pub(crate) state_folder: Option<PathBuf>,
}

/// Who reads an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Settings {
    /// Reads the environment where the command line is silent.
    pub(crate) fn resolve(args: Args) -> Result<Self, SettingsError> {
        match args.command {
            None if args.background => Ok(Self::Serve(background_server(args)?)),
            None => Ok(Self::Serve(foreground_server(args)?)),
            Some(Command::Mcp { server, file: None, site }) => {
                Ok(Self::Bridge(BridgeSettings { launch: launch(server, None)?, site }))
            }
            Some(Command::Mcp { server, file: Some(file), .. }) => {
                let ServerOptions { tools, answers, project, .. } = launch(server, None)?.options;
                let options = ServerOptions { port: 0, tools, answers, project, ..ServerOptions::default() };
                Ok(Self::BridgeFile(OpenSettings { file, options }))
            }
            Some(Command::Open { file, port }) => {
                let project = project_of(None)?.rules();
                let options = ServerOptions { port, project, ..ServerOptions::default() };
                Ok(Self::Open(OpenSettings { file, options }))
            }
            Some(Command::Report(args)) => report_or_view(args),
            Some(Command::Audit(args)) => Ok(Self::Audit(audit(args))),
            Some(Command::Contracts(args)) => Ok(Self::Contracts(contracts_of(args)?)),
            Some(Command::Perf(args)) => Ok(Self::Perf(loads_of(args)?)),
            Some(Command::BugReport(args)) => Ok(Self::BugReport(bug_of(args)?)),
            Some(Command::Ci(args)) => Ok(Self::Ci(suite_of(args)?)),
            Some(Command::Verify(args)) => Ok(Self::Verify(verification(args)?)),
            Some(Command::Diff { before, after }) => Ok(Self::Diff { before, after }),
            Some(Command::Flakes { files }) => Ok(Self::Flakes(files)),
            Some(Command::Attach { attach, server }) => Ok(Self::Attach(attachment(attach, server)?)),
            Some(Command::Extension { dir, mut sites, debugger, config }) => {
                let project = project_of(config.file.as_deref())?;
                sites.extend(project.sites.iter().filter_map(|origin| format!("{origin}/*").parse().ok()));
                let folder = match dir {
                    Some(dir) => absolute(dir),
                    None => Directories::from_environment()?.data.join("extension"),
                };
                Ok(Self::Extension(ExtensionSettings { folder, sites, debugger }))
            }
            Some(Command::Doctor { port, json }) => Ok(Self::Doctor(DoctorSettings {
                port: port.number,
                usual_port: usual_port(std::env::var("GASOLINE_PORT").ok().as_deref()),
                user_folders: UserFolders::from_environment().ok(),
                project: std::env::current_dir().unwrap_or_default(),
                format: if json { Format::Json } else { Format::Text },
            })),
            Some(Command::Watch { port, json }) => Ok(Self::Watch(WatchSettings {
                port: port.number,
                format: if json { Format::Json } else { Format::Text },
            })),
            Some(Command::Hook { port, wait }) => Ok(Self::Hook(HookSettings {
                port: port.number,
                wait,
                state_folder: Directories::from_environment().ok().map(|folders| folders.state),
            })),
        }
    }
}

fn background_server(args: Args) -> Result<ServeSettings, ProjectError> {
    let mut launch = launch(args.server, Some(IDLE_LIMIT))?;
    launch.options.browser_wait = Some(BROWSER_WAIT);
    launch.options.missing_options = args.missing_option;
    Ok(ServeSettings { launch, lifetime: Lifetime::Background, until_exit: None })
}

fn foreground_server(args: Args) -> Result<ServeSettings, ProjectError> {
    let mut launch = launch(args.server, None)?;
    if args.until_exit.is_some() && launch.options.spill.is_none() {
        launch.options.spill = run_folder::of(launch.options.port);
    }
    Ok(ServeSettings { launch, lifetime: Lifetime::Foreground, until_exit: args.until_exit })
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

fn violations_from(least: ContractsFailOnArg) -> Option<contracts::Severity> {
    match least {
        ContractsFailOnArg::Critical => Some(contracts::Severity::Critical),
        ContractsFailOnArg::Error => Some(contracts::Severity::Warning),
        ContractsFailOnArg::Info => Some(contracts::Severity::Info),
        ContractsFailOnArg::Never => None,
    }
}

fn contracts_format(format: ContractsFormatArg) -> ContractsFormat {
    match format {
        ContractsFormatArg::Text => ContractsFormat::Text,
        ContractsFormatArg::Json => ContractsFormat::Json,
        ContractsFormatArg::Openapi => ContractsFormat::Openapi,
        ContractsFormatArg::Typescript => ContractsFormat::Typescript,
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

fn otlp_target(typed: Option<&str>) -> Result<Option<OtlpTarget>, OtlpError> {
    typed.map(|typed| OtlpTarget::of(typed, |name| std::env::var(name).ok())).transpose()
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

/// The report, or one question to the run if the first word names one.
fn report_or_view(args: ReportArgs) -> Result<Settings, SettingsError> {
    let ReportArgs { mut files, grep, format, output, test_id, since, severity, save, otlp, port, config } =
        args;
    let view = files.first().and_then(|word| report_view(word));
    if view.is_some() {
        files.remove(0);
    }
    let source = source(files, port.number);
    let project = project_of(config.file.as_deref())?;
    if let Some(view) = view {
        let rules = project.rules();
        return Ok(Settings::View(ViewSettings { view, source, test_id, grep, rules }));
    }
    let Project { labels, sensitive_names, .. } = project;
    let options = ReportOptions { test_id, since, depth: Depth { severity: least(severity), labels } };
    let (format, output) = (report_format(format), output.or_else(|| job_summary(format)));
    let otlp = otlp_target(otlp.as_deref())?;
    Ok(Settings::Report(ReportSettings { source, options, sensitive_names, format, output, save, otlp }))
}

fn suite_of(args: CiArgs) -> Result<CiSettings, SettingsError> {
    let project = project_of(args.config.file.as_deref())?;
    let depth = Depth { severity: least(args.severity), labels: project.labels.clone() };
    let format = args.format;
    Ok(CiSettings {
        command: args.command,
        options: ReportOptions { depth, ..ReportOptions::default() },
        rules: project.rules(),
        sites: project.sites,
        source_maps: project.source_maps,
        format: report_format(format),
        output: args.output.or_else(|| job_summary(format)),
        save: args.save,
        allow_no_capture: args.allow_no_capture,
        record: args.record,
        otlp: otlp_target(args.otlp.as_deref())?,
    })
}

fn contracts_of(args: ContractsArgs) -> Result<ContractsSettings, ProjectError> {
    let Project { labels, sensitive_names, .. } = project_of(args.config.file.as_deref())?;
    Ok(ContractsSettings {
        source: source(args.files, args.port.number),
        filter: contracts::EndpointFilter { url_filter: args.url, ignored: labels.ignored_endpoints },
        expected: args.expected,
        fail_on: violations_from(args.fail_on),
        baseline: args.baseline,
        write_baseline: args.write_baseline,
        format: contracts_format(args.format),
        output: args.output,
        sensitive_names,
    })
}

fn loads_of(args: PerfArgs) -> Result<PerfSettings, ProjectError> {
    Ok(PerfSettings {
        sensitive_names: project_of(args.config.file.as_deref())?.sensitive_names,
        source: source(args.files, args.port.number),
        url: args.url.unwrap_or_default(),
        fail_on: match args.fail_on {
            PerfFailOnArg::Confirmed => PerfFailOn::Confirmed,
            PerfFailOnArg::Possible => PerfFailOn::Possible,
            PerfFailOnArg::Never => PerfFailOn::Never,
        },
        baseline: args.baseline,
        format: match args.format {
            PlainFormatArg::Text => Format::Text,
            PlainFormatArg::Json => Format::Json,
        },
        output: args.output,
    })
}

fn bug_of(args: BugReportArgs) -> Result<BugReportSettings, ProjectError> {
    let BugReportArgs { file, output, title, expected, images, last_n_actions, test_id, url, port, config } =
        args;
    let images = match (images, &output) {
        (Some(ReportImagesArg::Files), _) | (None, Some(_)) => ReportImages::Files,
        (Some(ReportImagesArg::Embed), _) => ReportImages::Embed,
        (Some(ReportImagesArg::None), _) => ReportImages::None,
        (None, None) => ReportImages::NotSaid,
    };
    let last_n_actions = last_n_actions.and_then(|count| usize::try_from(count).ok());
    Ok(BugReportSettings {
        sensitive_names: project_of(config.file.as_deref())?.sensitive_names,
        source: source(file.into_iter().collect(), port.number),
        options: BugReportOptions { title, expected, last_n_actions },
        output,
        images,
        test_id,
        url,
    })
}

fn verification(args: VerifyArgs) -> Result<VerifySettings, ProjectError> {
    let VerifyArgs { save, baseline, against_rev, runs, setup, output, timeout, config, command } = args;
    let with = match (save, baseline, against_rev) {
        (Some(file), ..) => VerifyWith::Recording(file),
        (None, Some(file), _) => VerifyWith::Baseline(file),
        (None, None, Some(revision)) => VerifyWith::Revision { revision, runs, setup },
        (None, None, None) => VerifyWith::Earlier,
    };
    let project = project_of(config.file.as_deref())?;
    let rules = project.rules();
    let sites = project.sites;
    Ok(VerifySettings { command, with, output, timeout: Duration::from_secs(timeout), rules, sites })
}

fn attachment(args: AttachArgs, server: ServerArgs) -> Result<AttachSettings, ProjectError> {
    let launched = |program| BrowserLaunch {
        program,
        arguments: args.browser_arguments,
        visibility: if args.headless { Visibility::Headless } else { Visibility::Headful },
    };
    Ok(AttachSettings {
        server: launch(server, None)?,
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
    })
}

/// The file that was named, or the nearest one upwards from the folder we were started in.
fn project_of(named: Option<&Path>) -> Result<Project, ProjectError> {
    Project::load(named, &std::env::current_dir().unwrap_or_default())
}

fn launch(args: ServerArgs, idle_limit: Option<Duration>) -> Result<Launch, ProjectError> {
    let project = project_of(args.config.file.as_deref())?;
    // Without a home there is no log, but capturing works all the same.
    let state_folder = Directories::from_environment().ok().map(|folders| folders.state);
    let rules = project.rules();
    let args_origins = args.allow_origin;
    let mut allow_origins = args_origins.clone();
    // A server in place of another one is given both the file and what it said.
    allow_origins.extend(project.sites.into_iter().filter(|site| !args_origins.contains(site)));
    Ok(Launch {
        options: ServerOptions {
            port: args.port.number,
            host: args.host,
            token: args.token.filter(|token| !token.is_empty()),
            allow_hosts: args.allow_host,
            allow_origins,
            max_entries: usize::try_from(args.max_entries).unwrap_or(usize::MAX),
            tools: match args.tools {
                Tools::All => ToolProfile::All,
                Tools::Core => ToolProfile::Core,
            },
            project: rules,
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
    })
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
            Some(Command::Attach { attach, server }) => attachment(attach, server).unwrap(),
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
