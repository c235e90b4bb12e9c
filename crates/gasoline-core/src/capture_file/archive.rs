//! The ZIP container of a capture file.
//!
//! Our own reader and writer of the few records we need, over `flate2`: the `zip` crate writes to a stream only with sizes
//! behind the data, and then cannot read a file that lacks its end. Here the size and checksum of every part stand before
//! it, so that each whole part of a file that was cut can be read, and a part is never larger than what is held in memory
//! anyway. No part is encrypted, none is larger than 4 GB, and times are not kept: `unzip` and browsers read the result.

mod index;
mod unpack;
mod writer;

pub(super) use index::{Index, PartHeader, find_parts};
pub(super) use unpack::{PartFault, unpack};
pub(super) use writer::{ArchiveWriter, Packing};

/// Begins the header in front of a part.
const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
/// Begins an entry of the index at the end.
const INDEX_ENTRY: [u8; 4] = *b"PK\x01\x02";
/// Begins the record that closes the file and says where the index is.
const END_RECORD: [u8; 4] = *b"PK\x05\x06";

const LOCAL_HEADER_BYTES: usize = 30;
const INDEX_ENTRY_BYTES: usize = 46;
const END_RECORD_BYTES: usize = 22;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Flag of a part whose sizes stand behind it.
const SIZES_FOLLOW: u16 = 1 << 3;
/// Flag of a name in UTF-8.
const UTF8_NAME: u16 = 1 << 11;

#[cfg(test)]
mod tests;
