//! Notices that the process which started us has died.
//!
//! The parent is polled. Linux could signal its death, but that signal fires when the parent *thread* ends, and
//! editors start their tools from threads that come and go.

/// How late a death may be noticed; also how often an otherwise idle process wakes up.
#[cfg(unix)]
const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(500);

/// The process that started this one.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    #[cfg(unix)]
    process: Option<rustix::process::Pid>,
}

impl Parent {
    /// Remembers the current parent. Call it early: a parent that is already dead cannot be told from init.
    #[cfg(unix)]
    pub fn current() -> Self {
        Self { process: rustix::process::getppid() }
    }

    /// Remembers the current parent.
    #[cfg(not(unix))]
    pub fn current() -> Self {
        Self {}
    }

    /// Completes when the parent has died: from then on this process has another one.
    #[cfg(unix)]
    pub async fn death(self) {
        // No parent at all is how a process looks from inside a container whose starter is outside.
        if self.process.is_none() {
            return std::future::pending().await;
        }
        while rustix::process::getppid() == self.process {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Never completes: Windows keeps no parent for a process, and closes the pipe when the other end dies.
    #[cfg(not(unix))]
    pub async fn death(self) {
        std::future::pending().await
    }
}
