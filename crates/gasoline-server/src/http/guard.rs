//! Who may talk to the server. Runs before any body is read.
//!
//! Local does not mean safe: any web page can send requests to 127.0.0.1, and DNS rebinding lets it read answers.
//! So the `Host` must be ours, and a browser page may at most deliver captured data, from an origin that is the
//! developer's own. Whatever carries no `Origin` (Node, curl, our command line) is a local program and trusted.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use gasoline_wire::Route;
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION,
    CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN, SERVER, VARY,
};
use http::{HeaderMap, Method, StatusCode};

use super::HttpError;
use super::origin::{Host, Origin, OriginError, parse_authority};
use crate::ServerOptions;

/// Id Chrome gives our extension: it follows from the `key` in its manifest.
pub const EXTENSION_ID: &str = "bnajmifcoacpgdcfakdgbcdhhgpipcno";

/// Where the capture script is served.
const CAPTURE_SCRIPT: &str = "/gasoline-ci.js";

/// How long a browser may remember the answer to a preflight.
const PREFLIGHT_SECONDS: &str = "600";

/// Who sent a request, as far as its headers prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// No `Origin`: Node, curl, our command line.
    Program,
    /// Our extension.
    Extension,
    /// Our own dashboard.
    Dashboard,
    /// A page of the developer's.
    Page,
}

/// The rules with this server's own addresses.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    host: Option<IpAddr>,
    token: Option<String>,
    allow_hosts: Vec<(Host, Option<u16>)>,
    allow_origins: Vec<Origin>,
}

impl Guard {
    /// Rules for a server on `port`.
    pub(crate) fn new(options: &ServerOptions, port: u16) -> Result<Self, OriginError> {
        let allow_origins =
            options.allow_origins.iter().map(|text| Origin::parse(text)).collect::<Result<_, _>>()?;
        let parse_host = |text: &String| parse_authority(text).ok_or_else(|| OriginError::Host(text.clone()));
        let allow_hosts = options.allow_hosts.iter().map(parse_host).collect::<Result<_, _>>()?;
        Ok(Self { port, host: options.host, token: options.token.clone(), allow_hosts, allow_origins })
    }

    /// Who is calling, or why they may not.
    fn admit(&self, request: &Request) -> Result<Caller, HttpError> {
        let headers = request.headers();
        self.check_host(request)?;
        self.check_token(request)?;
        let path = request.uri().path();
        let Some(origin) = single(headers, &ORIGIN)? else {
            return check_fetch_site(headers, path).map(|()| Caller::Program);
        };
        match self.classify(origin) {
            Some(Caller::Page) => self.check_delivery(request, origin).map(|()| Caller::Page),
            Some(caller) => Ok(caller),
            None => Err(HttpError::Forbidden(format!(
                "origin `{origin}` may not talk to gasoline; if this is your own app, start gasoline with \
                 `--allow-origin {origin}` to capture it"
            ))),
        }
    }

    fn check_host(&self, request: &Request) -> Result<(), HttpError> {
        let named = match request.uri().authority() {
            Some(authority) => Some(authority.as_str()),
            None => single(request.headers(), &HOST)?,
        };
        let allowed =
            named.and_then(parse_authority).is_some_and(|(host, port)| self.is_own_host(&host, port));
        if allowed {
            return Ok(());
        }
        let named = named.unwrap_or("(none)");
        Err(HttpError::Forbidden(format!(
            "host `{named}` is not this server; use http://127.0.0.1:{} or start gasoline with `--allow-host`",
            self.port
        )))
    }

    fn is_own_host(&self, host: &Host, port: Option<u16>) -> bool {
        let ours = host.is_local() || self.host.is_some_and(|address| *host == Host::Address(address));
        let named = |(allowed, allowed_port): &(Host, Option<u16>)| {
            host == allowed && allowed_port.is_none_or(|allowed_port| port == Some(allowed_port))
        };
        (ours && port == Some(self.port)) || self.allow_hosts.iter().any(named)
    }

