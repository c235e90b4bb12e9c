//! A world of our own beside a page's: the same document, but nothing the page has replaced, and nothing it can see.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::cdp::{CallError, Client, SessionId};

/// Its name. Asking for it again gives the same world, until the document is left.
pub(super) const NAME: &str = "gasoline";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameTree {
    frame_tree: FrameTreeNode,
}

#[derive(Debug, Deserialize)]
struct FrameTreeNode {
    frame: FrameName,
}

#[derive(Debug, Deserialize)]
struct FrameName {
    id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    execution_context_id: i64,
}

#[derive(Debug, Deserialize)]
struct Evaluated<T> {
    result: EvaluatedValue<T>,
}

#[derive(Debug, Deserialize)]
struct EvaluatedValue<T> {
    value: T,
}

/// The world of a page's top document.
#[derive(Debug)]
pub(super) struct IsolatedWorld<'a> {
    client: &'a Client,
    session: &'a SessionId,
    /// Numbers begin anew in every process: after a navigation this one may be another document's own world.
    pub(super) number: i64,
    name: Option<String>,
}

impl<'a> IsolatedWorld<'a> {
    /// Opens it.
    pub(super) async fn open(client: &'a Client, session: &'a SessionId) -> Result<Self, CallError> {
        let tree: FrameTree = client.call(Some(session), "Page.getFrameTree", json!({})).await?;
        let world = json!({ "frameId": tree.frame_tree.frame.id, "worldName": NAME });
        let created: Created = client.call(Some(session), "Page.createIsolatedWorld", world).await?;
        Ok(Self { client, session, number: created.execution_context_id, name: None })
    }

    /// The same world under the name no other ever has, so that nothing runs anywhere else.
    pub(super) fn named(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The value of an expression; of a promise, what it comes to.
    pub(super) async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> Result<T, CallError> {
        let evaluated: Evaluated<T> =
            self.client.call(Some(self.session), "Runtime.evaluate", self.evaluation(expression)).await?;
        Ok(evaluated.result.value)
    }

    /// Runs a script for what it leaves behind.
    pub(super) async fn run(&self, script: &str) -> Result<(), CallError> {
        // Of its last statement's value nothing is needed; a function would not survive the way.
        let script = format!("{script}\n;undefined");
        let answer =
            self.client.send(Some(self.session), "Runtime.evaluate", self.evaluation(&script)).await?;
        answer.result().await.map(drop)
    }

    fn evaluation(&self, expression: &str) -> Value {
        let mut params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        match &self.name {
            Some(name) => params["uniqueContextId"] = json!(name),
            None => params["contextId"] = json!(self.number),
        }
        params
    }
}
