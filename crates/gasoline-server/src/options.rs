//! What a server is started with.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use gasoline_core::capture_file::Maker;
use gasoline_core::report::Labels;

use crate::server_state::ServerState;

/// Bytes of a question at most: a JSON-RPC message, the same as a line on stdio, or a tool's arguments.
pub(crate) const LARGEST_QUESTION: usize = 4 * 1024 * 1024;

/// Which tools agents see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolProfile {
    /// All of them.
    #[default]
    All,
    /// The few that answer most questions, for clients that count every token of `tools/list`.
    Core,
}

/// In which form agents get answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerForm {
    /// As text that holds JSON.
    #[default]
    Text,
    /// As text, and again as structured content that keeps to a schema. Clients count both copies.
    TextAndStructure,
}

/// What a project says of itself, in its `gasoline.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectRules {
    /// Fields whose values are secret, besides those that are secret everywhere.
    pub sensitive_names: Vec<String>,
    /// Noise and ignored endpoints.
    pub labels: Labels,
    /// The file that says so.
    pub file: Option<PathBuf>,
}

/// Everything a server can be told.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Port on every address; 0 lets the system choose.
    pub port: u16,
    /// A further address to listen on beyond loopback. Demands `token`.
    pub host: Option<IpAddr>,
    /// What callers from other machines must present as `Authorization: Bearer …`.
    pub token: Option<String>,
    /// Further names the `Host` header may carry.
    pub allow_hosts: Vec<String>,
    /// Further page origins that may send captured data.
    pub allow_origins: Vec<String>,
    /// Log entries kept per test.
    pub max_entries: usize,
    /// Which tools agents see.
    pub tools: ToolProfile,
    /// In which form agents get answers.
    pub answers: AnswerForm,
    /// What the project says of itself.
    pub project: Box<ProjectRules>,
    /// What the environment says of the run whose captures are saved; the version is filled in.
    pub made_by: Box<Maker>,
    /// Keep the record of every ended test in this folder.
    pub spill: Option<PathBuf>,
    /// Append every entry to this file.
    pub log_file: Option<PathBuf>,
    /// Stop after this long without MCP client and without new entries.
    pub idle_limit: Option<Duration>,
    /// How long after the start a question waits for browsers that are on their way.
    pub browser_wait: Option<Duration>,
    /// The server that was on this port before.
    pub predecessor: Option<Box<ServerState>>,
    /// Options of that server which this one lacks.
    pub missing_options: Vec<String>,
    /// Where servers on other ports leave what is to be known of them.
    pub state_folder: Option<PathBuf>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            port: 7890,
            host: None,
            token: None,
            allow_hosts: Vec::new(),
            allow_origins: Vec::new(),
            max_entries: 1_000,
            tools: ToolProfile::All,
            answers: AnswerForm::Text,
            project: Box::default(),
            made_by: Box::default(),
            spill: None,
            log_file: None,
            idle_limit: None,
            browser_wait: None,
            predecessor: None,
            missing_options: Vec::new(),
            state_folder: None,
        }
    }
}
