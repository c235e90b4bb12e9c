//! Names that callers give: of verifications and snapshots.

use thiserror::Error;

/// Why a name cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// There is nothing in it.
    #[error("must not be empty")]
    Empty,
    /// It is too long.
    #[error("must have at most {most} characters, has {count}")]
    TooLong {
        /// Characters it has.
        count: usize,
        /// Characters it may have.
        most: usize,
    },
    /// It would be shown as something else than it is.
    #[error("must not contain control characters or characters that cannot be seen (U+{0:04X})")]
    Unseen(u32),
    /// It means something else.
    #[error("`{0}` is reserved: it stands for what is captured now")]
    Reserved(&'static str),
}

/// The name without spaces around it, if a person can read it.
pub(super) fn checked(name: &str, most: usize) -> Result<String, NameError> {
    let name = name.trim();
    let count = name.chars().count();
    if count == 0 {
        return Err(NameError::Empty);
    }
    if count > most {
        return Err(NameError::TooLong { count, most });
    }
    match name.chars().find(|one| is_unseen(*one)) {
        Some(unseen) => Err(NameError::Unseen(u32::from(unseen))),
        None => Ok(name.to_owned()),
    }
}

/// Control characters, marks of direction, and characters without width.
fn is_unseen(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_by_a_person() {
        assert_eq!(checked(" before deploy ", 50), Ok("before deploy".to_owned()));
        assert_eq!(checked("naïve-测试-🚀", 50), Ok("naïve-测试-🚀".to_owned()));
        assert_eq!(checked(" \t ", 50), Err(NameError::Empty));
        assert_eq!(checked(&"é".repeat(51), 50), Err(NameError::TooLong { count: 51, most: 50 }));
        assert_eq!(checked(&"é".repeat(50), 50), Ok("é".repeat(50)));
        for (hostile, code) in [("a\nb", 0x0a), ("a\u{202e}b", 0x202e), ("a\u{200b}b", 0x200b), ("a\0b", 0)] {
            assert_eq!(checked(hostile, 50), Err(NameError::Unseen(code)));
        }
    }
}
