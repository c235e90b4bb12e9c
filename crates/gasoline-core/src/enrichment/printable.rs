//! Text of a page in a line a person or a model can read: nothing invisible, nothing endless.

/// Whether a character shows nothing, or changes how others are shown: controls, zero-width and direction marks, tags.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// `text` with a space for each invisible character. Replaced rather than removed: what redaction looked at in two
/// pieces must not become one word.
pub fn printable(text: &str) -> String {
    text.chars().map(|character| if is_invisible(character) { ' ' } else { character }).collect()
}

/// The same for source code, whose tabs stay.
pub(super) fn printable_code(text: &str) -> String {
    let shown = |character| if is_invisible(character) && character != '\t' { ' ' } else { character };
    text.chars().map(shown).collect()
}

/// At most `longest` printable characters, with a mark where something is missing.
pub(super) fn bounded(text: &str, longest: usize) -> String {
    printable(&cut(text, longest))
}

/// At most `longest` characters, with a mark where something is missing.
pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Text of a page as a quotation, which it cannot end.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace(['\'', '`'], "’"))
}

/// Whether a text is a name as code has them: no words, no punctuation of a sentence.
pub(crate) fn is_plain_name(text: &str) -> bool {
    let is_inside = |one: char| {
        one.is_alphanumeric() || matches!(one, '_' | '$' | '.' | '-' | '<' | '>' | '[' | ']' | '…')
    };
    !text.is_empty() && text.chars().all(is_inside)
}

/// Whether a text is a file with or without a line.
pub(crate) fn is_plain_place(text: &str) -> bool {
    let is_inside = |one: char| one.is_alphanumeric() || "/._-+@~#$%&=?!,;:<>()[]…".contains(one);
    !text.is_empty() && text.chars().all(is_inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_becomes_a_space() {
        assert_eq!(printable("a\0b\u{202e}c\n\u{e0041}d é 😀"), "a b c  d é 😀");
        assert_eq!(printable_code("\tx\u{7}y"), "\tx y");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!((bounded("äöü", 2), bounded("äö", 2)), ("äö…".to_owned(), "äö".to_owned()));
    }
}
