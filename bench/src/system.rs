//! What differs between systems: signals, and what a process uses of memory and processor.

use std::path::PathBuf;
use std::{fs, io};

use anyhow::{Context, bail};

/// Memory of another process, in megabytes of a million bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Resident now.
    pub(crate) resident: f64,
    /// The most that was ever resident.
    pub(crate) peak: f64,
}

/// Memory of the process `pid`, as Linux tells it.
pub(crate) fn memory_of(pid: u32) -> anyhow::Result<Memory> {
    if cfg!(not(target_os = "linux")) {
        bail!("memory is measured on Linux only: other systems count it differently");
    }
    let path = PathBuf::from(format!("/proc/{pid}/status"));
    let status = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Memory { resident: megabytes(&status, "VmRSS:")?, peak: megabytes(&status, "VmHWM:")? })
}

fn megabytes(status: &str, field: &str) -> anyhow::Result<f64> {
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix(field))
        .and_then(|rest| rest.trim().strip_suffix(" kB"))
        .with_context(|| format!("no `{field}` in the process status"))?;
    Ok(kibibytes.parse::<f64>()? * 1024.0 / 1e6)
}

/// Nanoseconds the threads of the process `pid` have been running; `None` where the system does not tell.
pub(crate) fn processor_nanoseconds_of(pid: u32) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    threads
        .map(|thread| {
            let statistics = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            statistics.split(' ').next()?.parse::<f64>().ok()
        })
        .sum()
}

/// Asks a process to stop.
#[cfg(unix)]
pub(crate) fn terminate(pid: u32) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process};

    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    Ok(kill_process(pid, Signal::TERM)?)
}

/// A background server there ends by itself when it has been idle long enough.
#[cfg(not(unix))]
pub(crate) fn terminate(_pid: u32) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Resolves when a person or a pipeline wants this process to end.
#[cfg(unix)]
pub(crate) async fn stop_requested() {
    use tokio::signal::unix::{SignalKind, signal};

    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without handlers the system's default action ends the process.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

/// Resolves when a person wants this process to end.
#[cfg(not(unix))]
pub(crate) async fn stop_requested() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_status_text() {
        let status = "Name:\tx\nVmHWM:\t   2000 kB\nVmRSS:\t   1000 kB\n";
        assert_eq!(megabytes(status, "VmRSS:").unwrap(), 1.024);
        assert!(megabytes(status, "VmSwap:").is_err());
    }
}
