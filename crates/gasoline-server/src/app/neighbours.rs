//! Servers of ours on other ports: the browser may report to one of them while an editor asks another.

use std::io;
use std::time::Duration;

use gasoline_wire::Timestamp;
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::App;
use crate::server_state;

/// Ours answers in well under a millisecond, and somebody waits.
const SLOWEST_ANSWER: Duration = Duration::from_millis(300);

/// Servers asked.
const MOST_ASKED: usize = 3;

/// More than `/health` will ever be.
const LARGEST_ANSWER: u64 = 64 * 1024;

/// A server on another port to which a browser reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbour {
    pub(crate) port: u16,
    /// When a browser was last heard of there.
    pub(crate) browser_seen: Timestamp,
}

/// As much of `/health` as matters here.
#[derive(Deserialize)]
struct Health {
    pid: u32,
    extension_last_seen: Option<Timestamp>,
    ci_last_seen: Option<Timestamp>,
    attach_last_seen: Option<Timestamp>,
}

impl App {
    /// The server on another port that heard of a browser last.
    pub(crate) async fn busiest_neighbour(&self) -> Option<Neighbour> {
        let (folder, port) = (self.run.state_folder.clone()?, self.run.port);
        let others = tokio::task::spawn_blocking(move || server_state::others(&folder, port)).await.ok()?;
        let mut found = Vec::new();
        for other in others.into_iter().take(MOST_ASKED) {
            let asked = tokio::time::timeout(SLOWEST_ANSWER, health(other.port)).await;
            let Ok(Ok(health)) = asked else { continue };
            let seen = [health.extension_last_seen, health.ci_last_seen, health.attach_last_seen];
            let seen = seen.into_iter().flatten().max().filter(|_| health.pid == other.pid);
            found.extend(seen.map(|browser_seen| Neighbour { port: other.port, browser_seen }));
        }
        found.into_iter().max_by_key(|neighbour| neighbour.browser_seen)
    }
}

/// Asks a server on this machine how it is. One request of a few bytes needs no HTTP client.
async fn health(port: u16) -> io::Result<Health> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!("GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.take(LARGEST_ANSWER).read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    serde_json::from_str(body).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::net::TcpListener;

    use super::*;
    use crate::ServerOptions;
    use crate::clock::SystemClock;
    use crate::ids::FixedIds;
    use crate::server_state::{ServerState, StateFile};

    /// why-empty-04
    #[tokio::test]
    async fn a_server_on_another_port_is_named_only_if_it_is_the_one_that_left_its_state() {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let body = r#"{"pid":7,"extension_last_seen":"2026-01-22T10:30:00.000Z","ci_last_seen":null,"attach_last_seen":null}"#;
                let mut request = [0; 1_024];
                assert!(stream.read(&mut request).await.unwrap() > 0);
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        let options =
            ServerOptions { state_folder: Some(folder.path().to_owned()), ..ServerOptions::default() };
        let app = App::new(&options, Arc::new(SystemClock), &FixedIds(7));
        assert_eq!(app.busiest_neighbour().await, None);
        for (pid, expected) in [(8, None), (7, Some(port))] {
            let state = ServerState {
                pid,
                port,
                started_at: Timestamp::default(),
                ended_at: None,
                options: Vec::new(),
                withheld: Vec::new(),
            };
            StateFile::of(folder.path(), port).write(&state).unwrap();
            assert_eq!(app.busiest_neighbour().await.map(|neighbour| neighbour.port), expected);
        }
    }
}
