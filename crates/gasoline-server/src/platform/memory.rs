//! How much memory this process really occupies.

/// Resident bytes of this process; `None` where the system has no cheap way to tell.
pub fn resident_bytes() -> Option<u64> {
    resident_pages().map(|pages| pages * page_size())
}

/// The second field of `/proc/self/statm`, on Linux.
fn resident_pages() -> Option<u64> {
    let figures = std::fs::read_to_string("/proc/self/statm").ok()?;
    figures.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(unix)]
fn page_size() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_size() -> u64 {
    4096
}
