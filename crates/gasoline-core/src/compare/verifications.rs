//! Verifications in progress: at most three, each for half an hour. What is captured may be cleared meanwhile; they stay.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_wire::Timestamp;
use thiserror::Error;

use super::baseline::Baseline;
use super::comparison::{Comparison, RepeatedBy, compare};
use super::name::{self, NameError};
use super::watch::{Gaps, Watch};
use crate::analysis::query::Query;
use crate::store::{Entry, View};

/// Verifications at one time.
const MOST: usize = 3;
/// How long one lives.
const LIVES_MILLISECONDS: i64 = 30 * 60 * 1_000;
/// Characters of a label.
const LONGEST_LABEL: usize = 100;
/// Bytes of a script that is kept with a baseline.
const LARGEST_SCRIPT: usize = 40 * 1_024;
/// Verifications that are gone, remembered to say why.
const MOST_GONE: usize = 16;

/// Why a verification cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerificationError {
    /// It never was.
    #[error("there is no verification `{id}`; {known}")]
    Unknown {
        /// The id asked for.
        id: String,
        /// Those there are.
        known: String,
    },
    /// It is gone.
    #[error("verification `{id}` {why}; call `start` again")]
    Gone {
        /// Which.
        id: String,
        /// Why.
        why: &'static str,
    },
    /// It has not begun to watch.
    #[error(
        "verification `{0}` does not watch yet: call `watch` after the change, have the scenario reproduced, then `compare`"
    )]
    NotWatching(String),
    /// There are three, and none was compared.
    #[error("there are already {MOST} verifications and none was compared: {0}; `cancel` one")]
    TooMany(String),
    /// The label cannot be used.
    #[error("label: {0}")]
    Label(#[from] NameError),
}

/// How far a verification has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It knows what was wrong.
    BaselineCaptured,
    /// It counts what happens.
    Watching,
    /// It was compared, and counts on.
    Compared,
}

impl Status {
    /// The documented word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BaselineCaptured => "baseline_captured",
            Self::Watching => "watching",
            Self::Compared => "compared",
        }
    }
}

/// What a verification begins with.
#[derive(Debug)]
pub struct NewVerification {
    /// For people.
    pub label: Option<String>,
    /// What it is about.
    pub filter: Query,
    /// What is wrong.
    pub baseline: Baseline,
    /// A script of what led to it, or why there is none.
    pub reproduction: Result<String, String>,
}

/// Of which time something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    Before,
    After,
}

/// One verification.
#[derive(Debug)]
pub struct Verification {
    /// Its id.
    pub id: String,
    /// For people.
    pub label: Option<String>,
    /// What was wrong.
    pub baseline: Baseline,
    /// A script of what led to it, or why there is none.
    pub reproduction: Result<String, String>,
    filter: Query,
    created_at: Timestamp,
    watch: Option<Watch>,
    watched_at: Option<Timestamp>,
    compared: bool,
}

impl Verification {
    /// How far it has come.
    pub fn status(&self) -> Status {
        match (&self.watch, self.compared) {
            (None, _) => Status::BaselineCaptured,
            (Some(_), false) => Status::Watching,
            (Some(_), true) => Status::Compared,
        }
    }

    /// Whole seconds until it is gone.
    pub fn seconds_left(&self, now: Timestamp) -> i64 {
        (LIVES_MILLISECONDS - age(self.created_at, now)).max(0) / 1_000
    }

    /// What happened since `watch`, if it watches: issues and user actions.
    pub fn seen(&self) -> Option<(usize, u64)> {
        let watch = self.watch.as_ref()?;
        Some((watch.errors.len() + watch.calls.failing().count(), watch.user_action_count))
    }

    /// Whether an entry is what it is about, and of which time: before its start, or since it watches.
    pub fn side_of(&self, entry: &Entry) -> Option<Side> {
        let is_before = entry.time <= self.baseline.captured_at;
        let is_after = self.watched_at.is_some_and(|watched_at| entry.time >= watched_at);
        match (self.filter.admits(entry), is_before, is_after) {
            (true, true, _) => Some(Side::Before),
            (true, false, true) => Some(Side::After),
            _ => None,
        }
    }

    fn name(&self) -> String {
        let label = self.label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
        format!("{}{label}", self.id)
    }
}

fn age(from: Timestamp, now: Timestamp) -> i64 {
    now.as_milliseconds() - from.as_milliseconds()
}

/// Verifications in progress, oldest first.
#[derive(Debug, Default)]
pub struct Verifications {
    current: Vec<Verification>,
    gone: VecDeque<(String, &'static str)>,
    begun: u64,
}

impl Verifications {
    /// Whether one counts what arrives.
    pub fn is_watching(&self) -> bool {
        self.current.iter().any(|one| one.watch.is_some())
    }

