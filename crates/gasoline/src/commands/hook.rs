//! `gasoline hook`: tells an editor's model what is new in the browser. Never in the way of the editor: whatever goes wrong, it ends
//! well and says so on standard error.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http_body_util::{BodyExt, Limited};
use serde_json::{Value, json};

use crate::hook::{
    Effect, HookInput, Memory, Taken, context, effect_line, errors_before, errors_of, output, taken,
};
use crate::printer::Printer;
use crate::server_client::ServerClient;
use crate::settings::HookSettings;

/// Longest input that is read; editors put whole files into it.
const LARGEST_INPUT: u64 = 16 * 1024 * 1024;
/// Largest answer of the server.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;
/// A server that answers later is not waited for.
const SLOWEST_ANSWER: Duration = Duration::from_secs(1);
/// How long a page gets to take an edit.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Pause between two looks.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);
/// A page that took an edit is given this long for what follows from it.
const SETTLING: Duration = Duration::from_millis(500);
/// Errors from before an edit are looked for this far back.
const LOOK_BACK_MILLISECONDS: u64 = 10 * 60 * 1_000;
/// A file that was changed longer ago was not changed by the edit.
const RECENT_MILLISECONDS: u64 = 10_000;

/// Prints what is new.
pub(super) async fn run(settings: HookSettings, printer: Printer) {
    let Some(input) = read_input() else {
        printer.warning("hook: expected the JSON that an editor gives to its hooks on standard input");
        return;
    };
    if !input.takes_context() {
        return;
    }
    let server = Asked { client: ServerClient::new(settings.port) };
    let effect = match input.edited_file().filter(|_| settings.wait) {
        Some(file) => server.effect_of(&file).await,
        None => None,
    };
    let mut memory = settings.state_folder.as_deref().map(|folder| Memory::read(folder, settings.port));
    let cursor = memory.as_ref().and_then(|memory| memory.cursor(&input.session_id)).map(str::to_owned);
    let Some(answer) = server.new_events(cursor.as_deref()).await else {
        printer.warning(&format!("hook: no server answers on port {}", settings.port));
        return;
    };
    if let Some(memory) = &mut memory
        && let Some(next) = answer.get("next_cursor").and_then(Value::as_str)
    {
        memory.note(&input.session_id, next);
    }
    if let Some(text) = context(effect, &answer) {
        printer.answer(&output(&input.hook_event_name, &text));
    }
}

fn read_input() -> Option<HookInput> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return None;
    }
    let mut text = Vec::new();
    stdin.lock().take(LARGEST_INPUT).read_to_end(&mut text).ok()?;
    HookInput::read(&text)
}

/// The server.
struct Asked {
    client: ServerClient,
}

impl Asked {
    /// What is new since a cursor. Without one nothing is: there was no last call.
    async fn new_events(&self, cursor: Option<&str>) -> Option<Value> {
        self.tool("wait_for_events", &json!({ "timeout_seconds": 0, "cursor": cursor })).await
    }

    /// What became of an edit, if a page took it in time and that had consequences.
    async fn effect_of(&self, file: &Path) -> Option<String> {
        let edited = edited_at(file);
        let earlier = format!("/snapshot?since={}", edited.saturating_sub(LOOK_BACK_MILLISECONDS));
        let before = errors_before(&self.answer(self.client.get(&earlier)).await?, edited, file);
        let taken = self.until_taken(file, edited).await?;
        let after = self.errors(edited).await?;
        let effect = Effect::of(taken, &before, &after);
        let name = PathBuf::from(file.file_name()?).to_string_lossy().into_owned();
        let seconds = now().saturating_sub(edited).div_ceil(1_000);
        effect.is_remarkable().then(|| effect_line(&name, seconds, &effect))
    }

    async fn errors(&self, since: u64) -> Option<std::collections::BTreeMap<String, String>> {
        let question = json!({ "since": since.to_string(), "max_tokens": 20_000, "limit": 100 });
        Some(errors_of(&self.tool("get_browser_errors", &question).await?))
    }

    async fn until_taken(&self, file: &Path, edited: u64) -> Option<Taken> {
        let looking = async {
            loop {
                let path = format!("/snapshot?since={edited}");
                let found =
                    self.answer(self.client.get(&path)).await.and_then(|snapshot| taken(&snapshot, file));
                if let Some(found) = found {
                    return found;
                }
                tokio::time::sleep(LOOK_INTERVAL).await;
            }
        };
        let found = tokio::time::timeout(LONGEST_WAIT.saturating_sub(SETTLING), looking).await.ok()?;
        tokio::time::sleep(SETTLING).await;
        Some(found)
    }

    async fn tool(&self, name: &str, arguments: &Value) -> Option<Value> {
        let path = format!("/tools/{name}");
        self.answer(self.client.deliver(&path, arguments.to_string().into())).await
    }

    async fn answer(
        &self,
        asking: impl Future<
            Output = Result<http::Response<hyper::body::Incoming>, crate::server_client::ServerClientError>,
        >,
    ) -> Option<Value> {
        let reading = async {
            let response = asking.await.ok().filter(|response| response.status().is_success())?;
            let body = Limited::new(response.into_body(), LARGEST_ANSWER).collect().await.ok()?;
            serde_json::from_slice(&body.to_bytes()).ok()
        };
        tokio::time::timeout(SLOWEST_ANSWER, reading).await.ok()?
    }
}

/// When a file was changed, in milliseconds since the epoch: the page may have taken it before the hook was called.
fn edited_at(file: &Path) -> u64 {
    let modified = std::fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    let modified = modified.map(milliseconds);
    let now = now();
    modified.filter(|time| *time <= now && now - *time < RECENT_MILLISECONDS).unwrap_or(now)
}

fn now() -> u64 {
    milliseconds(SystemTime::now())
}

fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
