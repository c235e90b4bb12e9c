//! What can be said about one link of the chain.

use serde::Serialize;

/// A link between the browser and the agent, in the order in which an event passes them or somebody sets them up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Link {
    /// Who holds the port.
    Port,
    /// Whether the server there fits this program.
    Server,
    /// Whether a browser reports to it.
    Extension,
    /// Whether anything was reported.
    Events,
    /// Whether anything was reported and is gone.
    Losses,
    /// Whether the server can write what it was told to write.
    Files,
    /// Whether an agent listens.
    Agent,
    /// Whether an editor is set up to start one.
    Editors,
}

/// How a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Ok,
    /// It holds, and yet a person may miss something.
    Warning,
    /// Nothing gets past it.
    Broken,
    /// It cannot be examined, because an earlier link is broken.
    Unknown,
}

/// What was found at a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    pub(super) link: Link,
    pub(super) state: State,
    pub(super) found: String,
    /// What a person can do: a sentence without full stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remedy: Option<String>,
}

impl Link {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Port => "port",
            Self::Server => "server",
            Self::Extension => "extension",
            Self::Events => "events",
            Self::Losses => "losses",
            Self::Files => "files",
            Self::Agent => "agent",
            Self::Editors => "editors",
        }
    }

    pub(super) fn ok(self, found: impl Into<String>) -> Finding {
        Finding { link: self, state: State::Ok, found: found.into(), remedy: None }
    }

    pub(super) fn warning(self, found: impl Into<String>, remedy: impl Into<String>) -> Finding {
        let remedy = Some(remedy.into());
        Finding { link: self, state: State::Warning, found: found.into(), remedy }
    }

    pub(super) fn broken(self, found: impl Into<String>, remedy: impl Into<String>) -> Finding {
        let remedy = Some(remedy.into());
        Finding { link: self, state: State::Broken, found: found.into(), remedy }
    }

    pub(super) fn unknown(self, reason: impl Into<String>) -> Finding {
        Finding { link: self, state: State::Unknown, found: reason.into(), remedy: None }
    }
}
