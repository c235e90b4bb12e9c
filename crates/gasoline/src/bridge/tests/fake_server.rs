//! A server that behaves exactly as a test wants, also in ways the real one does not.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Method, Request, Response, header};
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

/// One request as it arrived.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) session: Option<String>,
    pub(super) protocol_version: Option<String>,
    pub(super) last_event_id: Option<String>,
    pub(super) body: String,
}

/// What to answer.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) session: Option<&'static str>,
    content_type: &'static str,
    body: FakeBody,
    /// It never comes.
    is_withheld: bool,
}

/// A body, step by step.
#[derive(Clone, Debug)]
struct FakeBody(VecDeque<Step>);

#[derive(Clone, Debug)]
enum Step {
    Text(String),
    /// Lets the server send what it has.
    Yield,
    /// Nothing more, but no end either.
    Hang,
    /// The connection breaks.
    Break,
}

impl Reply {
    pub(super) fn json(status: u16, text: &str) -> Self {
        let body = FakeBody([Step::Text(text.to_owned())].into());
        Self { status, session: None, content_type: "application/json", body, is_withheld: false }
    }

    pub(super) fn events(text: &str) -> Self {
        Self { content_type: "text/event-stream", ..Self::json(200, text) }
    }

    /// The text, and then silence.
    pub(super) fn open_events(text: &str) -> Self {
        let mut reply = Self::events(text);
        reply.body.0.push_back(Step::Hang);
        reply
    }

    /// The text, and then a connection that breaks.
    pub(super) fn broken_events(text: &str) -> Self {
        let mut reply = Self::events(text);
        reply.body.0.extend([Step::Yield, Step::Break]);
        reply
    }

    /// Not even a status.
    pub(super) fn silence() -> Self {
        Self { is_withheld: true, ..Self::json(200, "") }
    }

    pub(super) fn accepted() -> Self {
        Self::json(202, "")
    }

    pub(super) fn initialized(session: &'static str) -> Self {
        let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#;
        Self { session: Some(session), ..Self::events(&format!("data: {answer}\n\n")) }
    }
}

type Answer = dyn Fn(&Seen) -> Reply + Send + Sync;

/// The server. Ends with the test's runtime.
#[derive(Clone)]
pub(super) struct FakeServer {
    answer: Arc<Answer>,
    seen: Arc<Mutex<VecDeque<Seen>>>,
}

impl FakeServer {
    /// Serves on a port of its own.
    pub(super) async fn start(answer: impl Fn(&Seen) -> Reply + Send + Sync + 'static) -> (Self, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { answer: Arc::new(answer), seen: Arc::default() };
        let acceptor = server.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(acceptor.clone().serve(stream));
            }
        });
        (server, port)
    }

    /// Every request so far, oldest first.
    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().iter().cloned().collect()
    }

    /// The bodies posted so far.
    pub(super) fn posted(&self) -> Vec<String> {
        let posts = self.seen().into_iter().filter(|seen| seen.method == Method::POST);
        posts.map(|seen| seen.body).collect()
    }

    async fn serve(self, stream: TcpStream) {
        let service = service_fn(|request| self.clone().respond(request));
        let connection = hyper::server::conn::http1::Builder::new();
        connection.serve_connection(TokioIo::new(stream), service).await.ok();
    }

    async fn respond(self, request: Request<Incoming>) -> Result<Response<FakeBody>, Infallible> {
        let text = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let mut seen = Seen {
            method: request.method().clone(),
            path: request.uri().to_string(),
            session: text("mcp-session-id"),
            protocol_version: text("mcp-protocol-version"),
            last_event_id: text("last-event-id"),
            body: String::new(),
        };
        let body = request.into_body().collect().await.unwrap().to_bytes();
        seen.body = String::from_utf8(body.to_vec()).unwrap();
        self.seen.lock().unwrap().push_back(seen.clone());
        let reply = (self.answer)(&seen);
        if reply.is_withheld {
            std::future::pending::<()>().await;
        }
        let mut response =
            Response::builder().status(reply.status).header(header::CONTENT_TYPE, reply.content_type);
        if let Some(session) = reply.session {
            response = response.header("mcp-session-id", session);
        }
        Ok(response.body(reply.body).unwrap())
    }
}

impl Body for FakeBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.0.pop_front() {
            None => Poll::Ready(None),
            Some(Step::Text(text)) => Poll::Ready(Some(Ok(Frame::data(text.into())))),
            Some(Step::Yield) => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Some(Step::Hang) => {
                // However often it is asked.
                self.0.push_front(Step::Hang);
                Poll::Pending
            }
            Some(Step::Break) => Poll::Ready(Some(Err(io::ErrorKind::Other.into()))),
        }
    }
}
