//! `POST /tools/{name}`: the tools for our own dashboard and command line, with the same answers as over MCP.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, CONTENT_TYPE, LINK};
use http::{HeaderMap, HeaderValue};
use tokio_util::sync::CancellationToken;

use super::HttpError;
use super::body::{BodyBounds, UnreadBody};
use crate::app::{App, GeneratedFile};
use crate::tools::{self, Caller, JsonObject};

/// What the addresses of generated files begin with, as MCP clients see them.
const GENERATED: &str = "gasoline://generated/";

/// Answers as MCP does; in words where `Accept: text/plain` asks for them and the tool has some. Files that did not fit are named
/// in `Link`.
pub(super) async fn call(
    State(app): State<Arc<App>>,
    Extension(stop): Extension<CancellationToken>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: UnreadBody,
) -> Result<Response, HttpError> {
    let body = body.read_within(&app, BodyBounds::QUESTION).await?;
    let arguments: JsonObject =
        if body.is_empty() { JsonObject::new() } else { body.parse("an object of arguments")? };
    drop(body);
    let reply = tools::call(&app, &Caller::OwnProgram, &name, arguments, &stop).await?;
    let wants_words = headers.get(ACCEPT).is_some_and(|accepted| accepted == "text/plain");
    let mut response = match reply.report.filter(|_| wants_words) {
        Some(report) => report.into_response(),
        None => ([(CONTENT_TYPE, "application/json")], reply.json).into_response(),
    };
    for link in reply.links.iter().filter_map(link) {
        response.headers_mut().append(LINK, link);
    }
    Ok(response)
}

/// `GET /generated/{number}/{name}`: a file that was too long for an answer.
pub(super) async fn generated(
    State(app): State<Arc<App>>,
    Path((number, name)): Path<(String, String)>,
) -> Result<Response, HttpError> {
    let uri = format!("{GENERATED}{number}/{name}");
    let file = app.file(&uri).ok_or(HttpError::NoGeneratedFile { uri })?;
    Ok(([(CONTENT_TYPE, file.mime_type)], file.text.to_string()).into_response())
}

fn link(file: &GeneratedFile) -> Option<HeaderValue> {
    let place = file.uri.strip_prefix(GENERATED)?;
    format!("</generated/{place}>; rel=\"related\"; type=\"{}\"", file.mime_type).parse().ok()
}
