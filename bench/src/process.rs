//! Servers as child processes: started, waited for, and ended on every path.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::connection::{Connection, bodiless_request};
use crate::system::{self, Memory};

/// A server that does not answer by then never will.
const SLOWEST_START: Duration = Duration::from_secs(10);
/// Between two looks whether it answers. Short, because it bounds the precision of start times.
const LOOK_INTERVAL: Duration = Duration::from_micros(200);
/// A local server answers `/health` faster than this even under load.
const SLOWEST_HEALTH: Duration = Duration::from_secs(2);

/// A server that runs as long as this value lives.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    child: Child,
    port: u16,
}

impl ServerProcess {
    /// Starts `command`, which must serve on `port`, and waits until it answers `/health`.
    ///
    /// Blocks the thread: the runtime's timer is too coarse for start times, and nothing else runs meanwhile.
    pub(crate) fn start(command: &mut Command, port: u16) -> anyhow::Result<Self> {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{}`", command.get_program().display()))?;
        let mut server = Self { child, port };
        server
            .wait_for_health()
            .with_context(|| format!("`{}` does not serve", command.get_program().display()))?;
        Ok(server)
    }

    fn wait_for_health(&mut self) -> anyhow::Result<()> {
        let deadline = Instant::now() + SLOWEST_START;
        while health(self.port).is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!("it ended with {status}");
            }
            if Instant::now() > deadline {
                bail!("no answer from port {}", self.port);
            }
            thread::sleep(LOOK_INTERVAL);
        }
        Ok(())
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) async fn connect(&self) -> anyhow::Result<Connection> {
        Connection::open(self.port).await
    }

    pub(crate) fn memory(&self) -> anyhow::Result<Memory> {
        system::memory_of(self.child.id())
    }

    /// Processor time used so far, in nanoseconds; not a number where the system does not tell.
    pub(crate) fn processor_nanoseconds(&self) -> f64 {
        system::processor_nanoseconds_of(self.child.id()).unwrap_or(f64::NAN)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // Failing means it ended already, which is what we want.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A port nobody uses now.
pub(crate) fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// What the server on `port` answers to `/health`.
pub(crate) fn health(port: u16) -> io::Result<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, SLOWEST_HEALTH)?;
    stream.set_read_timeout(Some(SLOWEST_HEALTH))?;
    stream.write_all(bodiless_request("GET", "/health", port).as_bytes())?;
    let mut answer = vec![0; 4_096];
    let length = stream.read(&mut answer)?;
    answer.truncate(length);
    let answer = String::from_utf8(answer).map_err(io::Error::other)?;
    match answer.split_once("\r\n\r\n") {
        Some((_, body)) => Ok(body.to_owned()),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
