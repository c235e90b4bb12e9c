//! The rules of the audit. Answers, SARIF and documentation are made from this table.

use super::{Check, Severity};

/// What one kind of finding is.
#[derive(Debug)]
pub struct Rule {
    /// Stable name, kebab case.
    pub id: &'static str,
    /// The check it belongs to.
    pub category: Check,
    /// How bad it usually is; a finding may be less.
    pub severity: Severity,
    /// What is wrong, without the case at hand.
    pub name: &'static str,
    /// What to do.
    pub recommendation: &'static str,
    /// The weakness it is an instance of.
    pub cwe: Option<&'static str>,
}

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

macro_rules! rules {
    ($($constant:ident = $id:literal, $category:ident, $severity:ident, $cwe:literal, $name:literal, $recommendation:literal;)+) => {
        $(#[doc = $name] pub(super) static $constant: Rule = Rule {
            id: $id,
            category: Check::$category,
            severity: Severity::$severity,
            name: $name,
            recommendation: $recommendation,
            cwe: Some($cwe),
        };)+

        /// Every rule.
        pub static RULES: &[&Rule] = &[$(&$constant),+];
    };
}

rules! {
    IN_URL = "credential-in-url", Credentials, Critical, "CWE-598",
        "Credential in a URL",
        "Move it to the Authorization header or the request body. Never put secrets into URLs: they end up in server logs, browser history and proxies.";
    IN_REQUEST_BODY = "credential-in-request-body", Credentials, Warning, "CWE-522",
        "Credential in a request body",
        "Send tokens in the Authorization header or a cookie, and let the server add keys of other services.";
    IN_REQUEST_HEADER = "credential-in-request-header", Credentials, Critical, "CWE-798",
        "Secret key in a request header",
        "A key that the page sends is in the page, where everyone can read it. Call that service from your server, and revoke this key.";
    IN_RESPONSE = "credential-in-response", Credentials, Critical, "CWE-200",
        "Credential in a response",
        "Do not send secrets to the browser. Leave the field out of the answer, and revoke what was exposed.";
    IN_CONSOLE = "credential-in-console", PiiExposure, Critical, "CWE-532",
        "Credential logged to the console",
        "Remove console calls that print secrets, or log only that one was there.";
    IN_STORAGE = "credential-in-storage", Credentials, Warning, "CWE-922",
        "Credential in web storage",
        "Every script of the page can read web storage. Keep sessions in HttpOnly cookies, and keys on the server.";
    IN_WEBSOCKET = "credential-in-websocket", Credentials, Warning, "CWE-200",
        "Credential in a WebSocket message",
        "Do not send secrets to the browser, and authenticate the connection by a cookie or a short-lived ticket.";
    IN_REFERRER = "credential-in-referrer", Credentials, Critical, "CWE-598",
        "Credential sent in a Referer header",
        "Take the secret out of the page's address, and set `Referrer-Policy: strict-origin-when-cross-origin` or stricter.";
    PAID_API = "paid-api-called-from-page", Credentials, Critical, "CWE-798",
        "Paid API called from the page with a key",
        "Every visitor can take the key and use it at your cost. Call the API from your server, and revoke this key.";
    PASSWORD_UNENCRYPTED = "password-unencrypted", Credentials, Critical, "CWE-319",
        "Password sent without encryption",
        "Serve the page and the endpoint over HTTPS only.";
    TOKEN_UNSIGNED = "jwt-unsigned", Credentials, Critical, "CWE-347",
        "JSON web token without signature",
        "Sign tokens, and let the server refuse `alg: none`: anyone can write such a token.";
    TOKEN_WITHOUT_EXPIRY = "jwt-without-expiry", Credentials, Warning, "CWE-613",
        "JSON web token that never expires",
        "Give tokens an `exp` claim of minutes or hours, and renew them.";
    UNAUTHENTICATED_PII = "unauthenticated-pii", AuthPatterns, Warning, "CWE-306",
        "Endpoint returns personal data without authentication",
        "Ensure that this endpoint requires authentication. If it is public by design, verify that no sensitive data is exposed.";
    UNAUTHENTICATED_SIBLING = "unauthenticated-sibling", AuthPatterns, Info, "CWE-306",
        "Endpoint called without authentication, unlike its siblings",
        "Check that this endpoint is meant to be public: the others below the same path are called with authentication.";
    PII_IN_CONSOLE = "pii-in-console", PiiExposure, Info, "CWE-532",
        "Personal data logged to the console",
        "Remove console calls that print personal data before the code ships.";
    PII_IN_RESPONSE = "pii-in-response", PiiExposure, Info, "CWE-359",
        "Personal data in a response",
        "Return only the fields that the page shows.";
    PII_IN_URL = "pii-in-url", PiiExposure, Warning, "CWE-598",
        "Personal data in a URL",
        "Move it to the request body: URLs end up in server logs, browser history and proxies.";
    HTTP_REQUEST = "http-request", Transport, Warning, "CWE-319",
        "API call over unencrypted HTTP",
        "Use HTTPS.";
    HTTP_PAGE = "http-page", Transport, Warning, "CWE-319",
        "Page served over unencrypted HTTP",
        "Serve the page over HTTPS and redirect HTTP to it.";
    MIXED_CONTENT = "mixed-content", Transport, Warning, "CWE-319",
        "Mixed content: HTTPS page loading HTTP resource",
        "Use HTTPS for all resources. Mixed content can be intercepted by network attackers.";
    INSECURE_WEBSOCKET = "insecure-websocket", Transport, Warning, "CWE-319",
        "WebSocket without encryption",
        "Use wss://.";
    CSP_MISSING = "csp-missing", Headers, Warning, "CWE-693",
        "No Content-Security-Policy",
        "Set a Content-Security-Policy without `unsafe-inline`, at first as Content-Security-Policy-Report-Only.";
    CSP_UNSAFE_INLINE = "csp-unsafe-inline", Headers, Warning, "CWE-693",
        "Content-Security-Policy allows inline scripts",
        "Replace `unsafe-inline` in script-src by nonces or hashes.";
    HSTS_MISSING = "hsts-missing", Headers, Warning, "CWE-319",
        "No Strict-Transport-Security",
        "Set `Strict-Transport-Security: max-age=31536000; includeSubDomains`.";
    FRAMING_ALLOWED = "framing-allowed", Headers, Warning, "CWE-1021",
        "Page can be framed by any site",
        "Set `Content-Security-Policy: frame-ancestors 'self'`, or X-Frame-Options for old browsers.";
    NOSNIFF_MISSING = "nosniff-missing", Headers, Info, "CWE-693",
        "No X-Content-Type-Options",
        "Set `X-Content-Type-Options: nosniff`.";
    CORS_WILDCARD = "cors-wildcard-with-credentials", Headers, Critical, "CWE-942",
        "CORS for every origin, with credentials",
        "Name the origins that may read answers, and allow credentials only for those.";
    COOKIE_INSECURE = "cookie-without-secure", Cookies, Critical, "CWE-614",
        "Session cookie without Secure",
        "Set the cookie on the server with `Secure; HttpOnly; SameSite=Lax`.";
    COOKIE_READABLE = "cookie-without-httponly", Cookies, Warning, "CWE-1004",
        "Session cookie that scripts can read",
        "Set the cookie on the server with `HttpOnly`: a cookie that a script writes, every script can read.";
    COOKIE_CROSS_SITE = "cookie-without-samesite", Cookies, Info, "CWE-1275",
        "Session cookie without SameSite",
        "Set `SameSite=Lax` or `Strict`.";
    SOURCE_MAP = "source-map-public", Scripts, Info, "CWE-540",
        "Source maps are public",
        "Publish source maps only where errors are read, if the source is not meant to be seen.";
    SCRIPT_OVER_HTTP = "third-party-script-over-http", Scripts, Critical, "CWE-829",
        "Script of another host over unencrypted HTTP",
        "Load it over HTTPS with `integrity`, or serve it yourself.";
    SCRIPT_WITHOUT_INTEGRITY = "third-party-script-without-integrity", Scripts, Info, "CWE-353",
        "Script of another host without integrity",
        "Add `integrity` and `crossorigin`, or serve it yourself. Scripts that change without a new address cannot have it.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_documented() {
        let page = include_str!("../../../../../docs/security.md");
        for Rule { id, cwe, .. } in RULES {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{id}` |")));
            assert!(row.is_some_and(|row| row.contains(cwe.unwrap_or_default())), "{id}");
        }
    }

    #[test]
    fn ids_are_unique_and_texts_are_sentences() {
        let mut ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
        for rule in RULES {
            assert!(rule.recommendation.ends_with('.') && !rule.name.ends_with('.'), "{}", rule.id);
            assert!(rule.cwe.is_some_and(|cwe| cwe.starts_with("CWE-")), "{}", rule.id);
        }
    }
}
