//! The endpoint of an API call: what requests have in common that ask the same thing about different data.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hasher;

use siphasher::sip::SipHasher24;

use super::operation::{Operation, Protocol};
use super::parts::Parts;
use super::segment::{is_data, template};

/// What stands for a segment that is data.
const PLACEHOLDER: &str = "{id}";
/// Bytes of a path; the rest of a longer one does not count.
const LONGEST_PATH: usize = 512;

/// Method, path and, where one address serves many operations, the operation. Borrowed from the request where it can be.
///
/// Printed as `GET /users/{id}`, `POST /graphql#GetUser`, `POST /graphql#GetUser+2` (a batch of three),
/// `POST /rpc#user.get`. It holds names only. The origin is no part of it: the same API is served by other hosts in other
/// environments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Endpoint<'c> {
    path: Cow<'c, str>,
    method: Cow<'c, str>,
    operation: Option<Operation<'c>>,
}

impl<'c> Endpoint<'c> {
    /// The endpoint of a request; `body` is what was sent with it, cut or whole.
    pub fn of(method: &'c str, url: &'c str, body: Option<&'c str>) -> Self {
        let parts = Parts::of(url);
        let path = parts.path.get(..parts.path.floor_char_boundary(LONGEST_PATH)).unwrap_or_default();
        Self {
            path: template(path, PLACEHOLDER, is_data),
            method: upper_case(if method.is_empty() { "GET" } else { method }),
            operation: Operation::of(&parts, body),
        }
    }

    /// In upper case.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The path with `{id}` for segments that are data.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The GraphQL operation or JSON-RPC method, if it is a call of one.
    pub fn operation(&self) -> Option<&Operation<'c>> {
        self.operation.as_ref()
    }

    /// The same without borrowing.
    pub fn into_owned(self) -> Endpoint<'static> {
        Endpoint {
            path: Cow::Owned(self.path.into_owned()),
            method: Cow::Owned(self.method.into_owned()),
            operation: self.operation.map(Operation::into_owned),
        }
    }

    /// Sixteen hex digits that are the same for this endpoint in every run and on every machine.
    pub fn fingerprint(&self) -> String {
        let protocol = match self.operation.as_ref().map(|operation| operation.protocol) {
            None => "http",
            Some(Protocol::GraphQl) => "graphql",
            Some(Protocol::JsonRpc) => "json-rpc",
        };
        // Not keyed: nothing in an endpoint is secret, and it must be found again in another run.
        let mut hasher = SipHasher24::new_with_key(&[0; 16]);
        hasher.write(format!("{protocol} {self}").as_bytes());
        format!("{:016x}", hasher.finish())
    }
}

impl fmt::Display for Endpoint<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)?;
        match &self.operation {
            None => Ok(()),
            Some(Operation { name, others: 0, .. }) => write!(formatter, "#{name}"),
            Some(Operation { name, others, .. }) => write!(formatter, "#{name}+{others}"),
        }
    }
}

