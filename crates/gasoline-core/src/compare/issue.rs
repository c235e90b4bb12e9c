//! What was wrong in one stretch of time, and what became of it in another.

use schemars::JsonSchema;
use serde::Serialize;

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// An error in the console, thrown or logged.
    Console,
    /// A request that fails.
    Network,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Issue {
    /// An error in the console, thrown or logged.
    Console {
        /// Its message, or the beginning of it.
        message: String,
        /// How often it occurred.
        count: u64,
    },
    /// An endpoint that fails, or a resource that could not be loaded.
    Network {
        /// The method; absent for a resource, of which only a message is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        method: Option<String>,
        /// The path, without what differs each time; of a resource the message.
        url: String,
        /// The status; absent where there was no response.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// How often it failed.
        count: u64,
    },
}

impl Issue {
    /// Of an endpoint as it is printed: `GET /users/{id}`.
    pub(super) fn endpoint(endpoint: &str, status: u16, count: u64) -> Self {
        let (method, url) = endpoint.split_once(' ').unwrap_or(("GET", endpoint));
        let status = (status != 0).then_some(status);
        Self::Network { method: Some(method.to_owned()), url: url.to_owned(), status, count }
    }

    /// Of something told by a message.
    pub(super) fn message(category: Category, shown: &str, count: u64) -> Self {
        match category {
            Category::Console => Self::Console { message: shown.to_owned(), count },
            Category::Network => Self::Network { method: None, url: shown.to_owned(), status: None, count },
        }
    }

    /// Where it is.
    pub fn category(&self) -> Category {
        match self {
            Self::Console { .. } => Category::Console,
            Self::Network { .. } => Category::Network,
        }
    }

    /// How often it occurred.
    pub fn count(&self) -> u64 {
        match self {
            Self::Console { count, .. } | Self::Network { count, .. } => *count,
        }
    }

    /// In a line: `Cannot read 'user' (x2)`, `POST /api/login → 500`.
    pub fn line(&self) -> String {
        let times = if self.count() > 1 { format!(" (x{})", self.count()) } else { String::new() };
        match self {
            Self::Console { message, .. } => format!("{message}{times}"),
            Self::Network { method: None, url, .. } => format!("{url}{times}"),
            Self::Network { method: Some(method), url, status, .. } => {
                let status = status.map_or_else(|| "no response".to_owned(), |status| status.to_string());
                format!("{method} {url} → {status}{times}")
            }
        }
    }
}

/// What became of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssueFate {
    /// It was there before, and was tried again without it.
    Resolved,
    /// It was not there before.
    New,
    /// It is there both times, but more or less often, or with another status.
    Changed,
    /// It is there both times, the same.
    Unchanged,
    /// It was there before, and what led to it was not tried again: this is never called resolved.
    NotExercised,
}

/// An issue before and after, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IssueChange {
    /// What became of it.
    #[serde(rename = "type")]
    pub fate: IssueFate,
    /// Where it is.
    pub category: Category,
    /// As it was.
    pub before: String,
    /// As it is.
    pub after: String,
    /// How often what led to it was done again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<u64>,
    /// Why that it is gone may be chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weak: Option<String>,
    /// What to do so that more can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issues_are_written_with_the_documented_members_and_lines() {
        let issues = [
            Issue::message(Category::Console, "Cannot read 'user'", 2),
            Issue::endpoint("POST /api/login", 500, 1),
            Issue::endpoint("POST /api/login", 0, 3),
            Issue::message(Category::Network, "image /logo.png", 1),
        ];
        let written: Vec<String> = issues
            .iter()
            .map(|issue| format!("{} {}", serde_json::to_string(issue).unwrap(), issue.line()))
            .collect();
        insta::assert_snapshot!(written.join("\n"), @r#"
        {"type":"console","message":"Cannot read 'user'","count":2} Cannot read 'user' (x2)
        {"type":"network","method":"POST","url":"/api/login","status":500,"count":1} POST /api/login → 500
        {"type":"network","method":"POST","url":"/api/login","count":3} POST /api/login → no response (x3)
        {"type":"network","url":"image /logo.png","count":1} image /logo.png
        "#);
    }
}
