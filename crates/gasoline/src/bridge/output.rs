//! The one writer to the client: every message becomes one line, in the order it was handed over.

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Messages that may wait for a client that reads slowly. Beyond that the senders wait, and with them the server.
const QUEUE_LENGTH: usize = 64;

/// Where messages for the client go.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    lines: mpsc::Sender<Vec<u8>>,
}

impl Output {
    /// Starts writing to `writer`. The task ends when every clone of the output is gone or the client is.
    pub(crate) fn start(writer: impl AsyncWrite + Unpin + Send + 'static) -> (Self, JoinHandle<()>) {
        let (sender, receiver) = mpsc::channel(QUEUE_LENGTH);
        let task = tokio::spawn(async move {
            // The client has closed its end. `closed` tells everyone who needs to know.
            write_lines(writer, receiver).await.ok();
        });
        (Self { lines: sender }, task)
    }

    /// Hands a message over. After the client has gone it is dropped.
    pub(crate) async fn send(&self, mut message: Vec<u8>) {
        // Between JSON tokens a line break is mere layout, and inside a string it cannot stand unescaped.
        for byte in &mut message {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        message.push(b'\n');
        self.lines.send(message).await.ok();
    }

    /// Completes when the client no longer reads.
    pub(crate) async fn closed(&self) {
        self.lines.closed().await;
    }
}

async fn write_lines(
    mut writer: impl AsyncWrite + Unpin,
    mut lines: mpsc::Receiver<Vec<u8>>,
) -> std::io::Result<()> {
    while let Some(line) = lines.recv().await {
        writer.write_all(&line).await?;
        if lines.is_empty() {
            writer.flush().await?;
        }
    }
    writer.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_message_is_one_line() {
        let (writer, mut reader) = tokio::io::duplex(64);
        let (output, task) = Output::start(writer);
        output.send(b"{\r\n  \"a\": 1\n}".to_vec()).await;
        output.send(b"{}".to_vec()).await;
        drop(output);
        task.await.unwrap();
        let mut written = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut reader, &mut written).await.unwrap();
        assert_eq!(written, "{    \"a\": 1 }\n{}\n");
    }

    #[tokio::test]
    async fn a_client_that_stops_reading_is_noticed() {
        let (writer, reader) = tokio::io::duplex(64);
        let (output, _task) = Output::start(writer);
        drop(reader);
        output.send(b"{}".to_vec()).await;
        output.closed().await;
    }
}
