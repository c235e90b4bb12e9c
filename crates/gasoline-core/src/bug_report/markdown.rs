//! Quoting for Markdown: the only place where text of a page or a caller becomes part of a report.
//!
//! Text of a page stands between quotation marks if nothing in it means anything to Markdown, else in a code span or a
//! fenced block that it cannot end. A code span also keeps hosts from making links, mentions and references of it.

use crate::enrichment::printable;

/// Text of a page in one line: `"Export"`, or a code span.
pub(super) fn quoted(text: &str, longest: usize) -> String {
    let line = one_line(text, longest);
    if is_plain(&line) { format!("\"{line}\"") } else { span(&line) }
}

/// Text of a page in one line as part of a sentence: as it is if that is harmless, else a code span.
pub(super) fn bare(text: &str, longest: usize) -> String {
    let line = one_line(text, longest);
    if is_plain(&line) { line } else { span(&line) }
}

/// Text of a page in one line as a code span.
pub(super) fn code(text: &str, longest: usize) -> String {
    span(&one_line(text, longest))
}

/// An address: as it is if nothing in it means anything to Markdown, else a code span.
pub(super) fn address(url: &str, longest: usize) -> String {
    let line = one_line(url, longest);
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-%".contains(&byte);
    if !line.is_empty() && line.bytes().all(is_usual) { line } else { span(&line) }
}

/// A fenced block, longer than any fence in the text.
pub(super) fn block(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let shown: String = text.lines().map(|line| format!("{}\n", printable_line(line))).collect();
    format!("{fence}{language}\n{shown}{fence}")
}

/// Text that a person or an agent wrote about the bug: its paragraphs stay, nothing in it is markup.
pub(super) fn prose(text: &str) -> String {
    let lines = text.trim().lines().map(|line| escaped(&printable(line)));
    let mut shown: Vec<String> = Vec::new();
    for line in lines {
        // One empty line is a new paragraph; more of them say nothing.
        if !(line.is_empty() && shown.last().is_none_or(String::is_empty)) {
            shown.push(line);
        }
    }
    shown.join("\n")
}

/// One line without markup. What begins a list, a heading or a rule does so only at the start of a line.
fn escaped(line: &str) -> String {
    let line = line.trim();
    let mut text = String::with_capacity(line.len());
    for (position, character) in line.chars().enumerate() {
        let begins = position == 0 && "-=+".contains(character);
        if begins || "\\`*_[]<>#|~!&$".contains(character) {
            text.push('\\');
        }
        text.push(character);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.get(digits..).filter(|rest| digits > 0 && rest.starts_with(['.', ')'])) {
        Some(_) => {
            format!("{}\\{}", line.get(..digits).unwrap_or_default(), text.get(digits..).unwrap_or_default())
        }
        None => text,
    }
}

/// A picture. The label is ours.
pub(super) fn picture(label: &str, link: &str) -> String {
    format!("![{label}]({link})")
}

fn span(line: &str) -> String {
    if line.is_empty() {
        return "(empty)".to_owned();
    }
    let marks = "`".repeat(longest_run(line) + 1);
    // Readers take one space off either side of a span that has spaces there.
    let needs_room = line.starts_with('`') || line.ends_with('`');
    let room = if needs_room { " " } else { "" };
    format!("{marks}{room}{line}{room}{marks}")
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// Text without line breaks, invisible characters and spaces around it, at most so many characters.
fn one_line(text: &str, longest: usize) -> String {
    let line = printable(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// Invisible characters are replaced; a tab is none.
fn printable_line(line: &str) -> String {
    line.split('\t').map(printable).collect::<Vec<_>>().join("\t")
}

/// Whether a text means only itself wherever it stands in a line. Hosts make links of `www.`, and of whatever has `://` or `@`.
fn is_plain(line: &str) -> bool {
    let is_harmless =
        |character: char| character.is_alphanumeric() || " ,.:;'\"()?/%+=-–—…’“”€£×→".contains(character);
    let is_linked = line.contains("://") || line.to_ascii_lowercase().contains("www.");
    !line.is_empty() && line.chars().all(is_harmless) && !is_linked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn harmless_text_is_quoted_and_other_text_is_code() {
        let check = |text: &str, expected: &str| assert_eq!(quoted(text, 60), expected);
        check("Export", "\"Export\"");
        check("Save & close", "`Save & close`");
        check("  a\n b ", "\"a b\"");
        check("![x](http://evil)", "`![x](http://evil)`");
        check("<img src=x onerror=alert(1)>", "`<img src=x onerror=alert(1)>`");
        check("a `b` c", "``a `b` c``");
        check("`", "`` ` ``");
        check("", "(empty)");
        check("see www.evil.example", "`see www.evil.example`");
        check("@everyone #1", "`@everyone #1`");
        check(&"x".repeat(61), &format!("\"{}…\"", "x".repeat(60)));
    }

    #[test]
    fn what_a_caller_wrote_keeps_its_paragraphs_and_loses_its_markup() {
        let text = "# Not a heading\n\n\n- no list\n1. none\n===\n<b>x</b> *y* [z](http://e) ```\n\tend";
        assert_eq!(
            prose(text),
            "\\# Not a heading\n\n\\- no list\n1\\. none\n\\===\n\\<b\\>x\\</b\\> \\*y\\* \\[z\\](http://e) \\`\\`\\`\nend"
        );
    }

    #[test]
    fn a_block_has_a_fence_that_its_text_does_not() {
        assert_eq!(block("a\n````\nb", "text"), "`````text\na\n````\nb\n`````");
        assert_eq!(block("\tx\u{202e}", ""), "```\n\tx \n```");
    }

    /// What stands outside of code spans: a run of backticks opens one that the next run of its length closes.
    fn outside_of_spans(line: &str) -> String {
        let characters: Vec<char> = line.chars().collect();
        let run = |at: usize| characters.iter().skip(at).take_while(|one| **one == '`').count();
        let mut outside = String::new();
        let mut at = 0;
        while at < characters.len() {
            let marks = run(at);
            if marks == 0 {
                outside.push(characters[at]);
                at += 1;
                continue;
            }
            let mut end = at + marks;
            while end < characters.len() && run(end) != marks {
                end += run(end).max(1);
            }
            // A run that nothing closes is text.
            if end >= characters.len() {
                outside.extend(&characters[at..]);
                break;
            }
            at = end + marks;
        }
        outside
    }

    proptest! {
        #[test]
        fn no_text_of_a_page_is_markup(text in "[`*_<>!\\[\\]()#|~&@ a\n\u{202e}\\\\-]{0,20}") {
            for shown in [quoted(&text, 60), bare(&text, 60), code(&text, 60), address(&text, 60)] {
                let outside = outside_of_spans(&shown);
                prop_assert!(!outside.contains(['`', '*', '_', '<', '>', '[', ']', '#', '|', '~', '!', '\n', '\\']), "{shown}");
            }
        }
    }
}
