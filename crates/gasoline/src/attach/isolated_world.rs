//! A world of our own beside a page's: the same document, but nothing the page has replaced, and nothing it can see.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::cdp::{CallError, Client, SessionId};

/// Its name. Asking for it again gives the same world, until the document is left.
const NAME: &str = "gasoline";

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
    context: i64,
}

impl<'a> IsolatedWorld<'a> {
    /// Opens it.
    pub(super) async fn open(client: &'a Client, session: &'a SessionId) -> Result<Self, CallError> {
        let tree: FrameTree = client.call(Some(session), "Page.getFrameTree", json!({})).await?;
        let world = json!({ "frameId": tree.frame_tree.frame.id, "worldName": NAME });
        let created: Created = client.call(Some(session), "Page.createIsolatedWorld", world).await?;
        Ok(Self { client, session, context: created.execution_context_id })
    }

    /// The value of an expression; of a promise, what it comes to.
    pub(super) async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> Result<T, CallError> {
        let params = json!({
            "expression": expression, "contextId": self.context, "returnByValue": true, "awaitPromise": true,
        });
        let evaluated: Evaluated<T> =
            self.client.call(Some(self.session), "Runtime.evaluate", params).await?;
        Ok(evaluated.result.value)
    }

    /// Runs a script for what it leaves behind.
    pub(super) async fn run(&self, script: &str) -> Result<(), CallError> {
        let params = json!({ "expression": script, "contextId": self.context, "silent": true });
        let answer = self.client.send(Some(self.session), "Runtime.evaluate", params).await?;
        answer.result().await.map(drop)
    }
}