fn upper_case(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Owned(text.to_ascii_uppercase())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(method: &str, url: &str, body: Option<&str>) -> String {
        Endpoint::of(method, url, body).to_string()
    }

    #[test]
    fn paths_are_told_apart_by_names_and_not_by_data() {
        for (url, expected) in [
            ("http://localhost:3000/users/17?tab=2#top", "GET /users/{id}"),
            ("/api/v2/items/01ARZ3NDEKTSV4RRFFQ69G5FAV/", "GET /api/v2/items/{id}/"),
            ("https://shop.test", "GET /"),
            ("/accounts/ann@example.com/orders", "GET /accounts/{id}/orders"),
            ("/join/[redacted:jwt:string:9:00000000000000ff]", "GET /join/{id}"),
        ] {
            assert_eq!(shown("get", url, None), expected);
        }
        assert_eq!(shown("", "/a", None), "GET /a");
        let long = format!("/{}", "é".repeat(LONGEST_PATH));
        assert_eq!(Endpoint::of("GET", &long, None).path().len(), LONGEST_PATH - 1);
    }

    #[test]
    fn graphql_is_told_apart_by_operation() {
        let graphql = |body: &str| shown("POST", "http://localhost/graphql", Some(body));
        let document = "query GetUser($id: ID!) { user(id: $id) { name } }";
        let check = |body: serde_json::Value, name: &str| {
            assert_eq!(graphql(&body.to_string()), format!("POST /graphql{name}"), "{body}");
        };
        check(json!({ "operationName": "Named", "query": document }), "#Named");
        check(json!({ "query": document, "variables": { "id": "ann", "operationName": "No" } }), "#GetUser");
        check(json!({ "operationName": null, "query": document }), "#GetUser");
        check(json!({ "operationName": "not a name", "query": "\n# a\nmutation Save {\n save }" }), "#Save");
        check(json!({ "query": "{ user(id: 7) { name } }" }), "#{user}");
        let persisted = json!({ "persistedQuery": { "version": 1, "sha256Hash": "ECF4EDB46DB40B51" } });
        check(json!({ "operationName": "Named", "extensions": persisted }), "#Named");
        check(json!({ "variables": {}, "extensions": persisted }), "#sha256:ecf4edb4");
        check(json!({ "documentId": "sha256:7dba4bd717b41f10434822356a93c32b" }), "#sha256:7dba4bd7");
        check(json!([{ "operationName": "A" }, { "operationName": "B" }, { "query": "{ c }" }]), "#A+2");
        check(json!([{ "query": document }]), "#GetUser");
        check(json!([]), "");
    }

    #[test]
    fn a_cut_body_is_read_as_far_as_it_goes() {
        let cut = |body| shown("POST", "/graphql", Some(body));
        assert_eq!(cut(r#"{"operationName":"A","variables":{"x":"#), "POST /graphql#A");
        assert_eq!(cut(r#"{"variables":{},"query":"query B {\n  user { na"#), "POST /graphql#B");
        assert_eq!(cut(r#"[{"operationName":"A"},{"opera"#), "POST /graphql#A");
        assert_eq!(cut(r#"{"variables":{"id"#), "POST /graphql");
        let whole = r#"[{"jsonrpc":"2.0","method":"a\"b"},{"query":"query { a }","extensions":{"é":1}}]"#;
        for (end, _) in whole.char_indices() {
            cut(whole.split_at(end).0);
        }
    }

    #[test]
    fn operations_in_a_query_are_decoded() {
        for (query, name) in [
            ("operationName=GetUser&variables=%7B%7D", "#GetUser"),
            ("query=query+Find%28%24q%3AString%29%7Bfind%7D", "#Find"),
            (
                "extensions=%7B%22persistedQuery%22%3A%7B%22sha256Hash%22%3A%22ecf4edb46db4%22%7D%7D",
                "#sha256:ecf4edb4",
            ),
            ("query=shoes", ""),
            ("operationName=a%20b", ""),
        ] {
            assert_eq!(shown("GET", &format!("/graphql?{query}"), None), format!("GET /graphql{name}"));
        }
    }

    #[test]
    fn remote_procedures_are_told_apart_by_method() {
        let rpc = |body| shown("POST", "/rpc", Some(body));
        assert_eq!(
            rpc(r#"{"jsonrpc":"2.0","method":"user.get","params":["ann"],"id":1}"#),
            "POST /rpc#user.get"
        );
        assert_eq!(
            rpc(r#"[{"jsonrpc":"2.0","method":"tools/list"},{"jsonrpc":"2.0","method":"b"}]"#),
            "POST /rpc#tools/list+1"
        );
        for other in [
            r#"{"method":"card"}"#,
            r#"{"jsonrpc":"2.0","result":1}"#,
            r#"{"jsonrpc":"2.0","method":"a b"}"#,
            r#"{"jsonrpc":"2.0","method":"17"}"#,
            "method=card",
            "",
        ] {
            assert_eq!(rpc(other), "POST /rpc", "{other}");
        }
    }

    #[test]
    fn ordinary_bodies_name_no_operation() {
        for body in
            [r#"{"query":"mutation rates"}"#, r#"{"query":{"match":{}}}"#, r#"{"name":"ann"}"#, "[1]", "<a>"]
        {
            assert_eq!(shown("POST", "/search", Some(body)), "POST /search", "{body}");
        }
    }

    #[test]
    fn fingerprints_stay_the_same_over_versions() {
        let graphql = Endpoint::of("POST", "/x", Some(r#"{"operationName":"a"}"#));
        let rpc = Endpoint::of("POST", "/x", Some(r#"{"jsonrpc":"2.0","method":"a"}"#));
        assert_eq!(graphql.to_string(), rpc.to_string());
        assert_ne!(graphql.fingerprint(), rpc.fingerprint());
        let owned = graphql.clone().into_owned();
        assert_eq!((&owned, owned.fingerprint()), (&graphql, graphql.fingerprint()));
        assert_eq!(Endpoint::of("GET", "/users/17", None).fingerprint(), "4f7d46e39e2aa9fd");
    }
}
