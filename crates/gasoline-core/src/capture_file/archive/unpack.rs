//! Gives out what is in a part, or why not. Never more than the part says it holds, and never more than is allowed.

use std::borrow::Cow;
use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::index::PartHeader;
use super::{DEFLATED, STORED};

/// Flag of an encrypted part.
const ENCRYPTED: u16 = 1;

/// Why a part cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::capture_file) enum PartFault {
    #[error("the file does not hold all of it")]
    Cut,
    #[error("its checksum does not match")]
    Checksum,
    #[error("it cannot be decompressed")]
    NotDeflated,
    #[error("it does not have the size it says")]
    WrongSize,
    #[error("it would unpack to {size} bytes; at most {most} are read")]
    TooLarge { size: usize, most: usize },
    #[error("it is compressed or encrypted in a way that capture files do not use")]
    UnknownPacking,
}

/// What is in a part, if that is what its header says and at most `most` bytes.
pub(in crate::capture_file) fn unpack<'f>(
    file: &'f [u8],
    header: &PartHeader,
    most: usize,
) -> Result<Cow<'f, [u8]>, PartFault> {
    if header.size > most {
        return Err(PartFault::TooLarge { size: header.size, most });
    }
    let end = header.start.checked_add(header.packed_size).ok_or(PartFault::Cut)?;
    let packed = file.get(header.start..end).ok_or(PartFault::Cut)?;
    let content = match header.method {
        _ if header.flags & ENCRYPTED != 0 => return Err(PartFault::UnknownPacking),
        STORED => Cow::Borrowed(packed),
        DEFLATED => Cow::Owned(inflate(packed, header.size)?),
        _ => return Err(PartFault::UnknownPacking),
    };
    if content.len() != header.size {
        return Err(PartFault::WrongSize);
    }
    let mut checksum = Crc::new();
    checksum.update(&content);
    if checksum.sum() == header.checksum { Ok(content) } else { Err(PartFault::Checksum) }
}

/// Stops one byte behind the expected end: whatever comes after that, it is not the part that was written.
fn inflate(packed: &[u8], size: usize) -> Result<Vec<u8>, PartFault> {
    // A header can say anything: room grows with what is really there.
    let mut content = Vec::with_capacity(size.min(packed.len().saturating_mul(8)));
    let mut decoder = DeflateDecoder::new(packed).take(size as u64 + 1);
    decoder.read_to_end(&mut content).map_err(|_| PartFault::NotDeflated)?;
    Ok(content)
}
