//! What only a real socket shows: slow and endless senders, the log file, stopping.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::Path;
use std::time::Duration;

use gasoline_server::{Outcome, RunningServer, ServerOptions, start};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server on a port of its own, and the way to stop it.
struct Served {
    port: u16,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Outcome>,
}

async fn serve(options: ServerOptions) -> Served {
    let server: RunningServer = start(ServerOptions { port: 0, ..options }).await.unwrap();
    let (stop, stopped) = oneshot::channel();
    let port = server.port();
    let ended = tokio::spawn(server.run_until(async { stopped.await.unwrap() }));
    Served { port, stop, ended }
}

impl Served {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).await.unwrap()
    }

    /// Sends a whole request and reads until the server closes.
    async fn exchange(&self, request: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
    }
}

#[tokio::test]
async fn both_loopback_addresses_answer() {
    let served = serve(ServerOptions::default()).await;
    for (address, host) in [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")] {
        let Ok(mut stream) = TcpStream::connect((address, served.port)).await else {
            assert_eq!(address, "::1", "IPv4 loopback must answer");
            continue;
        };
        let request =
            format!("GET /health HTTP/1.1\r\nHost: {host}:{}\r\nConnection: close\r\n\r\n", served.port);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{address}: {answer}");
    }
}

#[tokio::test]
async fn an_endless_chunked_body_is_cut_off_at_the_limit() {
    let served = serve(ServerOptions::default()).await;
    let mut stream = served.connect().await;
    let head = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\n\r\n",
        served.port
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    // Written until the server has had enough; the end of the connection is the proof.
    let mut written = 0;
    while written < 64 * 1024 * 1024 && stream.write_all(chunk.as_bytes()).await.is_ok() {
        written += chunk.len();
    }
    assert!(written < 64 * 1024 * 1024, "the server took everything");
    assert!(served.exchange(&served.post("/logs", r#"{"entries":[]}"#)).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_declared_body_that_is_too_large_is_refused_before_it_is_sent() {
    let served = serve(ServerOptions::default()).await;
    let request = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: 104857600\r\n\r\n",
        served.port
    );
    assert!(served.exchange(&request).await.starts_with("HTTP/1.1 413"));
}

#[tokio::test]
async fn a_sender_that_asks_first_need_not_send_what_is_too_large() {
    let served = serve(ServerOptions::default()).await;
    let request = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nExpect: 100-continue\r\n\
         Content-Length: 11534336\r\n\r\n",
        served.port
    );
    assert!(served.exchange(&request).await.starts_with("HTTP/1.1 413"));
}

/// One that does not wait for the answer while it writes, as most do not, must still find it afterwards.
#[tokio::test]
async fn a_sender_of_too_much_can_read_why_it_was_refused() {
    const BODY: usize = 11 * 1024 * 1024;
    let served = serve(ServerOptions::default()).await;
    let declared = format!("Content-Length: {BODY}\r\n\r\n");
    let chunked = format!("Transfer-Encoding: chunked\r\n\r\n{BODY:x}\r\n");
    for (path, framing, end) in
        [("/logs", declared.as_str(), ""), ("/mcp", &declared, ""), ("/logs", &chunked, "\r\n0\r\n\r\n")]
    {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{framing}",
            served.port
        );
        let mut stream = served.connect().await;
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b' '; BODY]).await.unwrap();
        stream.write_all(end.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        assert!(answer.contains("send less at once"), "{path}: {answer}");
    }
}

/// Every connection holds as much of a body as it may before any of them is complete.
#[tokio::test]
async fn a_sender_that_is_put_off_can_read_when_to_come_back() {
    const BODY: usize = 9 * 1024 * 1024;
    let served = serve(ServerOptions::default()).await;
    let head = |stay: &str| {
        format!(
            "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{stay}Content-Length: {BODY}\r\n\r\n",
            served.port
        )
    };
    let mut holders = Vec::new();
    for _ in 0..3 {
        let mut holder = served.connect().await;
        holder.write_all(head("").as_bytes()).await.unwrap();
        holder.write_all(&vec![b' '; BODY - 1]).await.unwrap();
        holders.push(holder);
    }
    let mut answer = String::new();
    let mut stream = served.connect().await;
    stream.write_all(head("Connection: close\r\n").as_bytes()).await.unwrap();
    stream.write_all(&vec![b' '; BODY]).await.unwrap();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("retry-after: 1"), "{answer}");
}

#[tokio::test]
async fn a_foreign_origin_is_refused_before_its_body_is_sent() {
    let served = serve(ServerOptions::default()).await;
    let request = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: https://evil.com\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n",
        served.port
    );
    assert!(served.exchange(&request).await.starts_with("HTTP/1.1 403"));
}