    /// Programs on this machine need no token; everyone else does.
    fn check_token(&self, request: &Request) -> Result<(), HttpError> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let peer = request.extensions().get::<SocketAddr>();
        if peer.is_some_and(|address| address.ip().is_loopback()) {
            return Ok(());
        }
        let presented =
            single(request.headers(), &AUTHORIZATION)?.and_then(|value| value.strip_prefix("Bearer "));
        let equal = presented.is_some_and(|presented| equals_in_constant_time(presented, token));
        if equal { Ok(()) } else { Err(HttpError::TokenNeeded) }
    }

    fn classify(&self, origin: &str) -> Option<Caller> {
        if origin.strip_prefix("chrome-extension://") == Some(EXTENSION_ID) {
            return Some(Caller::Extension);
        }
        let origin = Origin::parse(origin).ok()?;
        if origin.is_served_by(self.port, |host| self.is_own_host(host, Some(self.port))) {
            return Some(Caller::Dashboard);
        }
        (origin.is_loopback_page() || self.allow_origins.contains(&origin)).then_some(Caller::Page)
    }

    /// A page may only post captured data, as JSON, or ask whether it may.
    fn check_delivery(&self, request: &Request, origin: &str) -> Result<(), HttpError> {
        let headers = request.headers();
        let delivers = match *request.method() {
            Method::OPTIONS => single(headers, &ACCESS_CONTROL_REQUEST_METHOD)? == Some("POST"),
            ref method => method == Method::POST,
        };
        if !delivers || !is_delivery(request.uri().path()) {
            return Err(HttpError::Forbidden(format!(
                "a page (`{origin}`) may only post captured data; it can neither read nor clear anything"
            )));
        }
        let is_json = single(headers, &CONTENT_TYPE)?.is_some_and(is_json);
        if request.method() == Method::POST && !is_json { Err(HttpError::NotJson) } else { Ok(()) }
    }
}

/// The middleware in front of every route.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let admitted = guard.admit(&request);
    let origin = request.headers().get(ORIGIN).cloned();
    // The capture script is the one thing pages of any site may embed.
    let embedding = if request.uri().path() == CAPTURE_SCRIPT { "cross-origin" } else { "same-origin" };
    let mut response = match admitted {
        Err(error) => return seal(error.into_response(), "same-origin"),
        Ok(caller) if caller != Caller::Program && request.method() == Method::OPTIONS => {
            StatusCode::NO_CONTENT.into_response()
        }
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
    };
    if let Some(origin) = origin {
        allow_reading(response.headers_mut(), origin);
    }
    seal(response, embedding)
}

/// Lets exactly this origin read the answer; beacons send credentials, so they are named too.
fn allow_reading(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_SECONDS));
    headers.insert(VARY, HeaderValue::from_static("origin"));
}

/// What every answer carries, refusals included.
fn seal(mut response: Response, embedding: &'static str) -> Response {
    const FIXED: [(HeaderName, &str); 2] = [
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
        (SERVER, concat!("gasoline/", env!("CARGO_PKG_VERSION"))),
    ];
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static(embedding));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A browser that sends no `Origin` (an `<img>`, a `<script>`) still says where the request comes from.
fn check_fetch_site(headers: &HeaderMap, path: &str) -> Result<(), HttpError> {
    const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
    let foreign = matches!(single(headers, &FETCH_SITE)?, Some("cross-site" | "same-site"));
    if foreign && path != CAPTURE_SCRIPT {
        return Err(HttpError::Forbidden("pages of other sites may not use gasoline".to_owned()));
    }
    Ok(())
}

/// The header's value; two of them, or one that is not ASCII, is an attack or a broken sender.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, HttpError> {
    let mut values = headers.get_all(name).iter();
    let (first, second) = (values.next(), values.next());
    match (first.map(HeaderValue::to_str), second) {
        (None, _) => Ok(None),
        (Some(Ok(value)), None) => Ok(Some(value)),
        _ => Err(HttpError::Forbidden(format!("header `{name}` is repeated or not plain text"))),
    }
}

/// Whether a page may deliver captured data to this path, or open a capture session.
fn is_delivery(path: &str) -> bool {
    path == "/hello" || Route::of(path).is_some_and(Route::is_open_to_pages)
}

fn is_json(content_type: &str) -> bool {
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    media_type.eq_ignore_ascii_case("application/json")
}

fn equals_in_constant_time(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b));
    one.len() == other.len() && difference == 0
}
