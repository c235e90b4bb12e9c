//! Asks another process to stop in an orderly way.

use std::io;

/// Sends the request; does not wait for the process to follow it.
#[cfg(unix)]
pub fn terminate(pid: u32) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    Ok(kill_process(pid, Signal::TERM)?)
}

/// Windows has no orderly request that reaches a process without a console, so the person has to do it.
#[cfg(not(unix))]
pub fn terminate(_pid: u32) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    use rustix::process::Signal;

    use super::*;

    #[test]
    fn the_process_receives_the_signal() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        terminate(child.id()).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(Signal::TERM.as_raw()));
    }

    #[test]
    fn process_zero_is_refused_because_it_means_the_whole_group() {
        assert_eq!(terminate(0).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
