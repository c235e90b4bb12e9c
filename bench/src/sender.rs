//! Posts JSON to a server, as browsers and test runners do.

use gasoline_wire::Route;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::process::ServerProcess;

/// An open connection to a server.
#[derive(Debug)]
pub(crate) struct Sender {
    connection: Connection,
    port: u16,
}

impl Sender {
    pub(crate) async fn open(server: &ServerProcess) -> anyhow::Result<Self> {
        Ok(Self { connection: server.connect().await?, port: server.port() })
    }

    /// Posts `body` to `path`.
    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> anyhow::Result<()> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        self.connection.exchange(request.as_bytes()).await?.expect_success()?;
        Ok(())
    }

    /// Posts entries to the route of their kind.
    pub(crate) async fn entries(&mut self, route: Route, entries: &[Value]) -> anyhow::Result<()> {
        self.post(route.path(), &json!({ route.field(): entries })).await
    }

    /// What the server answers to a GET of `path`.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Vec<u8>> {
        let answer = self.connection.request("GET", path).await?.expect_success()?;
        Ok(answer.body().into_owned())
    }
}
