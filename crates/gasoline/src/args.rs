//! The command line as typed. Types for clap and nothing else; [`crate::settings`] makes sense of them.

#![allow(rustdoc::bare_urls, reason = "clap prints these comments as they stand")]

use std::ffi::OsString;
use std::net::IpAddr;
use std::num::ParseIntError;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use gasoline_core::address::Site;
use gasoline_wire::{LONGEST_TEST_ID, Timestamp};

use crate::attach::DebugAddress;
use crate::match_pattern::MatchPattern;

/// Lets an AI coding agent see what the developer's browser sees.
///
/// Without a command: serves captured data over HTTP, and MCP over HTTP at /mcp. If another program speaks through
/// standard input, also MCP on stdio. Runs until Ctrl-C, or, after an MCP client has connected on stdio, until that
/// client leaves.
#[derive(Debug, Parser)]
#[command(
    name = "gasoline",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Start with `gasoline extension`, then `gasoline mcp --help`."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) server: ServerArgs,

    /// Run as the server that `gasoline mcp` starts: leave the terminal, and stop when unused.
    #[arg(long, hide = true)]
    pub(crate) background: bool,

    /// An option of the server before this one that this one lacks.
    #[arg(long, hide = true, value_name = "OPTION")]
    pub(crate) missing_option: Vec<String>,

    /// Run as the server of a test run: end with that process, and keep the records of its tests for `gasoline report`.
    #[arg(long, hide = true, value_name = "PID")]
    pub(crate) until_exit: Option<u32>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak MCP on stdio, for editors; starts a server in the background if none runs
    ///
    /// All editors on one port share one server and its data. The server outlives them and stops after an hour
    /// without MCP client and without new data. Options other than the port only matter when this starts it.
    #[command(after_long_help = include_str!("editors.txt"))]
    Mcp {
        #[command(flatten)]
        server: ServerArgs,

        /// Read this saved capture instead of what is captured now; of the other options only --tools and --structured count
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,

        /// Show this editor's agent only one app, for example localhost:3000
        ///
        /// Calls that name a tab or a test still see every app.
        #[arg(long, value_name = "SITE")]
        site: Option<Site>,
    },
    /// Open a saved capture, to be read like a running server
    ///
    /// Serves the file over HTTP and MCP until Ctrl-C. Nothing can be added or removed, and ages are as of the moment of
    /// saving. Save one with: curl -OJ http://127.0.0.1:7890/export/capture
    Open {
        /// The capture, a .gasoline file
        file: PathBuf,

        /// Port on the loopback addresses [default: a free one]
        #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
        port: u16,
    },
    /// Report what a run of tests came to: failures, what their browsers saw, and whether the app is at fault
    ///
    /// Reads a running server, or capture files and folders of them; several are merged. Exit status 0 with a report, 3 if there
    /// is nothing to report on.
    ///
    /// With `errors`, `requests`, `console` or `timeline` as the first word: only that, one row a line.
    Report(ReportArgs),
    /// Find what captured traffic shows that should not be seen: credentials, personal data, insecure connections
    ///
    /// Reads a running server, or capture files and folders of them. Exit status: 0 nothing found, 1 findings at or above --fail-on, 2
    /// usage, 3 no server or nothing captured.
    Audit(AuditArgs),
    /// Find what changed in the answers of APIs: fields gone missing, types changed, endpoints that began to fail
    ///
    /// Reads a running server, or capture files and folders of them. Exit status: 0 nothing found, 1 violations at or above --fail-on, 2
    /// usage, 3 no server or nothing captured.
    Contracts(ContractsArgs),
    /// Tell how fast pages load, and whether that is worse than usual
    ///
    /// Reads a running server, or capture files and folders of them. Exit status: 0 nothing slower, 1 regressions as --fail-on says, 2
    /// usage, 3 no server or nothing measured.
    Perf(PerfArgs),
    /// Write a bug report of what was captured last: steps, pictures, error with source, failed requests, script
    ///
    /// Reads a running server, or a capture file. Markdown, with pictures as files beside it. Exit status: 0 written, 2 usage, 3 no server
    /// or nothing to report.
    #[command(after_long_help = "Example: gasoline bug-report -o bug.md --expected 'The dialog opens'")]
    BugReport(BugReportArgs),
    /// Run a test suite with capture, unchanged, and report what it came to
    ///
    /// Playwright suites need no change: every test and every browser context is captured, by a server of its own on a free port. Exit
    /// status: the suite's own; 97 if tests ran and nothing was captured.
    #[command(after_long_help = "Example: gasoline ci -- npx playwright test")]
    Ci(CiArgs),
    /// Prove that a change fixed something: run a command with capture before and after, and compare
    ///
    /// With --save the run is recorded, with --baseline it is compared with a recorded one, with --against-rev the command is run
    /// several times in another commit and here. With none of them it is run now and again when you press Enter. Exit status:
    /// 0 fixed or nothing wrong, 1 not fixed, 3 nothing can be said.
    #[command(
        after_long_help = "Example: gasoline verify --against-rev HEAD~1 --setup 'npm ci' -- npx playwright test repro.spec.ts"
    )]
    Verify(VerifyArgs),
    /// Show what changed from one run of tests to another, test by test
    ///
    /// Reads capture files or folders of them. What differs between runs of one side anyway is no change. Exit status: 0 if nothing
    /// changed, 1 if something did, 3 if there is nothing to compare.
    Diff {
        /// The run before: a capture file, or a folder of them
        before: PathBuf,

        /// The run after
        after: PathBuf,
    },
    /// Show what differed when a test failed, of tests that fail only sometimes
    ///
    /// Reads capture files or folders of them, of several runs of one commit. The difference that separates failing runs from
    /// passing ones best comes first. Exit status: 0 if no test is flaky, 1 if one is, 3 if there is nothing to compare.
    Flakes {
        /// Capture files, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Capture a browser over its debugging port; starts a server in the background if none runs
    ///
    /// Captures every page, frame and worker, present and future, without the extension and without a change to the
    /// tests that drive the browser: Selenium, WebDriver, Puppeteer or a person.
    #[command(after_long_help = include_str!("attach/recipes.txt"))]
    Attach {
        #[command(flatten)]
        attach: AttachArgs,

        #[command(flatten)]
        server: ServerArgs,
    },
    /// Write the browser extension to a folder and say how to load it
    Extension {
        /// Folder to write to; must be empty or hold an earlier version [default: a folder for user data]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,

        /// Capture these sites too, for example https://*.example.com/* (repeatable)
        ///
        /// Without it the extension captures localhost and the .localhost, .test and .local domains; further
        /// sites can be turned on in its popup. Meant for automated browsers, where nobody can.
        #[arg(long = "site", value_name = "PATTERN")]
        sites: Vec<MatchPattern>,

        /// Write the build with the permission `debugger`, for pictures of full pages
        ///
        /// It also pictures elements outside of the view. Debugger mode is turned on in its options. Chrome warns of this permission when
        /// the extension is loaded.
        #[arg(long)]
        debugger: bool,

        #[command(flatten)]
        config: ConfigArg,
    },
    /// Check every link from the browser to the agent and name the one that is broken
    ///
    /// Only looks: starts nothing and changes nothing. Exit status 1 if a link is broken, 0 otherwise.
    Doctor {
        #[command(flatten)]
        port: PortArg,

        /// Print one JSON object, for scripts
        #[arg(long)]
        json: bool,
    },
    /// Print a line for each new error, failing request or other significant event, until Ctrl-C
    ///
    /// For a second terminal, or for an agent that reads the output of a background command. At most 12 lines a minute; what exceeds
    /// them is counted in one.
    Watch {
        #[command(flatten)]
        port: PortArg,

        /// Print each event as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Tell an editor's model what is new in the browser, as a hook of that editor
    ///
    /// Reads the editor's JSON on standard input and prints additional context, or nothing if nothing is new since the last call in the
    /// same conversation. Always ends with status 0.
    #[command(after_long_help = include_str!("hook/editors.txt"))]
    Hook {
        #[command(flatten)]
        port: PortArg,

        /// After an edit, wait up to 2 s for the page to take it, and name the effect
        #[arg(long)]
        wait: bool,
    },
}

/// What to report on, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Capture files, or folders of them; without any, the running server is asked
    pub(crate) files: Vec<PathBuf>,

    /// With `errors`, `requests`, `console` or `timeline`: only rows that contain this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) grep: Option<String>,

    /// How the report is written
    #[arg(long, value_enum, default_value_t = ReportFormatArg::Text)]
    pub(crate) format: ReportFormatArg,

    /// Write the report to this file; with --format github the file is appended to
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only this test: its id, its title, or a part of the title
    #[arg(long, value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only tests that ended since this time, for example 2026-01-31T12:00:00Z
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) since: Option<Timestamp>,

    /// The least serious messages to report
    #[arg(long, value_enum, default_value_t = SeverityArg::Error)]
    pub(crate) severity: SeverityArg,

    /// Also save what the server holds as a capture file
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub(crate) save: Option<PathBuf>,

    /// Also export the run as OTLP: to a folder, to the collector at an http:// address, or to the one that OTEL_EXPORTER_OTLP_ENDPOINT names with `env`
    #[arg(long, value_name = "DIR|URL|env")]
    pub(crate) otlp: Option<String>,

    #[command(flatten)]
    pub(crate) port: PortArg,

    #[command(flatten)]
    pub(crate) config: ConfigArg,
}

