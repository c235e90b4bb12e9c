//! `/screenshots`: one capture in, the picture or its thumbnail out.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use gasoline_wire::ScreenshotCapture;
use http::header::CONTENT_TYPE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HttpError;
use super::body::UnreadBody;
use super::query::Query;
use crate::app::App;

/// The answer to a capture.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ScreenshotKept {
    /// Names the picture: `GET /screenshots/{id}`.
    id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct PictureQuery {
    /// Present, with any value or none: the small copy.
    thumb: Option<String>,
}

pub(super) async fn post(
    State(app): State<Arc<App>>,
    body: UnreadBody,
) -> Result<Json<ScreenshotKept>, HttpError> {
    let body = body.read(&app).await?;
    let capture: ScreenshotCapture = body.parse("a screenshot")?;
    let id = app.take_screenshot(capture).await?;
    Ok(Json(ScreenshotKept { id }))
}

pub(super) async fn get(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, HttpError> {
    let picture = if query.thumb.is_some() { app.thumbnail(&id) } else { app.screenshot(&id) };
    let picture = picture.ok_or(HttpError::NoPicture { id })?;
    Ok(([(CONTENT_TYPE, picture.image_type.mime_type())], picture.bytes).into_response())
}
