//! Bytes on standard input: cut into lines and read as messages, in whatever pieces they arrive.

use super::bridge::line::{Line, Lines, MAX_LINE_BYTES};
use super::bridge::message::Message;

/// Cuts `data` into lines; the first byte chooses the size of the pieces it arrives in.
pub(crate) fn run(data: &[u8]) {
    let Some((&size, input)) = data.split_first() else { return };
    let whole = lines_of(input, input.len().max(1));
    let pieces = lines_of(input, usize::from(size).max(1));
    assert_eq!(whole, pieces, "lines do not depend on how their bytes arrive");
    for line in whole {
        if let Line::Text(text) = line {
            assert!(text.len() <= MAX_LINE_BYTES && !text.contains(&b'\n'));
            drop(Message::read(&text));
        }
    }
}

fn lines_of(input: &[u8], piece: usize) -> Vec<Line> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime without drivers starts");
    runtime.block_on(async {
        let mut lines = Lines::new(Pieces { input, piece });
        let mut found = Vec::new();
        while let Some(line) = lines.next().await.expect("reading from memory does not fail") {
            found.push(line);
        }
        found
    })
}

/// Input that arrives a few bytes at a time.
struct Pieces<'i> {
    input: &'i [u8],
    piece: usize,
}

impl tokio::io::AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: std::pin::Pin<&mut Self>,
        _context: &mut std::task::Context<'_>,
        buffer: &mut tokio::io::ReadBuf<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        let size = self.piece.min(self.input.len()).min(buffer.remaining());
        let (now, later) = self.input.split_at(size);
        buffer.put_slice(now);
        self.input = later;
        std::task::Poll::Ready(Ok(()))
    }
}
