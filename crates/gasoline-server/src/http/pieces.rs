//! A body in pieces, which may be written while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// Bytes handed over before they are given the time to leave.
const PAUSE_AFTER: usize = 128 * 1024;

/// The pieces of an iterator as a body.
///
/// What is still to be made is handed to the connection few pieces at a time: hyper asks a body for more until some
/// hundred kilobytes wait, and only then begins to write. A body that says "not yet" is sent as far as it is there:
/// the client reads while the rest is made, and little of it lies in memory. What is there already goes out at once,
/// under its length.
#[derive(Debug)]
pub(super) struct Pieces<I> {
    pieces: I,
    /// Bytes handed over since the last pause.
    waiting: usize,
    /// Bytes that follow, where that is known.
    left: Option<u64>,
}

impl<I> Pieces<I> {
    /// A body that is made while it is sent.
    pub(super) fn in_the_making(pieces: I) -> Self {
        Self { pieces, waiting: 0, left: None }
    }

    /// A body that is there, of `length` bytes.
    pub(super) fn ready(pieces: I, length: u64) -> Self {
        Self { pieces, waiting: 0, left: Some(length) }
    }
}

impl<I: Iterator<Item = Bytes> + Unpin> Body for Pieces<I> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.left.is_none() && self.waiting >= PAUSE_AFTER {
            self.waiting = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let piece = self.pieces.next();
        let length = piece.as_ref().map_or(0, Bytes::len);
        self.waiting += length;
        self.left = self.left.map(|left| left.saturating_sub(length as u64));
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
