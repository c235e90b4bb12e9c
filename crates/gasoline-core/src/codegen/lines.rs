//! The lines of a file that is being written.

use super::js;

/// Lines so far. Never two empty ones in a row, as Prettier has it.
#[derive(Debug, Default)]
pub(super) struct Lines(String);

impl Lines {
    /// One line.
    pub(super) fn line(&mut self, line: String) {
        self.0.push_str(&line);
        self.0.push('\n');
    }

    /// A statement of one or more lines.
    pub(super) fn text(&mut self, lines: &str) {
        self.0.push_str(lines);
        self.0.push('\n');
    }

    /// Lines that are ready, the end of the last included.
    pub(super) fn raw(&mut self, lines: &str) {
        self.0.push_str(lines);
    }

    /// A comment outside of everything.
    pub(super) fn comment(&mut self, text: &str) {
        let text = js::comment(text);
        self.0.push_str(if text.is_empty() { "//" } else { "// " });
        self.0.push_str(&text);
        self.0.push('\n');
    }

    /// An empty line, unless there is one already or a block has just begun.
    pub(super) fn blank(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with("\n\n") && !self.0.ends_with("{\n") {
            self.0.push('\n');
        }
    }

    /// Bytes so far.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        self.0
    }
}
