//! `/live`: the WebSocket over which pages that are open now are asked.
//!
//! The upgrade is done here rather than by axum, whose WebSockets bring an older copy of the library that `attach`
//! already uses. Pages never get this far: to the guard this is no route they may deliver to.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use gasoline_wire::{ClientKind, LiveClientMessage, LiveHello, LiveServerMessage, WireRange};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_util::sync::CancellationToken;

use super::HttpError;
use super::guard::Caller;
use crate::app::{App, CaptureClients, JoinedLink, Newcomer};

/// Largest message of a browser. Answers are bounded in the page, far below.
const LARGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// How long a new link may take to say who it is.
const SLOWEST_HELLO: Duration = Duration::from_secs(10);

/// Browsers say something every 20 s; one that is silent for three times as long is gone.
const LONGEST_SILENCE: Duration = Duration::from_secs(70);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Turns the connection into a live link.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Extension(stop): Extension<CancellationToken>,
    request: Request,
) -> Result<Response, HttpError> {
    if !matches!(caller, Caller::Extension | Caller::Program) {
        return Err(HttpError::Forbidden("only browsers' capture clients may open a live link".to_owned()));
    }
    app.check_live()?;
    let (mut parts, _) = request.into_parts();
    let upgrade = parts.extensions.remove::<OnUpgrade>();
    let handshake = create_response(&http::Request::from_parts(parts, ()));
    let (Ok(response), Some(upgrade)) = (handshake, upgrade) else {
        return Err(HttpError::BadRequest("open `/live` as a WebSocket".to_owned()));
    };
    let newcomer = app.browsers.live.receive();
    tokio::spawn(serve(app, upgrade, newcomer, stop));
    Ok(response.map(|()| Body::empty()))
}

async fn serve(app: Arc<App>, upgrade: OnUpgrade, newcomer: Newcomer, stop: CancellationToken) {
    let upgraded = app.clock().timeout(SLOWEST_HELLO, upgrade).await;
    let Ok(Ok(upgraded)) = upgraded else { return };
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE));
    let mut socket =
        WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    if let Err(error) = converse(&app, &mut socket, newcomer, &stop).await {
        tracing::debug!(%error, "a live link ended");
    }
    // The other side may be gone already.
    drop(socket.close(None).await);
}

async fn converse(
    app: &App,
    socket: &mut Socket,
    newcomer: Newcomer,
    stop: &CancellationToken,
) -> Result<(), tungstenite::Error> {
    let first = tokio::select! {
        first = app.clock().timeout(SLOWEST_HELLO, next(socket)) => first.unwrap_or(Ok(None))?,
        () = newcomer.dismissed.cancelled() => None,
        () = stop.cancelled() => None,
    };
    drop(newcomer);
    let Some(LiveClientMessage::Hello(hello)) = first else {
        return refuse(socket, "say hello first".to_owned()).await;
    };
    let joined = admit(app, &hello).and_then(|()| {
        app.browsers.live.join(hello.client).ok_or_else(|| "too many browsers are connected".to_owned())
    });
    match joined {
        Ok(link) => exchange(app, socket, link, hello.client, stop).await,
        Err(reason) => refuse(socket, reason).await,
    }
}

fn admit(app: &App, hello: &LiveHello) -> Result<(), String> {
    app.browsers.clients.greeted(hello.client, &hello.version, app.now());
    if WireRange::SUPPORTED.contains(hello.wire) {
        return Ok(());
    }
    Err(CaptureClients::wire_mismatch(hello.client, &hello.version, hello.wire))
}

/// Passes messages both ways until the link ends.
async fn exchange(
    app: &App,
    socket: &mut Socket,
    mut link: JoinedLink,
    client: ClientKind,
    stop: &CancellationToken,
) -> Result<(), tungstenite::Error> {
    loop {
        tokio::select! {
            message = app.clock().timeout(LONGEST_SILENCE, next(socket)) => match message {
                Ok(Ok(Some(message))) => {
                    app.browsers.clients.seen(client, app.now());
                    take(app, &link, message);
                }
                Ok(Ok(None)) | Err(_) => return Ok(()),
                Ok(Err(error)) => return Err(error),
            },
            Some(query) = link.queries.recv() => say(socket, &query).await?,
            () = stop.cancelled() => return Ok(()),
        }
    }
}

fn take(app: &App, link: &JoinedLink, message: LiveClientMessage) {
    match message {
        LiveClientMessage::Pages { pages } => link.set_pages(app.readable_pages(pages)),
        LiveClientMessage::Answer { id, outcome } => link.answer(id, outcome),
        LiveClientMessage::Alive | LiveClientMessage::Hello(_) => {}
    }
}

/// The next message that can be read; `None` when the link is closed.
async fn next(socket: &mut Socket) -> Result<Option<LiveClientMessage>, tungstenite::Error> {
    while let Some(message) = socket.next().await {
        let text = match message? {
            Message::Text(text) => text,
            Message::Close(_) => return Ok(None),
            _ => continue,
        };
        match serde_json::from_str(&text) {
            Ok(message) => return Ok(Some(message)),
            Err(error) => tracing::warn!(%error, "a live client sent what cannot be read"),
        }
    }
    Ok(None)
}

async fn refuse(socket: &mut Socket, reason: String) -> Result<(), tungstenite::Error> {
    say(socket, &LiveServerMessage::Refused { reason }).await
}

async fn say(socket: &mut Socket, message: &LiveServerMessage) -> Result<(), tungstenite::Error> {
    let text = serde_json::to_string(message).unwrap_or_default();
    socket.send(Message::text(text)).await
}