/// Which suite to run, and how to report on it.
#[derive(Debug, clap::Args)]
pub(crate) struct CiArgs {
    /// How the report is written
    #[arg(long, value_enum, default_value_t = ReportFormatArg::Text)]
    pub(crate) format: ReportFormatArg,

    /// Write the report to this file; with --format github the file is appended to
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The least serious messages to report
    #[arg(long, value_enum, default_value_t = SeverityArg::Error)]
    pub(crate) severity: SeverityArg,

    /// Also keep what was captured: in a capture file that ends in .gasoline, or as one file for each test in a folder
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,

    /// Do not use exit status 97, for suites that open no browser
    #[arg(long)]
    pub(crate) allow_no_capture: bool,

    /// Record actions as tests can be made of them: with locators, and with what pages show; costs every page more
    #[arg(long)]
    pub(crate) record: bool,

    /// Also export the run as OTLP: to a folder, to the collector at an http:// address, or to the one that OTEL_EXPORTER_OTLP_ENDPOINT names with `env`
    #[arg(long, value_name = "DIR|URL|env")]
    pub(crate) otlp: Option<String>,

    #[command(flatten)]
    pub(crate) config: ConfigArg,

    /// The command that runs the suite
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// Whose contracts, and what counts.
#[derive(Debug, clap::Args)]
pub(crate) struct ContractsArgs {
    /// Capture files, or folders of them; without any, the running server is asked
    pub(crate) files: Vec<PathBuf>,

