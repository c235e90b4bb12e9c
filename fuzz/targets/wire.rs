//! One entry's text: the tolerant header and the late merge must read it or refuse it, never panic.

use gasoline_wire::{Batch, EntryHeader, Timestamp};

/// Reads `data` in every way the wire can be read.
pub(crate) fn run(data: &[u8]) {
    drop(Batch::split(data, "entries"));
    drop(Batch::single(data));
    let Ok(text) = std::str::from_utf8(data) else { return };
    drop(EntryHeader::read_text(text));
    if let Ok(time) = Timestamp::parse(text) {
        assert_eq!(Timestamp::parse(&time.to_string()), Ok(time), "a printed time reads back");
    }
}
