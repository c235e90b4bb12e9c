//! Accepting connections: no delay on small packets, a bound on slow headers, an end when told to stop.
//!
//! `axum::serve` offers neither a header timeout nor the peer's address, so the loop is ours.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long a client may take to send its request line and headers.
const SLOWEST_HEADERS: Duration = Duration::from_secs(30);
/// Pause after a failed accept (usually: out of file descriptors), so the loop does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves every connection of `listener` until `stop` is cancelled.
pub(crate) async fn serve_connections(
    listener: TcpListener,
    router: Router,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                tasks.spawn(serve_one(stream, peer, router.clone(), stop.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "accept failed");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn serve_one(stream: TcpStream, peer: SocketAddr, router: Router, stop: CancellationToken) {
    // Answers of several small writes would otherwise wait 40 ms for the peer's acknowledgement.
    drop(stream.set_nodelay(true));
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let router = router.clone();
        async move { Ok::<_, Infallible>(answer(router, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        // For `/live`, which becomes a WebSocket.
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        result = connection.as_mut() => note_end(result),
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            note_end(connection.await);
        }
    }
}

async fn answer(router: Router, request: hyper::Request<Incoming>) -> axum::response::Response {
    match router.oneshot(request.map(Body::new)).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

fn note_end(result: hyper::Result<()>) {
    if let Err(error) = result {
        tracing::debug!(%error, "connection ended");
    }
}
