//! The lines of a file that is being written.

use super::js;
use super::syntax::{Expression, Layout};

/// Lines so far. Never two empty ones in a row, as Prettier has it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    layout: Layout,
}

impl Lines {
    /// One line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A statement of one or more lines.
    pub(super) fn statement(&mut self, expression: &Expression<'_>, indentation: usize) {
        self.layout.statement(expression, indentation, &mut self.text);
        self.text.push('\n');
    }

    /// A constant in one or more lines.
    pub(super) fn constant(&mut self, name: &str, value: &Expression<'_>, indentation: usize) {
        self.layout.value(&format!("const {name} = "), value, indentation, &mut self.text);
        self.text.push('\n');
    }

    /// A constant that others import.
    pub(super) fn exported(&mut self, name: &str, value: &Expression<'_>) {
        self.layout.value(&format!("export const {name} = "), value, 0, &mut self.text);
        self.text.push('\n');
    }

    /// A file that is one JSON document.
    pub(super) fn document(&mut self, expression: &Expression<'_>) {
        self.layout.document(expression, &mut self.text);
        self.text.push('\n');
    }

    /// Lines that are ready, the end of the last included.
    pub(super) fn raw(&mut self, lines: &str) {
        self.text.push_str(lines);
    }

    /// A comment outside of everything.
    pub(super) fn comment(&mut self, text: &str) {
        let text = js::comment(text);
        self.text.push_str(if text.is_empty() { "//" } else { "// " });
        self.line(&text);
    }

    /// A comment inside a function.
    pub(super) fn note(&mut self, text: &str, indentation: usize) {
        self.text.extend(std::iter::repeat_n("  ", indentation));
        self.text.push_str("// ");
        self.line(&js::comment(text));
    }

    /// An empty line, unless there is one already or a block has just begun.
    pub(super) fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    /// Bytes so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        self.text
    }
}
