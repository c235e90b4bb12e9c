//! Everything the checks look at, read once.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_wire::CookiePresence;
use serde_json::{Map, Value};

use super::Scanned;
use super::body::Body;
use super::personal::{self, Personal};
use super::secret::{Nature, Secret};
use super::sighting;
use crate::address::{Endpoint, Parts};
use crate::analysis::query::Query;
use crate::analysis::requests::{self, Initiator, Request};
use crate::intake::{Kind, LogClass};
use crate::rules::headers::is_sensitive_header;
use crate::store::{Entry, View};

/// What a view holds, by what it is.
#[derive(Debug)]
pub(super) struct Traffic<'v> {
    pub(super) calls: Vec<Call<'v>>,
    /// Console calls and errors.
    pub(super) console: Vec<Fields<'v>>,
    pub(super) sockets: Vec<Fields<'v>>,
    pub(super) storage: Vec<Fields<'v>>,
    pub(super) documents: Vec<Fields<'v>>,
    /// Loaded resources, and those that failed to load.
    pub(super) resources: Vec<Fields<'v>>,
}

/// An entry with its members.
#[derive(Debug)]
pub(super) struct Fields<'v> {
    pub(super) entry: &'v Entry,
    pub(super) members: Map<String, Value>,
}

/// A request with its bodies.
#[derive(Debug)]
pub(super) struct Call<'v> {
    pub(super) entry: &'v Entry,
    pub(super) request: Request,
    pub(super) sent: Body,
    pub(super) answered: Body,
    /// Personal data in the answer; two checks ask for it.
    persons: OnceCell<Vec<Personal>>,
}

/// How a request says who sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// By a header or a parameter.
    Credential,
    /// By a cookie.
    Cookie,
    /// Perhaps by a cookie that the page cannot see.
    Unknown,
    /// Not at all.
    Nobody,
}

impl<'v> Traffic<'v> {
    pub(super) fn read(view: &'v View, query: &Query) -> Self {
        let fields = |kind| {
            let entries = view.entries(kind).iter().filter(|entry| query.admits(entry));
            entries.filter_map(Fields::read).collect::<Vec<_>>()
        };
        let logs = fields(Kind::Log);
        let is_resource = |log: &Fields<'_>| log.members.contains_key("resourceKind");
        let (failed, logs): (Vec<_>, Vec<_>) = logs.into_iter().partition(is_resource);
        let is_told = |log: &Fields<'_>| !matches!(log.entry.class, LogClass::Network | LogClass::Violation);
        let console = logs.into_iter().filter(is_told).collect();
        let calls = requests::all(view).into_iter().filter(|(entry, _)| query.admits(entry));
        Self {
            calls: calls.map(|(entry, request)| Call::of(entry, request)).collect(),
            console,
            sockets: fields(Kind::WebSocket),
            storage: fields(Kind::Storage),
            documents: fields(Kind::Document),
            resources: fields(Kind::Resource).into_iter().chain(failed).collect(),
        }
    }

    pub(super) fn scanned(&self) -> Scanned {
        let endpoints: BTreeSet<String> = self.calls.iter().map(Call::endpoint).collect();
        Scanned {
            network_requests: self.calls.len(),
            console_entries: self.console.len(),
            unique_endpoints: endpoints.len(),
            websocket_events: self.sockets.len(),
            storage_writes: self.storage.len(),
            documents: self.documents.len(),
            resources: self.resources.len(),
        }
    }
}

impl<'v> Fields<'v> {
    fn read(entry: &'v Arc<Entry>) -> Option<Self> {
        Some(Self { entry, members: serde_json::from_str(entry.text()).ok()? })
    }

    pub(super) fn text(&self, name: &str) -> &str {
        self.members.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The document it happened in.
    pub(super) fn page(&self) -> &str {
        match self.text("pageUrl") {
            "" => self.text("url"),
            page => page,
        }
    }

    /// The code that did it: a mapped place, or what the browser names.
    pub(super) fn source(&self) -> Option<String> {
        let initiator = Initiator::of(&self.members).map(|initiator| initiator.text());
        initiator.or_else(|| Some(self.text("source").to_owned())).filter(|source| !source.is_empty())
    }

    /// For a document, its response headers in lower case, if anything saw them.
    pub(super) fn observed_headers(&self) -> Option<&Map<String, Value>> {
        self.members.get("responseHeaders")?.get("observed")?.as_object()
    }
}

impl<'v> Call<'v> {
    fn of(entry: &'v Entry, mut request: Request) -> Self {
        let answered = Body::of(request.response.take());
        let sent = Body::of(request.request_body.clone());
        Self { entry, request, sent, answered, persons: OnceCell::new() }
    }

