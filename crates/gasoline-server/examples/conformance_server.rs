//! The server with the conformance suite's fixtures, on a port the system chooses and standard error names.

use std::net::Ipv4Addr;
use std::sync::Arc;

use gasoline_server::app::App;
use gasoline_server::clock::SystemClock;
use gasoline_server::ids::SystemIds;
use gasoline_server::{ServerOptions, conformance_router};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = ServerOptions::default();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let port = listener.local_addr()?.port();
    let app = Arc::new(App::new(&options, Arc::new(SystemClock), &SystemIds));
    let router = conformance_router(app, &options, port, CancellationToken::new())?;
    announce(port);
    axum::serve(listener, router).await?;
    Ok(())
}

#[allow(clippy::print_stderr, reason = "the test suite reads the address here")]
fn announce(port: u16) {
    eprintln!("conformance server listening on http://127.0.0.1:{port}");
}
