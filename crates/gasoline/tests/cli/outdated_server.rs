//! A server of an older wire version: a process that answers `/health` and nothing else.
//!
//! It has to be a process of its own, because it is going to be sent a signal. So the test binary runs itself again
//! with just the test below, which then serves instead of testing.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::http::server_pid;
use crate::wait::eventually;

const PORT: &str = "OUTDATED_SERVER_PORT";
const CLIENTS: &str = "OUTDATED_SERVER_CLIENTS";

#[derive(Debug)]
pub(crate) struct OutdatedServer(Child);

impl OutdatedServer {
    pub(crate) fn start(port: u16, clients: u32) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "outdated_server::serves_if_asked_to"])
            .env(PORT, port.to_string())
            .env(CLIENTS, clients.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        eventually("the outdated server", || server_pid(port));
        Self(child)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        eventually("the outdated server's end", || self.0.try_wait().unwrap())
    }
}

impl Drop for OutdatedServer {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn serves_if_asked_to() {
    let Ok(port) = std::env::var(PORT) else { return };
    let body = format!(
        r#"{{"status":"ok","version":"0.0.1","wire":0,"pid":{},"clients":{},"idle_s":60}}"#,
        std::process::id(),
        std::env::var(CLIENTS).unwrap()
    );
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).unwrap();
    for stream in listener.incoming() {
        let mut stream = stream.unwrap();
        let request = BufReader::new(&stream).lines().map_while(Result::ok);
        request.take_while(|line| !line.is_empty()).for_each(drop);
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nserver: gasoline/0.0.1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .ok();
    }
}
