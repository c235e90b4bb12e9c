//! Writes an archive part by part.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::{DEFLATED, END_RECORD, INDEX_ENTRY, LOCAL_HEADER, STORED, UTF8_NAME};

/// Version of the ZIP specification that readers must know: the one with deflate.
const VERSION_NEEDED: u16 = 20;
/// Midnight of 1980-01-01, the earliest date ZIP knows: equal content gives equal bytes.
const NO_TIME: [u8; 4] = [0, 0, 0x21, 0];

/// How a part is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::capture_file) enum Packing {
    Deflated,
    /// For what is compressed already.
    Stored,
}

/// What the index says about a part.
#[derive(Debug)]
struct Written {
    name: String,
    method: u16,
    checksum: u32,
    packed_size: u32,
    size: u32,
    offset: u32,
}

impl Written {
    /// The fields that a local header and an index entry share.
    fn fields(&self) -> Vec<u8> {
        let mut fields = Vec::with_capacity(26);
        for number in [VERSION_NEEDED, UTF8_NAME, self.method] {
            fields.extend(number.to_le_bytes());
        }
        fields.extend(NO_TIME);
        for number in [self.checksum, self.packed_size, self.size] {
            fields.extend(number.to_le_bytes());
        }
        fields.extend(short(self.name.len()).to_le_bytes());
        fields.extend(0_u16.to_le_bytes()); // no extra field
        fields
    }
}

/// Gives out the bytes of an archive as its parts come.
#[derive(Debug, Default)]
pub(in crate::capture_file) struct ArchiveWriter {
    offset: usize,
    parts: Vec<Written>,
}

impl ArchiveWriter {
    /// The bytes of one part, header included.
    pub(in crate::capture_file) fn part(
        &mut self,
        name: String,
        content: &[u8],
        packing: Packing,
    ) -> Vec<u8> {
        let mut checksum = Crc::new();
        checksum.update(content);
        let deflated = (packing == Packing::Deflated).then(|| deflate(content));
        let packed = deflated.as_deref().unwrap_or(content);
        let part = Written {
            name,
            method: if packing == Packing::Deflated { DEFLATED } else { STORED },
            checksum: checksum.sum(),
            packed_size: long(packed.len()),
            size: long(content.len()),
            offset: long(self.offset),
        };
        let bytes = [&LOCAL_HEADER, part.fields().as_slice(), part.name.as_bytes(), packed].concat();
        self.offset += bytes.len();
        self.parts.push(part);
        bytes
    }

    /// The index, which ends the archive.
    pub(in crate::capture_file) fn finish(self) -> Vec<u8> {
        let mut index = Vec::new();
        for part in &self.parts {
            index.extend(INDEX_ENTRY);
            index.extend(VERSION_NEEDED.to_le_bytes());
            index.extend(part.fields());
            index.extend([0; 10]); // no comment, first disk, no attributes
            index.extend(part.offset.to_le_bytes());
            index.extend(part.name.as_bytes());
        }
        let size = long(index.len());
        let count = short(self.parts.len()).to_le_bytes();
        index.extend(END_RECORD);
        index.extend([0; 4]); // first disk
        index.extend(count);
        index.extend(count);
        index.extend(size.to_le_bytes());
        index.extend(long(self.offset).to_le_bytes());
        index.extend(0_u16.to_le_bytes()); // no comment
        index
    }
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(content.len() / 4), Compression::default());
    // Writing to memory does not fail.
    encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// Sizes and offsets stay far below 4 GB: a store, its pictures and its evidence are bounded at some 30 MB.
fn long(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Names are ours and short; parts are some thousands at most.
fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
