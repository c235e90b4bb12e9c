//! Query parameters, refused in the one form every refusal has.

use axum::extract::{self, FromRequestParts};
use http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::HttpError;

/// The query as a known shape.
#[derive(Debug)]
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let read = extract::Query::from_request_parts(parts, state).await;
        read.map(|extract::Query(query)| Self(query))
            .map_err(|rejection| HttpError::BadRequest(rejection.body_text()))
    }
}

/// A parameter that says nothing is one that was not given: forms and scripts write `test_id=` for "any".
pub(super) fn absent_if_empty<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let given = Option::<String>::deserialize(deserializer)?;
    Ok(given.filter(|text| !text.is_empty()))
}
