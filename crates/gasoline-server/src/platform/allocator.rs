//! Keeps what is freed from staying with the process.
//!
//! glibc hands large blocks back to the system when they are freed, but each one freed teaches it to keep blocks of that
//! size, up to 32 MB. A server that takes bodies of 10 MB and drops them again then stays at twice the memory it uses:
//! with the bound fixed, sixteen senders of 9 MB bodies bring it to 63 MB instead of 117, at the same speed. (mimalloc,
//! tried for the same purpose, took 170.) What small entries leave behind are holes between others, whose pages go
//! back only when asked for.

/// Sets the allocator's bounds. To be called before the first thread starts.
pub fn configure_allocator() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::configure();
}

/// Gives pages without anything in them back to the system; takes about a millisecond.
pub fn return_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::trim();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "there are no safe bindings of the allocator's own functions")]
mod glibc {
    use libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, c_int};

    /// Blocks from this size on come from the system and go back to it.
    const LARGE_BLOCK: c_int = 256 * 1024;
    /// Free space at the end of the heap that is not worth giving back.
    const SPARE: usize = 1024 * 1024;
    /// The server runs on one thread; those beside it would only make holes elsewhere.
    const ARENAS: c_int = 1;

    pub(super) fn configure() {
        let spare = c_int::try_from(SPARE).unwrap_or(c_int::MAX);
        for (parameter, value) in
            [(M_MMAP_THRESHOLD, LARGE_BLOCK), (M_TRIM_THRESHOLD, spare), (M_ARENA_MAX, ARENAS)]
        {
            // SAFETY: takes two integers, may be called at any time, and reports what it does not know by returning 0.
            unsafe { libc::mallopt(parameter, value) };
        }
    }

    pub(super) fn trim() {
        // SAFETY: takes an integer, may be called at any time, and touches only what is free.
        unsafe { libc::malloc_trim(SPARE) };
    }
}
