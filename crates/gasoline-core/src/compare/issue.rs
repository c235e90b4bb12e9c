//! What is wrong at one moment, and what became of it at another.

use gasoline_wire::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

/// What was wrong at one moment: the baseline of a comparison, or what is compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Observed {
    /// When.
    pub captured_at: Timestamp,
    /// Each issue once.
    pub issues: Vec<Issue>,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Issue {
    /// An error in the console, thrown or logged.
    Console {
        /// Its message, without what differs each time.
        message: String,
        /// How often it occurred.
        count: u64,
    },
    /// An endpoint that fails.
    Network {
        /// The method.
        method: String,
        /// The address, without what differs each time.
        url: String,
        /// The status; absent where there was no response.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
    },
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

/// An issue before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IssueChange {
    /// What became of it.
    #[serde(rename = "type")]
    pub fate: IssueFate,
    /// As it was; absent if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Issue>,
    /// As it is; absent if it was not seen again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Issue>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn console(count: u64) -> Option<Issue> {
        Some(Issue::Console { message: "Cannot read 'user'".to_owned(), count })
    }

    fn network(status: Option<u16>) -> Option<Issue> {
        Some(Issue::Network { method: "POST".to_owned(), url: "/api/login".to_owned(), status })
    }

    #[test]
    fn changes_are_written_with_the_documented_words() {
        let changes = [
            (IssueFate::Resolved, console(2), None),
            (IssueFate::New, None, network(None)),
            (IssueFate::Changed, console(2), console(5)),
            (IssueFate::Unchanged, network(Some(500)), network(Some(500))),
            (IssueFate::NotExercised, network(Some(502)), None),
        ]
        .map(|(fate, before, after)| IssueChange { fate, before, after });
        let written = changes.map(|change| serde_json::to_string(&change).unwrap()).join("\n");
        insta::assert_snapshot!(written, @r#"
        {"type":"resolved","before":{"type":"console","message":"Cannot read 'user'","count":2}}
        {"type":"new","after":{"type":"network","method":"POST","url":"/api/login"}}
        {"type":"changed","before":{"type":"console","message":"Cannot read 'user'","count":2},"after":{"type":"console","message":"Cannot read 'user'","count":5}}
        {"type":"unchanged","before":{"type":"network","method":"POST","url":"/api/login","status":500},"after":{"type":"network","method":"POST","url":"/api/login","status":500}}
        {"type":"not_exercised","before":{"type":"network","method":"POST","url":"/api/login","status":502}}
        "#);
    }

    #[test]
    fn a_baseline_says_when_and_what() {
        let baseline =
            Observed { captured_at: Timestamp::default(), issues: console(1).into_iter().collect() };
        insta::assert_snapshot!(
            serde_json::to_string(&baseline).unwrap(),
            @r#"{"captured_at":"1970-01-01T00:00:00.000Z","issues":[{"type":"console","message":"Cannot read 'user'","count":1}]}"#
        );
    }
}