    /// Begins one. `run` makes its id differ from those of another server.
    pub fn start(
        &mut self,
        new: NewVerification,
        run: &str,
        now: Timestamp,
    ) -> Result<&Verification, VerificationError> {
        self.expire(now);
        let label = new.label.map(|label| name::checked(&label, LONGEST_LABEL)).transpose()?;
        if self.current.len() >= MOST {
            let compared = self.current.iter().position(|one| one.status() == Status::Compared);
            let Some(oldest) = compared else { return Err(VerificationError::TooMany(self.names())) };
            self.remove(oldest, "made room for a later one after it was compared");
        }
        self.begun += 1;
        let reproduction = new.reproduction.and_then(|script| match script.len() {
            ..=LARGEST_SCRIPT => Ok(script),
            bytes => {
                Err(format!("the script has {bytes} bytes, too many to keep; use get_reproduction_script"))
            }
        });
        self.current.push(Verification {
            id: format!("verify-{run}-{}", self.begun),
            label,
            baseline: new.baseline,
            reproduction,
            filter: new.filter,
            created_at: now,
            watch: None,
            watched_at: None,
            compared: false,
        });
        self.current.last().ok_or_else(|| VerificationError::NotWatching(String::new()))
    }

    /// Begins to watch, or begins anew. `view` holds what is there already.
    pub fn watch(
        &mut self,
        id: &str,
        view: &View,
        gaps: Gaps,
        now: Timestamp,
    ) -> Result<&Verification, VerificationError> {
        let one = self.find(id, now)?;
        one.watch = Some(Watch::begin(&one.baseline, view, gaps, now));
        one.watched_at = Some(now);
        one.compared = false;
        Ok(one)
    }

    /// Takes new entries into account.
    pub fn note(&mut self, entries: &[Arc<Entry>]) {
        for Verification { watch, filter, .. } in &mut self.current {
            if let Some(watch) = watch {
                entries.iter().for_each(|entry| watch.note(entry, filter));
            }
        }
    }

    /// Compares what was with what is. May be repeated.
    pub fn compare(
        &mut self,
        id: &str,
        gaps: Gaps,
        now: Timestamp,
    ) -> Result<(&Verification, Comparison), VerificationError> {
        let one = self.find(id, now)?;
        let Some(watch) = &one.watch else {
            return Err(VerificationError::NotWatching(one.id.clone()));
        };
        let comparison = compare(&one.baseline, watch, RepeatedBy::Person, gaps, now);
        one.compared = true;
        Ok((one, comparison))
    }

    /// One of them.
    pub fn get(&mut self, id: &str, now: Timestamp) -> Result<&Verification, VerificationError> {
        Ok(self.find(id, now)?)
    }

    /// All of them, oldest first.
    pub fn all(&mut self, now: Timestamp) -> &[Verification] {
        self.expire(now);
        &self.current
    }

    /// Drops one.
    pub fn cancel(&mut self, id: &str, now: Timestamp) -> Result<(), VerificationError> {
        let id = self.find(id, now)?.id.clone();
        if let Some(at) = self.current.iter().position(|one| one.id == id) {
            self.remove(at, "was cancelled");
        }
        Ok(())
    }

    fn find(&mut self, id: &str, now: Timestamp) -> Result<&mut Verification, VerificationError> {
        self.expire(now);
        let Some(at) = self.current.iter().position(|one| one.id == id) else {
            return Err(self.missing(id));
        };
        self.current.get_mut(at).ok_or_else(|| VerificationError::NotWatching(id.to_owned()))
    }

    fn missing(&self, id: &str) -> VerificationError {
        let id: String = id.chars().take(LONGEST_LABEL).collect();
        if let Some((_, why)) = self.gone.iter().find(|(gone, _)| *gone == id) {
            return VerificationError::Gone { id, why };
        }
        let known = match self.current.len() {
            0 => "none was started: call `start` first".to_owned(),
            _ => format!("there are: {}", self.names()),
        };
        VerificationError::Unknown { id, known }
    }

    fn names(&self) -> String {
        self.current.iter().map(Verification::name).collect::<Vec<_>>().join(", ")
    }

    fn expire(&mut self, now: Timestamp) {
        while let Some(at) =
            self.current.iter().position(|one| age(one.created_at, now) >= LIVES_MILLISECONDS)
        {
            self.remove(at, "has expired, 30 minutes after `start`");
        }
    }

    fn remove(&mut self, at: usize, why: &'static str) {
        self.gone.push_back((self.current.remove(at).id, why));
        if self.gone.len() > MOST_GONE {
            self.gone.pop_front();
        }
    }
}
