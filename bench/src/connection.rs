//! One keep-alive HTTP/1.1 connection that sends prepared bytes and reads the answer without interpreting it.
//!
//! Knows as much of HTTP as our servers' answers need: `Content-Length`, chunks, nothing else. A full client would
//! cost more per request than the servers under test.

use std::borrow::Cow;
use std::net::Ipv4Addr;
use std::ops::Range;

use anyhow::{Context, bail, ensure};
use bytes::BytesMut;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer, borrowed from the connection's buffer.
#[derive(Debug)]
pub(crate) struct Response<'c> {
    pub(crate) status: u16,
    head: &'c str,
    received: &'c [u8],
    /// Where the body's bytes stand in what was received.
    parts: Vec<Range<usize>>,
}

impl Response<'_> {
    /// The body; put together only here, so that a reader who times the answer does not time our copying.
    pub(crate) fn body(&self) -> Cow<'_, [u8]> {
        match self.parts.as_slice() {
            [part] => Cow::Borrowed(&self.received[part.clone()]),
            parts => parts.iter().flat_map(|part| &self.received[part.clone()]).copied().collect(),
        }
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(self.head, name)
    }

    /// Fails unless the server took the request.
    pub(crate) fn expect_success(self) -> anyhow::Result<Self> {
        ensure!(
            (200..300).contains(&self.status),
            "the server answered {}: {}",
            self.status,
            String::from_utf8_lossy(&self.body())
        );
        Ok(self)
    }
}

/// A connection to a server on this machine.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: BytesMut,
    port: u16,
}

impl Connection {
    pub(crate) async fn open(port: u16) -> anyhow::Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .await
            .with_context(|| format!("cannot connect to port {port}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: BytesMut::with_capacity(16 * 1024), port })
    }

    /// Sends a request without a body.
    pub(crate) async fn request(&mut self, method: &str, path: &str) -> anyhow::Result<Response<'_>> {
        let request = bodiless_request(method, path, self.port);
        self.exchange(request.as_bytes()).await
    }

    /// Sends the bytes of a whole request and waits for the whole answer.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> anyhow::Result<Response<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head_length = self.read_head().await?;
        let head = text(&self.buffer[..head_length])?;
        let chunked = header(head, "transfer-encoding").is_some();
        let length = header(head, "content-length").map_or(Ok(0), str::parse::<usize>)?;
        let parts = if chunked {
            self.read_chunks(head_length).await?
        } else {
            let end = head_length + length;
            self.read_until(end).await?;
            std::iter::once(head_length..end).collect()
        };
        let head = text(&self.buffer[..head_length])?;
        Ok(Response { status: status(head)?, head, received: &self.buffer, parts })
    }

    async fn read_head(&mut self) -> anyhow::Result<usize> {
        loop {
            self.read_more().await?;
            if let Some(end) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") {
                return Ok(end + 4);
            }
        }
    }

    async fn read_until(&mut self, length: usize) -> anyhow::Result<()> {
        while self.buffer.len() < length {
            self.read_more().await?;
        }
        Ok(())
    }

    async fn read_chunks(&mut self, start: usize) -> anyhow::Result<Vec<Range<usize>>> {
        let mut chunks = Chunks { parts: Vec::new(), next: start };
        while !chunks.advance(&self.buffer)? {
            self.read_more().await?;
        }
        Ok(chunks.parts)
    }

    async fn read_more(&mut self) -> anyhow::Result<()> {
        let count = self.stream.read_buf(&mut self.buffer).await?;
        ensure!(count > 0, "the server closed the connection");
        Ok(())
    }
}

/// A request without a body to the server on `port`.
pub(crate) fn bodiless_request(method: &str, path: &str, port: u16) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
}

fn text(head: &[u8]) -> anyhow::Result<&str> {
    std::str::from_utf8(head).context("the answer's head is not text")
}

fn status(head: &str) -> anyhow::Result<u16> {
    let code = head.split(' ').nth(1).unwrap_or_default();
    code.parse().with_context(|| format!("not an HTTP answer: {head}"))
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// The chunks of a body, as far as they have arrived.
#[derive(Debug)]
struct Chunks {
    parts: Vec<Range<usize>>,
    /// Where the next chunk begins.
    next: usize,
}

impl Chunks {
    /// Walks on over what has arrived; true when the last chunk was seen.
    fn advance(&mut self, received: &[u8]) -> anyhow::Result<bool> {
        while let Some(length) =
            received.get(self.next..).and_then(|rest| memchr::memmem::find(rest, b"\r\n"))
        {
            let size = std::str::from_utf8(&received[self.next..self.next + length])?;
            let Ok(size) = usize::from_str_radix(size, 16) else {
                bail!("`{size}` is not the size of a chunk");
            };
            let start = self.next + length + 2;
            if received.len() < start + size + 2 {
                return Ok(false);
            }
            if size == 0 {
                return Ok(true);
            }
            self.parts.push(start..start + size);
            self.next = start + size + 2;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_complete_only_with_the_last_one() {
        let whole = b"3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n";
        let mut chunks = Chunks { parts: Vec::new(), next: 0 };
        for end in 0..whole.len() {
            assert!(!chunks.advance(&whole[..end]).unwrap(), "{end}");
        }
        assert!(chunks.advance(whole).unwrap());
        let parts = chunks.parts;
        let response = Response { status: 200, head: "", received: whole, parts };
        assert_eq!(response.body().as_ref(), b"abc0123456789");
        assert!(Chunks { parts: Vec::new(), next: 0 }.advance(b"x\r\n").is_err());
    }

    #[test]
    fn status_and_headers_are_found_in_any_case() {
        let head = "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 5\r\nRetry-After: 1\r\n\r\n";
        assert_eq!(status(head).unwrap(), 429);
        assert_eq!(header(head, "Content-Length"), Some("5"));
        assert_eq!(header(head, "retry-after"), Some("1"));
        assert_eq!(header(head, "x"), None);
    }
}
