//! The real binary, driven as editors, CI jobs and people drive it.
//! Unix only: half of it is about signals and parents.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod action;
mod attach;
mod audit;
mod bridge;
mod bug_report;
mod ci;
mod contracts;
mod doctor;
mod extension;
mod help;
mod hook;
mod http;
mod mcp_process;
mod open;
mod outdated_server;
mod perf;
mod project;
mod report;
mod runs;
mod scratch;
mod serve;
mod server_process;
mod verify;
mod wait;
mod watch;
