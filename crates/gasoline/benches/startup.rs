//! How long an editor waits: from starting `gasoline mcp` to the answer to `initialize`.
//!
//! Prints the distribution with a server running and without one, and what the processes then occupy. Run with
//! `cargo bench --package gasoline`, which builds what users run.

#![expect(clippy::print_stdout, reason = "the figures are the product of a benchmark")]
#![expect(clippy::unwrap_used, reason = "a step that fails ends the measurement")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Enough for a median that holds still.
const SPAWNS: usize = 40;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;

fn main() {
    let home = tempfile::tempdir().unwrap();
    let spawn = |port| Bridge::spawn(home.path(), port);
    let port = free_port();

    let (_, keeper) = spawn(port);
    let warm = (0..SPAWNS).map(|_| spawn(port).0).collect();
    report("server running", warm);
    println!("resident: bridge {} kB, server {} kB", resident(keeper.0.id()), resident(server_pid(port)));
    stop_server(port);

    let cold = (0..SPAWNS).map(|_| {
        let port = free_port();
        let (elapsed, _bridge) = spawn(port);
        stop_server(port);
        elapsed
    });
    report("no server running", cold.collect());
}

/// A bridge that has answered; killed when dropped.
struct Bridge(Child);

impl Bridge {
    fn spawn(home: &std::path::Path, port: u16) -> (Duration, Self) {
        let started = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_gasoline"))
            .args(["mcp", "--port", &port.to_string()])
            .env("HOME", home)
            .env("XDG_STATE_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        writeln!(child.stdin.as_mut().unwrap(), "{INITIALIZE}").unwrap();
        let mut answer = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut answer).unwrap();
        assert!(answer.contains("serverInfo"), "{answer}");
        (started.elapsed(), Self(child))
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1_000.0;
    println!(
        "{name}: p50 {:.1} ms, p90 {:.1} ms, fastest {:.1} ms, slowest {:.1} ms",
        milliseconds(50),
        milliseconds(90),
        milliseconds(0),
        milliseconds(100)
    );
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn server_pid(port: u16) -> u32 {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let health: serde_json::Value = serde_json::from_str(body).unwrap();
    health["pid"].as_u64().unwrap().try_into().unwrap()
}

fn stop_server(port: u16) {
    gasoline_server::platform::terminate(server_pid(port)).unwrap();
}

/// In kB; 0 where the system does not tell.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
