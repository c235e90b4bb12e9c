//! Small servers that do a known part of the product's work, to compare it with on the same machine.
//!
//! They accept connections as the product does, one thread and no delay on small packets, so that a ratio tells about
//! the work between request and answer.

mod counting;
mod fixed;
mod splitting;

use std::ffi::OsString;
use std::net::Ipv4Addr;
use std::path::PathBuf;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use clap::Subcommand;
use tokio::net::TcpListener;

/// Which server.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Reference {
    /// Takes `POST /logs` and counts the bytes: the cost of HTTP alone
    Counting,
    /// Takes `POST /logs`, splits it into entries, checks their level, keeps the last thousand
    Splitting,
    /// Answers `GET /snapshot` with the same bytes each time
    Fixed {
        /// File with the bytes
        body: PathBuf,
    },
}

impl Reference {
    /// The arguments that make this program serve it.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        match self {
            Self::Counting => vec!["counting".into()],
            Self::Splitting => vec!["splitting".into()],
            Self::Fixed { body } => vec!["fixed".into(), body.into()],
        }
    }

    fn router(&self) -> anyhow::Result<Router> {
        match self {
            Self::Counting => Ok(counting::router()),
            Self::Splitting => Ok(splitting::router()),
            Self::Fixed { body } => {
                let body =
                    std::fs::read(body).with_context(|| format!("cannot read `{}`", body.display()))?;
                Ok(fixed::router(body.into()))
            }
        }
    }
}

/// Serves until the process ends.
pub(crate) async fn serve(reference: Reference, port: u16) -> anyhow::Result<()> {
    let router = reference.router()?.route("/health", get(|| async { "{}" }));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await?
        // Failing only costs speed.
        .tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await?;
    Ok(())
}
