//! A body that is written while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};

/// Bytes handed over before they are given the time to leave.
const PAUSE_AFTER: usize = 128 * 1024;

/// The pieces of an iterator, handed to the connection few at a time.
///
/// hyper asks a body for more until some hundred kilobytes wait, and only then begins to write. A body that says
/// "not yet" is sent as far as it is there: the client reads while the rest is made, and little of it lies in memory.
#[derive(Debug)]
pub(super) struct Pieces<I> {
    pieces: I,
    /// Bytes handed over since the last pause.
    waiting: usize,
}

impl<I> Pieces<I> {
    pub(super) fn new(pieces: I) -> Self {
        Self { pieces, waiting: 0 }
    }
}

impl<I: Iterator<Item = Bytes> + Unpin> Body for Pieces<I> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.waiting >= PAUSE_AFTER {
            self.waiting = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = self.pieces.next();
        self.waiting += piece.as_ref().map_or(0, Bytes::len);
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }
}
