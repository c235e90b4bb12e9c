//! Notices that another process has ended.
//!
//! The process is polled: it is not a child of ours, and no system tells of the end of strangers.

/// How late an end may be noticed; also how often an otherwise idle process wakes up.
#[cfg(unix)]
const POLL_INTERVAL: std::time::Duration = std::time::Duration::from_millis(250);

/// Completes when no process has this id any more.
#[cfg(unix)]
pub async fn process_end(pid: u32) {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
    // A process of another user exists as well.
    while test_kill_process(pid) != Err(Errno::SRCH) {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Never completes: Windows hands the id of a process on as soon as it has ended.
#[cfg(not(unix))]
pub async fn process_end(_pid: u32) {
    std::future::pending().await
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[tokio::test]
    async fn the_end_of_a_process_is_noticed_and_its_life_is_not_taken_for_one() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let pid = child.id();
        let waiting = tokio::spawn(process_end(pid));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(child.stdin.take());
        child.wait().unwrap();
        waiting.await.unwrap();
    }
}
