//! Processes that a command started and may leave behind.

use std::process::Command;

/// Lets a command begin a group of its own, so that all it starts can be ended with it.
#[cfg(unix)]
pub fn begin_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Windows has no groups that are ended together.
#[cfg(not(unix))]
pub fn begin_group(_: &mut Command) {}

/// Ends every process of the group that the process with this id began. None may be left.
#[cfg(unix)]
pub fn end_group(pid: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // 1 would be every process there is.
    if let Some(pid) = i32::try_from(pid).ok().filter(|pid| *pid > 1).and_then(Pid::from_raw) {
        kill_process_group(pid, Signal::KILL).ok();
    }
}

/// Windows has no groups that are ended together.
#[cfg(not(unix))]
pub fn end_group(_: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn what_a_command_left_behind_ends_with_its_group() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 600 & exit 0"]).stdout(Stdio::piped());
        begin_group(&mut shell);
        let mut child = shell.spawn().unwrap();
        child.wait().unwrap();
        end_group(child.id());
        // The pipe ends only when nobody holds it any more.
        assert_eq!(child.stdout.take().unwrap().read_to_end(&mut Vec::new()).unwrap(), 0);
        end_group(0);
        end_group(1);
    }
}