#[tokio::test]
async fn the_log_file_holds_every_entry_redacted_when_the_server_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entries.jsonl");
    let served = serve(ServerOptions { log_file: Some(path.clone()), ..ServerOptions::default() }).await;
    for number in 0..20 {
        let body = format!("{{\"entries\":[{{\"message\":\"{number}\",\n\"password\":\"hunter2\"}}]}}");
        assert!(served.exchange(&served.post("/logs", &body)).await.starts_with("HTTP/1.1 200"));
    }
    served.stop.send(()).unwrap();
    assert_eq!(served.ended.await.unwrap(), Outcome::Stopped);
    let text = std::fs::read_to_string(path).unwrap();
    let messages: Vec<_> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["message"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(messages, (0..20).map(|number| number.to_string()).collect::<Vec<_>>());
    assert!(!text.contains("hunter2"));
}

fn parsed(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn what_is_on_its_way_when_the_server_stops_is_in_the_log_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entries.jsonl");
    let served = serve(ServerOptions { log_file: Some(path.clone()), ..ServerOptions::default() }).await;
    let body = r#"{"entries":[{"message":"late"}]}"#;
    let head = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        served.port,
        body.len()
    );
    let mut stream = served.connect().await;
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut invitation = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut invitation).await.unwrap();
    let port = served.port;
    served.stop.send(()).unwrap();
    while TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
        tokio::task::yield_now().await;
    }
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    served.ended.await.unwrap();
    assert_eq!(parsed(&std::fs::read_to_string(path).unwrap())[0]["message"], "late");
}

#[tokio::test]
async fn a_log_file_is_set_aside_when_it_is_full_and_nothing_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entries.jsonl");
    let served = serve(ServerOptions { log_file: Some(path.clone()), ..ServerOptions::default() }).await;
    let large = "x".repeat(1_000_000);
    for batch in 1..=12 {
        let body = format!(r#"{{"entries":[{{"message":"{large}"}}]}}"#);
        assert!(served.exchange(&served.post("/logs", &body)).await.starts_with("HTTP/1.1 200"));
        // A writer that falls behind leaves batches out, and then the file never fills up.
        while bytes_in(folder.path()) < batch * 1_000_000 {
            tokio::task::yield_now().await;
        }
    }
    served.stop.send(()).unwrap();
    served.ended.await.unwrap();
    let aside = std::fs::read_to_string(folder.path().join("entries.jsonl.1")).unwrap();
    let current = std::fs::read_to_string(path).unwrap();
    assert!(aside.len() <= 10 * 1024 * 1024 && !current.is_empty(), "{} {}", aside.len(), current.len());
    assert_eq!(parsed(&aside).len() + parsed(&current).len(), 12);
}

/// Bytes of all files in a folder.
fn bytes_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    // A file may be renamed between being listed and being measured.
    files.map(|file| file.unwrap().metadata().map_or(0, |metadata| metadata.len())).sum()
}

/// A pipe that nobody reads from is a disk that stalls.
#[cfg(unix)]
#[tokio::test]
async fn a_disk_that_stalls_costs_batches_that_are_counted_and_neither_memory_nor_answers() {
    use rustix::fs::{CWD, Mode, mkfifoat};
    use std::io::Read;

    const BATCHES: u64 = 9;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entries.jsonl");
    mkfifoat(CWD, &path, Mode::RUSR | Mode::WUSR).unwrap();
    let reader = std::thread::spawn({
        let path = path.clone();
        move || std::fs::File::open(path).unwrap()
    });
    let served = serve(ServerOptions { log_file: Some(path), ..ServerOptions::default() }).await;
    let mut reader = reader.join().unwrap();
    let large = "x".repeat(1_000_000);
    for _ in 0..BATCHES {
        let body = format!(r#"{{"entries":[{{"message":"{large}"}}]}}"#);
        assert!(served.exchange(&served.post("/logs", &body)).await.starts_with("HTTP/1.1 200"));
    }
    let text = std::thread::spawn(move || {
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        text
    });
    served.stop.send(()).unwrap();
    served.ended.await.unwrap();
    let lines = parsed(&text.join().unwrap());
    let (gaps, entries): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line["skipped_batches"].is_number());
    let skipped: u64 = gaps.iter().map(|gap| gap["skipped_batches"].as_u64().unwrap()).sum();
    assert_eq!(skipped + entries.len() as u64, BATCHES);
    assert!(skipped >= 4, "{skipped}");
}

#[tokio::test]
async fn an_unused_server_ends_by_itself() {
    let served =
        serve(ServerOptions { idle_limit: Some(Duration::from_millis(20)), ..ServerOptions::default() })
            .await;
    assert_eq!(served.ended.await.unwrap(), Outcome::Idle);
}

#[tokio::test]
async fn listening_beyond_this_machine_needs_a_token() {
    let options =
        ServerOptions { port: 0, host: Some("0.0.0.0".parse().unwrap()), ..ServerOptions::default() };
    assert_eq!(start(options).await.unwrap_err().to_string(), "listening beyond this machine needs a token");
}
