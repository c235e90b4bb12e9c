//! MCP on stdio, carried line by line to a server's HTTP endpoint and back.
//!
//! The bridge understands JSON-RPC envelopes and nothing of MCP beyond the handshake: what a message says is between
//! the client and the server, and passes byte for byte. Reading order: [`mod@line`] cuts the input, [`message`] tells
//! what a line is, [`conversation`] decides what to do with it, [`courier`] carries it, [`link`] keeps the session,
//! [`listener`] hears what comes unasked, [`output`] writes.

mod acceptance;
mod answer;
mod conversation;
mod courier;
mod event_stream;
mod handshake;
mod in_flight;
mod line;
mod link;
mod listener;
mod message;
mod messages;
mod output;
mod overlong;
mod patience;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use gasoline_server::clock::{Clock, SystemClock};
use gasoline_server::platform::Parent;
use tokio::io::{AsyncRead, AsyncWrite};

use self::conversation::Conversation;
use self::courier::Courier;
use self::line::Lines;
use self::link::Link;
pub(crate) use self::messages::{Messages, StreamError};
use self::output::Output;
use self::patience::Patience;
use crate::printer::Printer;
use crate::server::Supply;

/// Time for requests under way when the input ends.
const LONGEST_FAREWELL: Duration = Duration::from_secs(5);

/// Whether there ever was an MCP client on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    AfterHandshake,
    WithoutHandshake,
}

/// Bridges `input` and `output` to the server that `supply` provides, until the input ends, the client no longer
/// reads, its process dies, or `stop` completes.
pub(crate) async fn run(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    supply: Supply,
    printer: Printer,
    stop: impl Future<Output = ()>,
) -> Ended {
    run_by(Arc::new(SystemClock), input, output, supply, printer, stop).await
}

/// The same, waiting by another clock.
async fn run_by(
    clock: Arc<dyn Clock>,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    supply: Supply,
    printer: Printer,
    stop: impl Future<Output = ()>,
) -> Ended {
    let parent = Parent::current();
    let (output, writer) = Output::start(output);
    let mut conversation = Conversation::start(supply, output, printer, Patience::new(clock));
    let Courier { link, output, .. } = conversation.courier.clone();
    let farewell = tokio::select! {
        () = conversation.hold(Lines::new(input)) => LONGEST_FAREWELL,
        () = orphaned(&link, parent) => Duration::ZERO,
        () = output.closed() => Duration::ZERO,
        () = stop => Duration::ZERO,
    };
    drop(output);
    let ended = conversation.end(farewell).await;
    // What was answered must be written, unless the client does not read any more.
    tokio::time::timeout(LONGEST_FAREWELL, writer).await.ok();
    ended
}

/// Completes when the process that shook hands with us has died, even if somebody still holds our input open.
async fn orphaned(link: &Link, parent: Parent) {
    link.sessions().wait_for(Option::is_some).await.ok();
    parent.death().await;
}
