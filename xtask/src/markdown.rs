//! What a check needs to know of a Markdown document: its links, the anchors of its headings, its blocks of text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A document, read.
#[derive(Debug, Default)]
pub(crate) struct Markdown {
    /// Where its links lead.
    pub(crate) links: Vec<String>,
    /// Fragments that lead to its headings, as GitHub makes them.
    pub(crate) anchors: Vec<String>,
    /// Paragraphs, list items and table cells.
    pub(crate) blocks: Vec<String>,
}

impl Markdown {
    pub(crate) fn read(text: &str) -> Self {
        let mut document = Self::default();
        let mut open = String::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. }) => document.links.push(dest_url.into_string()),
                Event::Start(tag) if is_block(&tag) => document.close(&mut open),
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = document.free_anchor(&open);
                    document.anchors.push(anchor);
                    open.clear();
                }
                // Code is quoted as it is, at any length.
                Event::End(TagEnd::CodeBlock) => open.clear(),
                Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => document.close(&mut open),
                Event::Text(text) | Event::Code(text) => open.push_str(&text),
                Event::SoftBreak | Event::HardBreak => open.push(' '),
                _ => {}
            }
        }
        document
    }

    fn close(&mut self, open: &mut String) {
        let block = std::mem::take(open);
        if !block.trim().is_empty() {
            self.blocks.push(block);
        }
    }

    /// The anchor of a heading; the second of the same name is numbered.
    fn free_anchor(&self, heading: &str) -> String {
        let anchor = anchor(heading);
        let taken = self.anchors.iter().filter(|other| {
            let rest = other.strip_prefix(&anchor);
            rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_number))
        });
        match taken.count() {
            0 => anchor,
            count => format!("{anchor}-{count}"),
        }
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell | Tag::CodeBlock(_) | Tag::List(_)
    )
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_taken_apart() {
        let text = "# The `code` map\n\nOne [two](a.md#b)\nthree.\n\n- item\n  - inner\n\n```\nnot [a](link)\n```\n\n\
                    | a | b |\n|---|---|\n| c | `d` |\n\n## The code map\n";
        insta::assert_debug_snapshot!(Markdown::read(text), @r#"
        Markdown {
            links: [
                "a.md#b",
            ],
            anchors: [
                "the-code-map",
                "the-code-map-1",
            ],
            blocks: [
                "One two three.",
                "item",
                "inner",
                "a",
                "b",
                "c",
                "d",
            ],
        }
        "#);
    }
}
