//! Waits for somebody to ask this process to stop.

use std::io;

/// Registers for the system's requests to stop and returns a future that completes with the first of them.
///
/// From the call on, such a request no longer ends the process by itself. Needs a tokio runtime with I/O.
#[cfg(unix)]
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Registers for Ctrl-C and returns a future that completes with the first one.
#[cfg(not(unix))]
pub fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