    /// An OpenAPI 3 document or a JSON Schema, as JSON, to hold the traffic against
    #[arg(long, value_name = "FILE")]
    pub(crate) expected: Option<PathBuf>,

    /// The least severe violations that make the exit status 1
    #[arg(long, value_enum, default_value_t = ContractsFailOnArg::Error)]
    pub(crate) fail_on: ContractsFailOnArg,

    /// Violations that are known: only others are shown and count
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the violations of now to the file of --baseline, and end with status 0
    #[arg(long, requires = "baseline")]
    pub(crate) write_baseline: bool,

    /// What is written: the violations, or what was learned
    #[arg(long, value_enum, default_value_t = ContractsFormatArg::Text)]
    pub(crate) format: ContractsFormatArg,

    /// Write it to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only addresses that contain this
    #[arg(long, value_name = "TEXT")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) port: PortArg,

    #[command(flatten)]
    pub(crate) config: ConfigArg,
}

/// Which bug, what only a person knows of it, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct BugReportArgs {
    /// A capture file; without one, the running server is asked
    pub(crate) file: Option<PathBuf>,

    /// Write it to this file, and pictures beside it
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// What the report is called [default: the error]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// What should have happened; without it, the report has a marked blank
    #[arg(long, value_name = "TEXT")]
    pub(crate) expected: Option<String>,

    /// Where pictures go [default: files with --output, else none]
    #[arg(long, value_enum)]
    pub(crate) images: Option<ReportImagesArg>,

    /// Only the last so many user actions
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) last_n_actions: Option<u32>,

    /// Only this test
    #[arg(long, value_name = "ID")]
    pub(crate) test_id: Option<String>,

    /// Only addresses that contain this
    #[arg(long, value_name = "TEXT")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) port: PortArg,

    #[command(flatten)]
    pub(crate) config: ConfigArg,
}

/// Where the pictures of a report go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportImagesArg {
    /// Beside the report
    Files,
    /// Into it, as data URLs
    Embed,
    /// Nowhere
    None,
}

/// Whose loads, and what counts.
#[derive(Debug, clap::Args)]
pub(crate) struct PerfArgs {
    /// Capture files, or folders of them; without any, the running server is asked
    pub(crate) files: Vec<PathBuf>,

    /// Which regressions make the exit status 1
    #[arg(long, value_enum, default_value_t = PerfFailOnArg::Confirmed)]
    pub(crate) fail_on: PerfFailOnArg,

    /// A capture file with earlier loads of the same pages; without one, the loads before are those of the same capture
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// How it is written
    #[arg(long, value_enum, default_value_t = PlainFormatArg::Text)]
    pub(crate) format: PlainFormatArg,