    /// Personal data in the answer.
    pub(super) fn persons(&self) -> &[Personal] {
        self.persons.get_or_init(|| personal::in_body(&self.answered))
    }

    /// `GET /users/{id}`.
    pub(super) fn endpoint(&self) -> String {
        self.request.endpoint().to_string()
    }

    /// The address as a row shows it.
    pub(super) fn shown_url(&self) -> String {
        sighting::shown(self.request.short_url(&self.request.page_url))
    }

    pub(super) fn source(&self) -> Option<String> {
        self.request.initiator.as_ref().map(Initiator::text).filter(|text| !text.is_empty())
    }

    /// The address, complete: a path alone belongs to the page's origin.
    pub(super) fn address(&self) -> &str {
        let Request { url, page_url, .. } = &self.request;
        if Parts::of(url).origin.is_empty() { page_url } else { url }
    }

    pub(super) fn access(&self) -> Access {
        let Request { has_auth_header, has_cookies, request_headers, url, .. } = &self.request;
        let is_credential = |name: &str| is_sensitive_header(name) && !is_ordinary(name) && name != "cookie";
        let by_header =
            *has_auth_header == Some(true) || request_headers.keys().any(|name| is_credential(name));
        let by_address = || {
            let sightings = sighting::in_text(url);
            sightings.iter().any(|each| matches!(Secret::of(each).nature, Nature::Token | Nature::Key))
        };
        match (by_header || by_address(), has_cookies, has_auth_header) {
            (true, ..) => Access::Credential,
            (_, Some(CookiePresence::True), _) => Access::Cookie,
            (_, Some(CookiePresence::Unknown), _) => Access::Unknown,
            (_, Some(CookiePresence::False), _) | (_, None, Some(false)) => Access::Nobody,
            (_, None, _) => Access::Unknown,
        }
    }

    /// Whether it logs somebody in, renews that, or has to do with it.
    pub(super) fn is_of_login(&self) -> bool {
        let endpoint = self.request.endpoint();
        let operation = endpoint.operation().map(|operation| operation.name.to_string()).unwrap_or_default();
        is_login_name(Parts::of(&self.request.url).path) || is_login_name(&operation)
    }
}

/// Whether a path or the name of an operation is about logging in.
fn is_login_name(name: &str) -> bool {
    const WORDS: [&str; 28] = [
        "auth",
        "authenticate",
        "authentication",
        "authorize",
        "callback",
        "login",
        "logon",
        "magic",
        "mfa",
        "oauth",
        "oidc",
        "otp",
        "passkey",
        "refresh",
        "register",
        "saml",
        "securetoken",
        "session",
        "sessions",
        "signin",
        "signup",
        "sso",
        "token",
        "tokens",
        "totp",
        "verify",
        "webauthn",
        "oauth2",
    ];
    let words = crate::rules::fields::words_of(name.as_bytes());
    words.split(' ').any(|word| WORDS.contains(&word))
        || ["sign in", "sign up", "log in"].iter().any(|pair| words.contains(pair))
}

fn is_ordinary(header: &str) -> bool {
    super::secret::nature_of_name(header) == Nature::Ordinary
}

/// The path of a page without its data: `/users/{id}`.
pub(super) fn page_template(url: &str) -> String {
    Endpoint::of("GET", url, None).path().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_are_recognised_by_path_and_operation() {
        for name in
            ["/api/login", "/auth/v1/token", "/v1/accounts:signInWithPassword", "RefreshToken", "/sign-in"]
        {
            assert!(is_login_name(name), "{name}");
        }
        for name in ["/api/authors", "/users/me", "/blog/design", "GetUser", "/logins-report"] {
            assert!(!is_login_name(name), "{name}");
        }
    }
}
