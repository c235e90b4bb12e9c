//! Where an OTLP export goes: files of JSON lines, or a collector. Never without being asked for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use gasoline_core::export::otlp::Signals;
use http::{HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use thiserror::Error;

use crate::failure::Hint;

/// Variables of OpenTelemetry.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";

/// A collector answers within this time, or is taken for dead.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a refusal that are repeated.
const LONGEST_REFUSAL: usize = 300;

/// Where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OtlpTarget {
    /// A folder, for a file of each signal.
    Folder(PathBuf),
    /// A collector.
    Collector { endpoint: Uri, headers: Vec<(HeaderName, HeaderValue)> },
}

/// Why nothing was exported.
#[derive(Debug, Error)]
pub(crate) enum OtlpError {
    #[error("`{ENDPOINT}` is not set")]
    NoEndpoint,
    #[error("`{0}` is no address of a collector")]
    Endpoint(String),
    #[error("`{0}` needs TLS, which this program does not speak")]
    Encrypted(String),
    #[error("`{HEADERS}` is no list of NAME=VALUE")]
    Headers,
    #[error("cannot write `{}`", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot reach the collector at `{endpoint}`")]
    Unreachable {
        endpoint: String,
        #[source]
        source: hyper_util::client::legacy::Error,
    },
    #[error("the collector at `{endpoint}` did not answer within {} s", PATIENCE.as_secs())]
    Silent { endpoint: String },
    #[error("the collector at `{endpoint}` answered with status {status}{said}")]
    Refused { endpoint: String, status: StatusCode, said: String },
}

impl Hint for OtlpError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::NoEndpoint => Some("name a folder or an address: `--otlp http://127.0.0.1:4318`".to_owned()),
            Self::Encrypted(_) => Some(
                "send to a collector on this machine or network over http, which passes it on; or write files with `--otlp DIR`"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

impl OtlpTarget {
    /// What was typed: a folder, an address, or `env` for what OpenTelemetry's variables say.
    pub(crate) fn of(typed: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, OtlpError> {
        let variable = |name| variable(name).filter(|value| !value.trim().is_empty());
        match typed {
            "env" => {
                let endpoint = variable(ENDPOINT).ok_or(OtlpError::NoEndpoint)?;
                let headers = variable(HEADERS).map(|text| headers(&text)).transpose()?.unwrap_or_default();
                Ok(Self::Collector { endpoint: endpoint_of(&endpoint)?, headers })
            }
            address if address.contains("://") => {
                Ok(Self::Collector { endpoint: endpoint_of(address)?, headers: Vec::new() })
            }
            folder => Ok(Self::Folder(folder.into())),
        }
    }

    /// Writes or sends everything.
    pub(crate) async fn take(&self, signals: &Signals) -> Result<(), OtlpError> {
        let each = [("traces", &signals.traces), ("logs", &signals.logs)];
        for (signal, lines) in each {
            match self {
                Self::Folder(folder) => write(folder, signal, lines)?,
                Self::Collector { endpoint, headers } => {
                    for line in lines {
                        send(endpoint, headers, signal, line).await?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn endpoint_of(typed: &str) -> Result<Uri, OtlpError> {
    let text = typed.trim().trim_end_matches('/');
    if text.starts_with("https://") {
        return Err(OtlpError::Encrypted(text.to_owned()));
    }
    let uri: Option<Uri> = text.parse().ok();
    let is_address =
        |uri: &Uri| uri.scheme_str() == Some("http") && uri.host().is_some_and(|host| !host.is_empty());
    uri.filter(is_address).ok_or_else(|| OtlpError::Endpoint(typed.to_owned()))
}

/// `name=value,name=value`, values encoded as in addresses.
fn headers(text: &str) -> Result<Vec<(HeaderName, HeaderValue)>, OtlpError> {
    let pair = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let value = percent_decoded(value.trim());
        Some((name.trim().parse().ok()?, HeaderValue::from_str(&value).ok()?))
    };
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts.map(|part| pair(part).ok_or(OtlpError::Headers)).collect()
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let encoded = pair.filter(|_| *byte == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok());
        decoded.push(encoded.unwrap_or(*byte));
        at += if encoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

fn write(folder: &Path, signal: &str, lines: &[String]) -> Result<(), OtlpError> {
    let path = folder.join(format!("{signal}.jsonl"));
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|source| OtlpError::Write { path, source })
}

async fn send(
    endpoint: &Uri,
    headers: &[(HeaderName, HeaderValue)],
    signal: &str,
    line: &str,
) -> Result<(), OtlpError> {
    let address = format!("{}/v1/{signal}", endpoint.to_string().trim_end_matches('/'));
    let mut request = Request::post(&address).header(header::CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request
        .body(Full::new(Bytes::copy_from_slice(line.as_bytes())))
        .map_err(|_| OtlpError::Endpoint(address.clone()))?;
    let client = Client::builder(TokioExecutor::new()).build_http();
    let answer = tokio::time::timeout(PATIENCE, client.request(request)).await;
    let answer = answer.map_err(|_| OtlpError::Silent { endpoint: address.clone() })?;
    let response = answer.map_err(|source| OtlpError::Unreachable { endpoint: address.clone(), source })?;
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let said = Limited::new(response.into_body(), LONGEST_REFUSAL).collect().await;
    let said =
        said.map(|body| String::from_utf8_lossy(&body.to_bytes()).trim().to_owned()).unwrap_or_default();
    let said = if said.is_empty() { said } else { format!(": {said}") };
    Err(OtlpError::Refused { endpoint: address, status, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(typed: &str, endpoint: Option<&str>, headers: Option<&str>) -> String {
        let variable = |name: &str| match name {
            ENDPOINT => endpoint.map(str::to_owned),
            HEADERS => headers.map(str::to_owned),
            _ => None,
        };
        match OtlpTarget::of(typed, variable) {
            Ok(OtlpTarget::Folder(folder)) => format!("folder {}", folder.display()),
            Ok(OtlpTarget::Collector { endpoint, headers }) => format!("{endpoint} {headers:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_folder_an_address_or_what_the_environment_says() {
        assert_eq!(target("out", Some("http://x"), None), "folder out");
        assert_eq!(target("http://127.0.0.1:4318/", None, None), "http://127.0.0.1:4318/ []");
        assert_eq!(
            target("env", Some("http://c:4318"), Some("x-key=a%20b, y=1")),
            r#"http://c:4318/ [("x-key", "a b"), ("y", "1")]"#
        );
        for (typed, endpoint, headers, told) in [
            ("env", None, None, "`OTEL_EXPORTER_OTLP_ENDPOINT` is not set"),
            (
                "env",
                Some("http://c"),
                Some("nonsense"),
                "`OTEL_EXPORTER_OTLP_HEADERS` is no list of NAME=VALUE",
            ),
            ("https://c", None, None, "`https://c` needs TLS, which this program does not speak"),
            ("grpc://c", None, None, "`grpc://c` is no address of a collector"),
            ("http://", None, None, "`http://` is no address of a collector"),
        ] {
            assert_eq!(target(typed, endpoint, headers), told);
        }
    }
}
