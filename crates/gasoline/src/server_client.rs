//! HTTP to a Gasoline server on this machine. Knows addresses and headers, not what the messages mean.

use std::sync::Arc;
use std::{fmt, io};

use bytes::Bytes;
use gasoline_core::address::Site;
use http::{HeaderName, HeaderValue, Method, Request, Response, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use crate::failure::causes;

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// What the server wants to see with every message of an MCP session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SessionHeaders {
    /// The id the server gave the session.
    pub(crate) id: Option<HeaderValue>,
    /// The protocol version both sides agreed on.
    pub(crate) protocol_version: Option<HeaderValue>,
}

impl SessionHeaders {
    /// The session a server opened with its answer to `initialize`.
    pub(crate) fn opened_by(response: &Response<Incoming>) -> Self {
        Self { id: response.headers().get(SESSION_ID).cloned(), protocol_version: None }
    }
}

/// A request that got no response.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerClientError {
    /// Nobody listens.
    #[error("nothing listens on port `{port}`")]
    Refused { port: u16 },
    /// Somebody listened and then went away or spoke no HTTP.
    #[error("the connection to port `{port}` broke")]
    Broken {
        port: u16,
        #[source]
        source: hyper_util::client::legacy::Error,
    },
}

/// A server's address, with connections kept open between requests.
#[derive(Clone)]
pub(crate) struct ServerClient {
    client: Client<HttpConnector, Full<Bytes>>,
    port: u16,
    /// The path of MCP, which may name an app.
    mcp: Arc<str>,
}

impl ServerClient {
    /// The server on `port` of the loopback address. Every server listens there, whatever else it listens on.
    pub(crate) fn new(port: u16) -> Self {
        let mut connector = HttpConnector::new();
        // Without this a small request behind another waits for a delayed acknowledgement, some 40 ms.
        connector.set_nodelay(true);
        Self { client: Client::builder(TokioExecutor::new()).build(connector), port, mcp: "/mcp".into() }
    }

    /// The same server for an MCP client that is about one app.
    pub(crate) fn for_site(self, site: Option<&Site>) -> Self {
        match site {
            // A site consists of characters that stand for themselves in a query.
            Some(site) => Self { mcp: format!("/mcp?site={site}").into(), ..self },
            None => self,
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// `GET /health`.
    pub(crate) async fn health(&self) -> Result<Response<Incoming>, ServerClientError> {
        let request = self.request(Method::GET, "/health", None);
        self.send(request, Bytes::new()).await
    }

    /// Everything the server holds, as a capture file.
    pub(crate) async fn capture(&self) -> Result<Response<Incoming>, ServerClientError> {
        let request = self.request(Method::GET, "/export/capture", None);
        self.send(request, Bytes::new()).await
    }

    /// Significant events from now on, or after the event `last_event_id`.
    pub(crate) async fn events(
        &self,
        last_event_id: Option<&HeaderValue>,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let mut request = self.request(Method::GET, "/events/stream", None);
        if let Some(id) = last_event_id {
            request = request.header(LAST_EVENT_ID, id);
        }
        self.send(request, Bytes::new()).await
    }

    /// What the server answers under a path.
    pub(crate) async fn get(&self, path: &str) -> Result<Response<Incoming>, ServerClientError> {
        self.send(self.request(Method::GET, path, None), Bytes::new()).await
    }

    /// Delivers something captured, as JSON.
    pub(crate) async fn deliver(
        &self,
        path: &str,
        body: Bytes,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let request = self.request(Method::POST, path, None).header(header::CONTENT_TYPE, "application/json");
        self.send(request, body).await
    }

    /// Sends one message.
    pub(crate) async fn post(
        &self,
        session: Option<&SessionHeaders>,
        message: Bytes,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let request = self
            .request(Method::POST, &self.mcp, session)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream");
        self.send(request, message).await
    }

    /// Opens the stream on which the server speaks unasked, after the event `last_event_id` if one is given.
    pub(crate) async fn listen(
        &self,
        session: &SessionHeaders,
        last_event_id: Option<&HeaderValue>,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let mut request =
            self.request(Method::GET, &self.mcp, Some(session)).header(header::ACCEPT, "text/event-stream");
        if let Some(id) = last_event_id {
            request = request.header(LAST_EVENT_ID, id);
        }
        self.send(request, Bytes::new()).await
    }

    /// Ends a session.
    pub(crate) async fn end(
        &self,
        session: &SessionHeaders,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let request = self.request(Method::DELETE, &self.mcp, Some(session));
        self.send(request, Bytes::new()).await
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        session: Option<&SessionHeaders>,
    ) -> http::request::Builder {
        let mut request =
            Request::builder().method(method).uri(format!("http://127.0.0.1:{}{path}", self.port));
        let id = session.and_then(|session| session.id.as_ref());
        let version = session.and_then(|session| session.protocol_version.as_ref());
        for (name, value) in [(SESSION_ID, id), (PROTOCOL_VERSION, version)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request
    }

    async fn send(
        &self,
        request: http::request::Builder,
        body: Bytes,
    ) -> Result<Response<Incoming>, ServerClientError> {
        let port = self.port;
        let request = request
            .body(Full::new(body))
            .expect("a constant path, a number and header values that exist are always valid");
        self.client.request(request).await.map_err(|source| {
            if is_refusal(&source) {
                ServerClientError::Refused { port }
            } else {
                ServerClientError::Broken { port, source }
            }
        })
    }
}

/// Whether nobody listens, as opposed to any other reason why no connection came about.
fn is_refusal(error: &hyper_util::client::legacy::Error) -> bool {
    causes(error)
        .filter_map(|error| error.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::ConnectionRefused)
}

impl fmt::Debug for ServerClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ServerClient").field("port", &self.port).finish_non_exhaustive()
    }
}