    /// Write it to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only addresses that contain this
    #[arg(long, value_name = "TEXT")]
    pub(crate) url: Option<String>,

    #[command(flatten)]
    pub(crate) port: PortArg,

    #[command(flatten)]
    pub(crate) config: ConfigArg,
}

/// What to run, and what to compare it with.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Record this run in a capture file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "against_rev", "output"])]
    pub(crate) save: Option<PathBuf>,

    /// Compare with the run recorded in this file
    #[arg(long, value_name = "FILE", conflicts_with = "against_rev")]
    pub(crate) baseline: Option<PathBuf>,

    /// Compare with this commit, in a copy of its own; your files stay as they are
    #[arg(long, value_name = "REV")]
    pub(crate) against_rev: Option<String>,

    /// How often the command is run in each commit
    #[arg(long, value_name = "COUNT", default_value_t = 5, requires = "against_rev", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) runs: u32,

    /// Command line that prepares the copy of the other commit, for example 'npm ci'
    #[arg(long, value_name = "COMMAND LINE", requires = "against_rev")]
    pub(crate) setup: Option<String>,

    /// Write a receipt in Markdown to this file, and pictures beside it
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Seconds after which a command that does not end is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,

    #[command(flatten)]
    pub(crate) config: ConfigArg,

    /// The command that reproduces what is to be fixed
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReportFormatArg {
    /// For a person
    Text,
    /// For a program
    Json,
    /// For a model: each failure in at most 500 tokens
    AiContext,
    /// JUnit XML, for CI services
    Junit,
    /// Common Test Report Format
    Ctrf,
    /// Annotations on standard output, and a job summary
    Github,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FailOnArg {
    /// Findings that need to be fixed now
    Critical,
    /// Findings that should be fixed, too
    Warning,
    /// Any finding
    Info,
    /// None: always end with status 0
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ContractsFailOnArg {
    /// Endpoints that began to answer with errors
    Critical,
    /// What breaks an app: these, missing fields, changed types, departures from --expected
    Error,
    /// Any change
    Info,
    /// None: always end with status 0
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ContractsFormatArg {
    /// Violations for reading
    Text,
    /// Violations for programs
    Json,
    /// What was learned, as an OpenAPI 3.1 document
    Openapi,
    /// What was learned, as TypeScript types
    Typescript,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PerfFailOnArg {
    /// What passed the statistical test, and counts and sizes
    Confirmed,
    /// Single slow loads, too
    Possible,
    /// None: always end with status 0
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PlainFormatArg {
    /// For reading
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AuditSeverityArg {
    /// Only what needs to be fixed now
    Critical,
    /// What should be fixed, too
    Warning,
    /// Everything
    Info,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AuditFormatArg {
    /// For a person
    Text,
    /// For a program
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SeverityArg {
    /// Errors
    Error,
    /// Warnings too
    Warn,
    /// Everything the console printed
    Info,
}

/// A time as people and other tools write it.
fn time(text: &str) -> Result<Timestamp, String> {
    Timestamp::parse(text).map_err(|_| "expected a time such as 2026-01-31T12:00:00Z".to_owned())
}

/// What to audit, what counts, and how it is told.
#[derive(Debug, clap::Args)]
pub(crate) struct AuditArgs {
    /// Capture files, or folders of them; without any, the running server is asked
    pub(crate) files: Vec<PathBuf>,

    /// The least severe findings that make the exit status 1
    #[arg(long, value_enum, default_value_t = FailOnArg::Critical)]
    pub(crate) fail_on: FailOnArg,

    /// The least severe findings to show
    #[arg(long, value_enum, default_value_t = AuditSeverityArg::Warning)]
    pub(crate) severity: AuditSeverityArg,

    /// Findings that are known: only others are shown and count
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings of now to the file of --baseline, and end with status 0
    #[arg(long, requires = "baseline")]
    pub(crate) write_baseline: bool,

    /// How the findings are written
    #[arg(long, value_enum, default_value_t = AuditFormatArg::Text)]
    pub(crate) format: AuditFormatArg,

    /// Write them to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Only this test, by its id
    #[arg(long, value_name = "ID")]
    pub(crate) test_id: Option<String>,

    #[command(flatten)]
    pub(crate) port: PortArg,
}

/// Which browser to capture, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct AttachArgs {
    /// A browser that runs or will soon: its debugging port, `http://HOST:PORT` or `ws://…/devtools/browser/…`
    #[arg(long, value_name = "ADDRESS", required_unless_present = "launch", conflicts_with = "launch")]
    pub(crate) cdp: Option<DebugAddress>,

    /// Start this browser with a profile of its own, and end it when done
    #[arg(long, value_name = "CHROME")]
    pub(crate) launch: Option<PathBuf>,

    /// Start it without windows
    #[arg(long, conflicts_with = "cdp")]
    pub(crate) headless: bool,

    /// Seconds to wait for a browser that is not there yet
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub(crate) wait: u64,

    /// Test that everything captured belongs to
    #[arg(long, env = "GASOLINE_TEST_ID", value_name = "ID", value_parser = test_id)]
    pub(crate) test_id: Option<String>,

    /// When to take a picture of the page
    #[arg(long, value_enum, default_value_t = ScreenshotsWhen::OnError)]
    pub(crate) screenshots: ScreenshotsWhen,

    /// Further arguments for the browser
    #[arg(last = true, conflicts_with = "cdp", value_name = "BROWSER ARGUMENT")]
    pub(crate) browser_arguments: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ScreenshotsWhen {
    /// After an uncaught error, at most one a second for each tab
    OnError,
    /// Never
    Off,
}

/// Where the server is or will be.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct PortArg {
    /// Port on the loopback addresses
    #[arg(id = "port", long, env = "GASOLINE_PORT", default_value_t = USUAL_PORT, value_name = "PORT", value_parser = port)]
    pub(crate) number: u16,
}

/// The port of a server that was told no other.
pub(crate) const USUAL_PORT: u16 = 7890;

/// A port. A variable that is set to nothing is as good as not set.
fn port(text: &str) -> Result<u16, ParseIntError> {
    if text.is_empty() { Ok(USUAL_PORT) } else { text.parse() }
}

/// A test id that the server takes.
fn test_id(text: &str) -> Result<String, String> {
    if text.len() > LONGEST_TEST_ID {
        return Err(format!("expected at most {LONGEST_TEST_ID} bytes"));
    }
    Ok(text.to_owned())
}

/// What the project says of itself.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ConfigArg {
    /// Project file [default: the nearest gasoline.toml in this folder or above]
    #[arg(id = "config", long = "config", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// What a server can be told.
#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    #[command(flatten)]
    pub(crate) port: PortArg,

    #[command(flatten)]
    pub(crate) config: ConfigArg,

    /// Further address to listen on, for other machines; needs --token
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) host: Option<IpAddr>,

    /// Secret that other machines must send as `Authorization: Bearer TOKEN`
    #[arg(long, env = "GASOLINE_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub(crate) token: Option<String>,

    /// Log entries to keep for each test, as far as 8 MB hold them; the oldest go first
    #[arg(long, default_value_t = 1_000, value_name = "COUNT")]
    pub(crate) max_entries: u32,

    /// Also capture pages of this origin, for example https://dev.example.com (repeatable)
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    /// Also answer to this host name (repeatable)
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Vec<String>,

    /// Also keep the record of every ended test in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) spill: Option<PathBuf>,

    /// Also append every entry to this file, as redacted JSON lines
    #[arg(long, value_name = "FILE")]
    pub(crate) log_file: Option<PathBuf>,

    /// Tools that agents see
    #[arg(long, value_enum, default_value_t = Tools::All)]
    pub(crate) tools: Tools,

    /// Also give answers as structured content with a schema, for clients that need it; others count both copies
    #[arg(long)]
    pub(crate) structured: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Tools {
    /// All of them
    All,
    /// The few that answer most questions, for fewer tokens
    Core,
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    /// Pages about commands.
    fn documentation() -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let pages = ["getting-started.md", "attach.md", "ci.md"];
        pages.map(|page| fs::read_to_string(folder.join(page)).unwrap()).concat()
    }

    /// Commands and options as a person would type them.
    fn typed(command: &clap::Command) -> Vec<String> {
        let own = command.get_arguments().filter(|argument| !argument.is_hide_set());
        let own = own.filter_map(|argument| argument.get_long()).map(|name| format!("--{name}"));
        let mut typed: Vec<String> = own.collect();
        for inner in command.get_subcommands() {
            typed.push(format!("gasoline {}", inner.get_name()));
            typed.extend(self::typed(inner));
        }
        typed
    }

    #[test]
    fn every_command_and_option_is_documented() {
        let documentation = documentation();
        let mut missing = typed(&Args::command());
        missing.retain(|name| {
            !documentation.contains(&format!("`{name}")) && !documentation.contains(&format!("[{name}"))
        });
        assert_eq!(missing, Vec::<String>::new());
    }
}
