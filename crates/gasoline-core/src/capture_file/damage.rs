//! What is wrong with a capture file, in words for the person who opens it.

use std::fmt;

use gasoline_wire::Timestamp;

use super::archive::PartFault;

/// Damages told one by one; of further ones the number is known.
const MOST_TOLD: usize = 50;
/// Characters of a name that is not ours.
const LONGEST_NAME: usize = 80;

/// Why nothing can be read of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is something else, or hopelessly damaged.
    #[error("this is not a Gasoline capture")]
    NotACapture,
    /// A later version wrote it.
    #[error(
        "saved by gasoline {gasoline} in format {format}; this program reads formats up to {}",
        super::FORMAT
    )]
    Newer {
        /// The format of the file.
        format: u64,
        /// The version that wrote it.
        gasoline: String,
    },
}

/// What is wrong with one part, or with the whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Part(#[from] PartFault),
    #[error("it is not what capture files hold: {0}")]
    Content(String),
    #[error("{refused} of its {lines} entries cannot be read; the first, on line {line}: {reason}")]
    Lines { refused: usize, lines: usize, line: usize, reason: String },
    #[error("no part of a capture; ignored")]
    Unknown,
    #[error("there is another part of this name; only the first is read")]
    Repeated,
    #[error("no room: this program reads at most {most} bytes of a capture")]
    NoRoom { most: usize },
    #[error("missing")]
    Missing,
    #[error("the end of the file is missing or damaged")]
    NoEnd,
    #[error("{found} of {expected} {what} could be read")]
    Incomplete { found: usize, expected: usize, what: String },
    #[error("when the capture was saved is not known; ages are as of {assumed}, the last thing in it")]
    NoTime { assumed: Timestamp },
}

/// One thing that is wrong with a capture file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The part it is about, as the file spells it.
    part: Option<String>,
    fault: Fault,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.part {
            Some(part) => write!(formatter, "`{part}`: {}", self.fault),
            None => write!(formatter, "{}", self.fault),
        }
    }
}

/// Everything that is wrong with a capture file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damages {
    /// The first of them.
    pub told: Vec<Damage>,
    /// How many there are besides.
    pub more: usize,
}

impl Damages {
    /// Whether the file is as it was written.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// All of it in one sentence a line of text can hold; `None` for a whole file.
    pub fn sentence(&self) -> Option<String> {
        /// An answer has better use for its room.
        const MOST: usize = 5;
        if self.is_empty() {
            return None;
        }
        let told: Vec<_> = self.told.iter().take(MOST).map(ToString::to_string).collect();
        let left = self.told.len() - told.len() + self.more;
        let more = if left > 0 { format!("; and {left} more") } else { String::new() };
        Some(format!("this saved capture is damaged: {}{more}", told.join("; ")))
    }

    /// Whether something is told of this part.
    pub(super) fn names(&self, part: &str) -> bool {
        self.told.iter().any(|damage| damage.part.as_deref() == Some(part))
    }

    pub(super) fn note(&mut self, part: Option<&str>, fault: Fault) {
        if self.told.len() == MOST_TOLD {
            self.more += 1;
            return;
        }
        self.told.push(Damage { part: part.map(printable), fault });
    }
}

/// A name as far as it can be printed: it may be anybody's.
fn printable(name: &str) -> String {
    let plain = |character: char| if character.is_control() || character == '`' { '?' } else { character };
    let mut printed: String = name.chars().take(LONGEST_NAME).map(plain).collect();
    if name.chars().nth(LONGEST_NAME).is_some() {
        printed.push('…');
    }
    printed
}
