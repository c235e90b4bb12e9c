//! Finds the parts of an archive, whole or not.

use super::{
    END_RECORD, END_RECORD_BYTES, INDEX_ENTRY, INDEX_ENTRY_BYTES, LOCAL_HEADER, LOCAL_HEADER_BYTES,
    SIZES_FOLLOW,
};

/// Longest comment that may stand behind the end record.
const LONGEST_COMMENT: usize = u16::MAX as usize;

/// Where a part lies and what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::capture_file) struct PartHeader {
    /// As the file spells it; bytes that are no UTF-8 are replaced.
    pub(in crate::capture_file) name: String,
    pub(super) method: u16,
    pub(super) flags: u16,
    pub(super) checksum: u32,
    pub(super) packed_size: usize,
    pub(super) size: usize,
    /// Where its data begins.
    pub(super) start: usize,
}

/// What can be known of an archive without unpacking it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::capture_file) struct Index {
    /// Parts as their own headers tell, in the order of the file.
    pub(in crate::capture_file) found: Vec<PartHeader>,
    /// Parts as the index at the end tells; `None` if it is missing or damaged.
    pub(in crate::capture_file) listed: Option<Vec<PartHeader>>,
}

/// Looks for at most `most` parts, twice: from the start, header by header, and by the index at the end. Where one is
/// damaged the other may still lead to the data, and the checksum proves which is right.
pub(in crate::capture_file) fn find_parts(file: &[u8], most: usize) -> Index {
    let mut found = Vec::new();
    let mut position = 0;
    while found.len() < most
        && let Some((header, end)) = local_header(file, position)
    {
        found.push(header);
        position = end;
    }
    Index { found, listed: listed_parts(file, most) }
}

/// The part whose header stands at `position`, and where the next one should stand.
fn local_header(file: &[u8], position: usize) -> Option<(PartHeader, usize)> {
    let fixed = record(file, position, LOCAL_HEADER, LOCAL_HEADER_BYTES)?;
    let (name_length, extra_length) = (short(fixed, 26)?, short(fixed, 28)?);
    let name_start = position + LOCAL_HEADER_BYTES;
    let name = file.get(name_start..name_start + usize::from(name_length))?;
    let start = name_start + usize::from(name_length) + usize::from(extra_length);
    let header = part_header(fixed.get(6..)?, name, start)?;
    if header.flags & SIZES_FOLLOW != 0 {
        // Other programs write such parts; only the index knows their sizes.
        return None;
    }
    let end = header.start.checked_add(header.packed_size)?;
    Some((header, end))
}

fn listed_parts(file: &[u8], most: usize) -> Option<Vec<PartHeader>> {
    let (end_position, end) = end_record(file)?;
    let count = usize::from(short(end, 10)?).min(most);
    let mut position = end_position.checked_sub(size(end, 12)?)?;
    // Where the beginning of the file is missing, everything has moved by as much as the index.
    let moved = position.cast_signed() - size(end, 16)?.cast_signed();
    if moved > 0 {
        // The index of a file inside this one, which was cut behind it.
        return None;
    }
    let mut listed = Vec::new();
    for _ in 0..count {
        let (header, next) = index_entry(file, position, moved)?;
        listed.push(header);
        position = next;
    }
    Some(listed)
}

/// The record that closes the file. Behind it may stand a comment, which is not ours but does no harm.
fn end_record(file: &[u8]) -> Option<(usize, &[u8])> {
    let earliest = file.len().saturating_sub(END_RECORD_BYTES + LONGEST_COMMENT);
    let place = memchr::memmem::rfind(&file[earliest..], &END_RECORD)?;
    let position = earliest + place;
    let end = record(file, position, END_RECORD, END_RECORD_BYTES)?;
    let is_last = position + END_RECORD_BYTES + usize::from(short(end, 20)?) == file.len();
    is_last.then_some((position, end))
}

fn index_entry(file: &[u8], position: usize, moved: isize) -> Option<(PartHeader, usize)> {
    let fixed = record(file, position, INDEX_ENTRY, INDEX_ENTRY_BYTES)?;
    let lengths = [short(fixed, 28)?, short(fixed, 30)?, short(fixed, 32)?].map(usize::from);
    let name_start = position + INDEX_ENTRY_BYTES;
    let name = file.get(name_start..name_start + lengths[0])?;
    // Before the first byte is as good as behind the last: it is not there.
    let offset = size(fixed, 42)?.checked_add_signed(moved).unwrap_or(file.len());
    let header = part_header(fixed.get(8..)?, name, data_start(file, offset, lengths[0]))?;
    Some((header, name_start + lengths.iter().sum::<usize>()))
}

/// The fields that both kinds of header share, from the flags on.
fn part_header(fields: &[u8], name: &[u8], start: usize) -> Option<PartHeader> {
    Some(PartHeader {
        name: String::from_utf8_lossy(name).into_owned(),
        flags: short(fields, 0)?,
        method: short(fields, 2)?,
        checksum: long(fields, 8)?,
        packed_size: size(fields, 12)?,
        size: size(fields, 16)?,
        start,
    })
}

/// Where the data of a listed part begins: behind its own header, whose lengths may differ from those in the index.
fn data_start(file: &[u8], offset: usize, name_length: usize) -> usize {
    let lengths = record(file, offset, LOCAL_HEADER, LOCAL_HEADER_BYTES)
        .and_then(|fixed| Some(usize::from(short(fixed, 26)?) + usize::from(short(fixed, 28)?)));
    offset.saturating_add(LOCAL_HEADER_BYTES + lengths.unwrap_or(name_length))
}

/// The fixed part of a record, if one of this kind stands there.
fn record(file: &[u8], position: usize, signature: [u8; 4], length: usize) -> Option<&[u8]> {
    let record = file.get(position..position.checked_add(length)?)?;
    record.starts_with(&signature).then_some(record)
}

fn short(record: &[u8], place: usize) -> Option<u16> {
    Some(u16::from_le_bytes(record.get(place..place + 2)?.try_into().ok()?))
}

fn long(record: &[u8], place: usize) -> Option<u32> {
    Some(u32::from_le_bytes(record.get(place..place + 4)?.try_into().ok()?))
}

fn size(record: &[u8], place: usize) -> Option<usize> {
    usize::try_from(long(record, place)?).ok()
}
