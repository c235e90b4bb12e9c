//! How a target is prepared before its first line runs, or let go.

use serde_json::{Value, json};

use super::cdp::{CallError, Client, SessionId};
use super::document_headers;
use super::page_capture::BINDING;

/// Asks the browser to attach us to everything, and to hold it until it is set up.
pub(super) fn auto_attach() -> Value {
    json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true })
}

/// Prepares a target and lets it go. Everything is sent at once: a page waits for us.
pub(super) async fn set_up(client: Client, id: SessionId, script: Option<String>) -> Result<(), CallError> {
    let session = Some(&id);
    let mut commands = vec![("Target.setAutoAttach", auto_attach()), ("Runtime.enable", json!({}))];
    if let Some(source) = script {
        commands.push(("Runtime.addBinding", json!({ "name": BINDING })));
        // Without it the script below is kept but never run.
        commands.push(("Page.enable", json!({})));
        commands.push(document_headers::watch());
        let script = json!({ "source": source, "runImmediately": true });
        commands.push(("Page.addScriptToEvaluateOnNewDocument", script));
    }
    commands.push(("Runtime.runIfWaitingForDebugger", json!({})));
    let mut answers = Vec::with_capacity(commands.len());
    for (method, params) in commands {
        answers.push(client.send(session, method, params).await?);
    }
    for answer in answers {
        // Not every kind of target knows every command, and a target may be gone before it is set up.
        answer.result().await.ok();
    }
    Ok(())
}

/// Lets a target go that is not captured. Detached, because a service worker under inspection never rests.
pub(super) async fn let_go(client: Client, session: SessionId) -> Result<(), CallError> {
    let resumed = client.send(Some(&session), "Runtime.runIfWaitingForDebugger", json!({})).await?;
    let detached = client.send(None, "Target.detachFromTarget", json!({ "sessionId": session })).await?;
    resumed.result().await.ok();
    detached.result().await.ok();
    Ok(())
}
