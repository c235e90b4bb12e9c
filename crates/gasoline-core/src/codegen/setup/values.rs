//! Values of captured requests as a test may send them: without personal data, secrets from the environment.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::codegen::lower::flow::variable_name;
use crate::codegen::script::USER_PROVIDED;
use crate::codegen::syntax::{Expression, Spread, code, string};
use crate::removed;

/// Fields that say when and by whom something was sent, not what it is.
const DROPPED: [&str; 18] = [
    "createdAt",
    "created_at",
    "updatedAt",
    "updated_at",
    "timestamp",
    "ts",
    "metadata",
    "meta",
    "requestId",
    "request_id",
    "traceId",
    "trace_id",
    "clientId",
    "client_id",
    "userAgent",
    "user_agent",
    "__typename",
    "correlationId",
];

/// Parts of names of fields that hold telephone numbers.
const PHONE: [&str; 3] = ["phone", "mobile", "telephone"];

/// What stands in for a telephone number; the range is reserved for examples.
const SAFE_PHONE: &str = "+12025550100";

/// The variables of a login.
const USER: &str = "GASOLINE_USER";
const PASSWORD: &str = "GASOLINE_PASSWORD";

/// Replaces values, the same one by the same.
#[derive(Debug)]
pub(super) struct SafeValues<'f> {
    /// What the flow enters by itself: it must find the same.
    entered: &'f [String],
    emails: BTreeMap<String, String>,
    variables: Vec<String>,
}

/// What a call may refer to: ids that earlier calls were given.
pub(super) type KnownIds = Vec<(String, String)>;

impl<'f> SafeValues<'f> {
    pub(super) fn new(entered: &'f [String]) -> Self {
        Self { entered, emails: BTreeMap::new(), variables: Vec::new() }
    }

    /// A whole value as code.
    pub(super) fn value(&mut self, name: &str, value: &Value, ids: &KnownIds) -> Expression<'static> {
        if let Some(reference) = reference(name, value, ids) {
            return code(reference.to_owned());
        }
        match value {
            Value::Object(fields) => {
                let kept = fields.iter().filter(|(name, _)| !DROPPED.contains(&name.as_str()));
                let fields =
                    kept.map(|(name, value)| (Cow::Owned(name.clone()), self.value(name, value, ids)));
                Expression::Object(fields.collect(), Spread::Always)
            }
            Value::Array(items) => {
                Expression::List(items.iter().map(|item| self.value(name, item, ids)).collect())
            }
            Value::String(text) => self.text(name, text),
            other => code(other.to_string()),
        }
    }

    /// A text as code.
    pub(super) fn text(&mut self, name: &str, text: &str) -> Expression<'static> {
        if removed::occurs_in(text) {
            let is_password = name.to_ascii_lowercase().contains("pass");
            let variable = if is_password { PASSWORD.to_owned() } else { variable_name(name) };
            return self.provided(variable, USER_PROVIDED);
        }
        string(self.safe(name, text))
    }

    /// Who logs in: somebody that the environment names.
    pub(super) fn user(&mut self, name: &str, text: &str) -> Expression<'static> {
        let safe = self.safe(name, text);
        self.provided(USER.to_owned(), &safe)
    }

    /// A value that the environment provides.
    pub(super) fn provided(&mut self, variable: String, otherwise: &str) -> Expression<'static> {
        let value = code(format!("process.env.{variable}"));
        if !self.variables.contains(&variable) {
            self.variables.push(variable);
        }
        Expression::Otherwise(Box::new(value), Box::new(string(otherwise.to_owned())))
    }

    fn safe(&mut self, name: &str, text: &str) -> String {
        if self.entered.iter().any(|entered| entered == text) {
            return text.to_owned();
        }
        if is_email(text) {
            let number = self.emails.len() + 1;
            let safe =
                self.emails.entry(text.to_owned()).or_insert_with(|| format!("test{number}@example.com"));
            return safe.clone();
        }
        let name = name.to_ascii_lowercase();
        if PHONE.iter().any(|part| name.contains(part)) && text.bytes().any(|byte| byte.is_ascii_digit()) {
            return SAFE_PHONE.to_owned();
        }
        text.to_owned()
    }

    /// What a person has to provide, or may wonder about.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.variables.is_empty() {
            warnings.push(format!(
                "The setup takes redacted values from the environment: set {}",
                self.variables.join(", ")
            ));
        }
        if !self.emails.is_empty() {
            warnings
                .push(format!("The setup replaces {} email addresses by test addresses", self.emails.len()));
        }
        warnings
    }
}

/// The id that an earlier call was given, if this is it.
fn reference<'i>(name: &str, value: &Value, ids: &'i KnownIds) -> Option<&'i str> {
    /// Shorter texts are equal by chance.
    const SHORTEST: usize = 8;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let is_meant = crate::codegen::lower::identities::holds_identities(name)
        || (value.is_string() && text.len() >= SHORTEST);
    ids.iter().rev().find(|(id, _)| is_meant && *id == text).map(|(_, path)| path.as_str())
}

fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.split_once('@') else { return false };
    let is_plain =
        |part: &str| !part.is_empty() && !part.contains(|one: char| one.is_whitespace() || one == '@');
    is_plain(user) && is_plain(host) && host.contains('.')
}
