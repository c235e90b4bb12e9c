//! What a call asks of an address that serves many: a GraphQL operation or a JSON-RPC method, by its name.
//!
//! Only names are taken, never arguments or variables. A body that was cut is read as far as it goes.

use std::borrow::Cow;

use gasoline_wire::members;

use super::graphql::{is_name, operation_name};
use super::parts::Parts;
use super::segment::is_data;

/// Bytes of a name; what is longer was not written by a person.
const LONGEST_NAME: usize = 100;
/// Digits of a hash that tell persisted documents apart.
const HASH_DIGITS: usize = 8;

/// How an operation is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Protocol {
    GraphQl,
    JsonRpc,
}

/// An operation among those of one address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operation<'c> {
    /// How it is called.
    pub protocol: Protocol,
    /// `GetUser`; of a batch the first. `{user}` is an anonymous GraphQL operation with that field, `sha256:…` a
    /// persisted one whose name was not sent.
    pub name: Cow<'c, str>,
    /// How many others came in the same batch.
    pub others: usize,
}

impl<'c> Operation<'c> {
    /// The operation that a request names in its body, or else in its query.
    pub(super) fn of(parts: &Parts<'c>, body: Option<&'c str>) -> Option<Self> {
        body.and_then(Self::in_body).or_else(|| Self::in_query(parts))
    }

    /// The same without borrowing.
    pub fn into_owned(self) -> Operation<'static> {
        Operation { protocol: self.protocol, name: Cow::Owned(self.name.into_owned()), others: self.others }
    }

    fn in_body(body: &'c str) -> Option<Self> {
        match body.trim_ascii_start().strip_prefix('[') {
            Some(batch) => Self::in_batch(body).or_else(|| Self::in_object(batch)),
            None => Self::in_object(body),
        }
    }

    /// The first of a whole batch, and how many follow it.
    fn in_batch(body: &'c str) -> Option<Self> {
        let calls: Vec<&'c serde_json::value::RawValue> = serde_json::from_str(body).ok()?;
        let first = Self::in_object(calls.first()?.get())?;
        Some(Self { others: calls.len() - 1, ..first })
    }

    fn in_object(object: &'c str) -> Option<Self> {
        let mut call = Call::default();
        let is_whole = members(object, |name, json| call.note(name, json)).is_some();
        call.operation().or_else(|| (!is_whole).then(|| Self::in_cut_object(object)).flatten())
    }

    /// A long document may be cut before its end, and its name stands at its beginning.
    fn in_cut_object(object: &str) -> Option<Self> {
        let closed = format!("{object}\"}}");
        let mut call = Call::default();
        members(&closed, |name, json| call.note(name, json))?;
        call.operation().map(Operation::into_owned)
    }

    fn in_query(parts: &Parts<'c>) -> Option<Self> {
        let mut asked = Asked::default();
        for parameter in parts.parameters() {
            asked.note(parameter);
        }
        let name = asked.name.filter(|name| is_name(name));
        let name = name.or_else(|| operation_name(asked.document.as_deref()?).map(owned));
        let name = name.or_else(|| persisted_name(asked.extensions.as_deref()?).map(owned));
        Self::named(Protocol::GraphQl, name?)
    }

    fn named(protocol: Protocol, name: Cow<'c, str>) -> Option<Self> {
        (name.len() <= LONGEST_NAME).then_some(Self { protocol, name, others: 0 })
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// The members of a body that name what is called, as JSON.
#[derive(Debug, Default)]
struct Call<'b> {
    operation_name: Option<&'b str>,
    query: Option<&'b str>,
    extensions: Option<&'b str>,
    document_id: Option<&'b str>,
    jsonrpc: Option<&'b str>,
    method: Option<&'b str>,
}

impl<'b> Call<'b> {
    fn note(&mut self, name: &str, json: &'b str) {
        let member = match name {
            "operationName" => &mut self.operation_name,
            "query" => &mut self.query,
            "extensions" => &mut self.extensions,
            "documentId" => &mut self.document_id,
            "jsonrpc" => &mut self.jsonrpc,
            "method" => &mut self.method,
            _ => return,
        };
        *member = Some(json);
    }

    fn operation(&self) -> Option<Operation<'b>> {
        match self.jsonrpc {
            Some(_) => {
                let method = text(self.method?).filter(|method| is_method(method))?;
                Operation::named(Protocol::JsonRpc, method)
            }
            None => Operation::named(Protocol::GraphQl, self.graphql_name()?),
        }
    }

    fn graphql_name(&self) -> Option<Cow<'b, str>> {
        let sent = self.operation_name.and_then(text).filter(|name| is_name(name));
        sent.or_else(|| match text(self.query?)? {
            Cow::Borrowed(document) => operation_name(document),
            Cow::Owned(document) => operation_name(&document).map(owned),
        })
        .or_else(|| persisted_name(self.extensions?))
        .or_else(|| hash_name(&text(self.document_id?)?))
    }
}

/// The parameters of a query that name what is called, decoded.
#[derive(Debug, Default)]
struct Asked<'q> {
    name: Option<Cow<'q, str>>,
    document: Option<Cow<'q, str>>,
    extensions: Option<Cow<'q, str>>,
}

impl<'q> Asked<'q> {
    fn note(&mut self, parameter: &'q str) {
        let member = match parameter.split_once('=') {
            Some(("operationName", _)) => &mut self.name,
            Some(("query", _)) => &mut self.document,
            Some(("extensions", _)) => &mut self.extensions,
            _ => return,
        };
        *member = form_urlencoded::parse(parameter.as_bytes()).next().map(|(_, value)| value);
    }
}

/// The name of a persisted query: the beginning of the hash of its document.
fn persisted_name<'n>(extensions: &str) -> Option<Cow<'n, str>> {
    let persisted = member(extensions, "persistedQuery")?;
    hash_name(&text(member(persisted, "sha256Hash")?)?)
}

fn hash_name<'n>(hash: &str) -> Option<Cow<'n, str>> {
    let hash = hash.strip_prefix("sha256:").unwrap_or(hash);
    let is_hash = hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let beginning = hash.get(..HASH_DIGITS).filter(|_| is_hash)?;
    Some(Cow::Owned(format!("sha256:{}", beginning.to_ascii_lowercase())))
}

fn member<'b>(object: &'b str, wanted: &str) -> Option<&'b str> {
    let mut found = None;
    members(object, |name, json| {
        if name == wanted {
            found = Some(json);
        }
    })?;
    found
}

/// The text of a JSON string.
fn text(json: &str) -> Option<Cow<'_, str>> {
    let inside = json.strip_prefix('"')?.strip_suffix('"')?;
    match inside.contains('\\') {
        true => serde_json::from_str(json).ok().map(Cow::Owned),
        false => Some(Cow::Borrowed(inside)),
    }
}

/// Whether a text may be the name of a remote procedure: `user.get`, `eth_call`, `tools/list`.
fn is_method(text: &str) -> bool {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/:$".contains(&byte);
    !text.is_empty() && text.bytes().all(is_inside) && !is_data(text)
}
