//! The real binary, driven as editors, CI jobs and people drive it.
//! Unix only: half of it is about signals and parents.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod action;
mod attach;
mod bridge;
mod ci;
mod doctor;
mod extension;
mod help;
mod http;
mod mcp_process;
mod open;
mod outdated_server;
mod report;
mod runs;
mod scratch;
mod serve;
mod server_process;
mod verify;
mod wait;
