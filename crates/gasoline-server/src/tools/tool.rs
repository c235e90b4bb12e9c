//! What a tool is.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use gasoline_core::analysis::query::Query;
use gasoline_core::intake::Kind;
use gasoline_core::render::Answer;
use gasoline_core::store::{Scope, View};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::arguments::SharedArguments;
use super::definition::Effect;
use super::failure::ToolFailure;
use super::output::{Member, Summary};
use crate::app::{App, ClearedBy, ClientStream, PageChoice};

/// One tool. Implemented once per file in `catalog/`.
pub(super) trait Tool: 'static {
    /// Name agents call it by; also the file's name.
    const NAME: &'static str;
    /// When to use it and what comes back, in as few words as that takes.
    const DESCRIPTION: &'static str;
    /// What it does to what the server holds.
    const EFFECT: Effect;
    /// Whether it belongs to the short list of `--tools core`.
    const CORE: bool;
    /// Which arguments it takes besides its own.
    const SHARED: SharedArguments;
    /// The kinds of entry it reads: losses and clears of other kinds do not concern its answers.
    const KINDS: &'static [Kind] = &[];
    /// How long an answer can take, waiting for pages included.
    const LIMIT: Duration = Duration::from_secs(30);
    /// What its summary is.
    const SUMMARY: Summary = Summary::Sentence;
    /// What its answers hold besides, as documented; not all of it in every answer.
    const MEMBERS: &'static [Member];
    /// Its own arguments; their doc comments are the schema's text.
    type Arguments: DeserializeOwned + JsonSchema + Send + 'static;

    /// Answers.
    fn call(
        context: ToolContext,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<Answer, ToolFailure>> + Send;
}

/// What a tool works with.
#[derive(Debug)]
pub(super) struct ToolContext {
    /// The shared state.
    pub(super) app: Arc<App>,
    /// Shared filters.
    pub(super) query: Query,
    /// The test asked for, or everything.
    pub(super) scope: Scope,
    /// What the answer may cost.
    pub(super) max_tokens: usize,
    /// As what the caller is remembered when it removes something.
    pub(super) cleared_by: ClearedBy,
    /// What the caller is told unasked, if it is an MCP client.
    pub(super) stream: Option<Arc<ClientStream>>,
    /// Whether the caller is shown that a long call goes on.
    pub(super) shows_progress: bool,
}

impl ToolContext {
    /// Entries of `kinds` in the scope asked for.
    pub(super) fn view(&self, kinds: &[Kind]) -> View {
        self.app.view(&self.scope, kinds)
    }

    /// The page asked for, or the one focused last.
    pub(super) fn page_choice(&self) -> PageChoice {
        let Query { tab, url_filter, site, .. } = self.query.clone();
        PageChoice { tab, url_filter, site }
    }
}
