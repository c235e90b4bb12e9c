//! Lets a process outlive the terminal or editor that started it.

use std::process::Command;

/// Called by the starter: what the system needs to be told before a background process is spawned.
///
/// On Unix this is nothing: the new process leaves by itself, see [`leave_session`].
#[cfg(not(windows))]
pub fn prepare_background(_command: &mut Command) {}

/// Called by the starter: gives the new process no console and a process group of its own.
#[cfg(windows)]
pub fn prepare_background(command: &mut Command) {
    use std::os::windows::process::CommandExt;

    const DETACHED_PROCESS: u32 = 0x0000_0008;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    command.creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

/// Called by the background process first: after this, closing the terminal or killing the editor's process
/// group does not reach it.
#[cfg(unix)]
pub fn leave_session() {
    // Fails only for a group leader, that is when a person typed the command into a shell. Then the shell's own
    // job control decides about its lifetime, which is what that person expects.
    rustix::process::setsid().ok();
}

/// Called by the background process first. On Windows the starter has already arranged everything.
#[cfg(not(unix))]
pub fn leave_session() {}
