//! Fills what a server keeps besides logs: every other kind of entry, the evidence of failed tests, pictures, generated
//! files.

use anyhow::ensure;
use gasoline_wire::Route;
use serde_json::{Value, json};

use crate::mcp::McpSession;
use crate::noise::{noise, picture};
use crate::process::ServerProcess;
use crate::sender::Sender;

/// Where a kind of entry goes, how one looks, and how many of them a test keeps.
const KINDS: [(Route, &str, usize); 7] = [
    (Route::WebSocketEvents, include_str!("../../../fixtures/wire/websocket-event.json"), 500),
    (Route::NetworkBodies, include_str!("../../../fixtures/wire/network-body.json"), 100),
    (Route::EnhancedActions, include_str!("../../../fixtures/wire/action.json"), 50),
    (Route::DomSnapshots, include_str!("../../../fixtures/wire/dom-snapshot.json"), 20),
    (Route::Logs, include_str!("../../../fixtures/wire/resource.json"), 500),
    (Route::Logs, include_str!("../../../fixtures/wire/document.json"), 50),
    (Route::Logs, include_str!("../../../fixtures/wire/storage-write.json"), 200),
];
/// The one kind that is sent alone and kept once a path.
const PERFORMANCE: &str = include_str!("../../../fixtures/wire/performance-snapshot.json");
const PATHS: usize = 20;
/// Tests that hold every kind.
const VARIED_TESTS: usize = 10;
/// Tests that fail, each with about as much as a record holds: together more than all records may.
const FAILING_TESTS: usize = 80;
/// Bytes that compress to a little less than a record holds.
const EVIDENCE: (usize, usize) = (20, 10_000);
/// Pictures, as large as they are kept: together more than are kept.
const PICTURES: usize = 30;
const PICTURE_EDGE: u32 = 800;
/// Scripts too long for an answer: as many as are kept, together more than are kept.
const SCRIPTS: usize = 16;
const TYPED: (usize, usize) = (10, 28_000);

/// Sends it all, once.
pub(super) async fn send(server: &ServerProcess) -> anyhow::Result<()> {
    let mut surroundings = Surroundings { sender: Sender::open(server).await? };
    surroundings.send_kinds().await?;
    surroundings.fail_tests().await?;
    surroundings.send_pictures().await?;
    surroundings.generate_scripts(server.port()).await
}

/// Who sends it.
struct Surroundings {
    sender: Sender,
}

impl Surroundings {
    async fn send_kinds(&mut self) -> anyhow::Result<()> {
        for test in 0..VARIED_TESTS {
            let test_id = format!("varied {test}");
            for (route, sample, count) in KINDS {
                let entries: Vec<Value> = vec![of_test(sample, &test_id)?; count];
                self.sender.post(route.path(), &json!({ route.field(): entries })).await?;
            }
            let mut performance = of_test(PERFORMANCE, &test_id)?;
            for path in 0..PATHS {
                performance["url"] = Value::from(format!("http://localhost:3000/{path}"));
                self.sender.post(Route::PerformanceSnapshot.path(), &performance).await?;
            }
        }
        Ok(())
    }

    async fn fail_tests(&mut self) -> anyhow::Result<()> {
        let (entries, bytes) = EVIDENCE;
        for test in 0..FAILING_TESTS {
            let test_id = format!("failing {test}");
            let entry = |index| json!({ "level": "error", "message": noise(test * entries + index, bytes), "test_id": test_id });
            let entries: Vec<_> = (0..entries).map(entry).collect();
            self.sender.post(Route::Logs.path(), &json!({ "entries": entries })).await?;
            self.sender
                .post("/test-boundary", &json!({ "test_id": test_id, "action": "end", "status": "failed" }))
                .await?;
        }
        Ok(())
    }

    async fn send_pictures(&mut self) -> anyhow::Result<()> {
        let data = picture(PICTURE_EDGE, PICTURE_EDGE)?;
        for picture in 0..PICTURES {
            let edge = f64::from(PICTURE_EDGE);
            let capture = json!({
                "ts": "2026-01-22T10:30:00.000Z", "url": "http://localhost:3000/", "trigger": "error", "data": data,
                "viewport": { "width": edge, "height": edge, "devicePixelRatio": 1 },
                "test_id": format!("pictured {picture}"),
            });
            self.sender.post(Route::Screenshots.path(), &capture).await?;
        }
        Ok(())
    }

    async fn generate_scripts(&mut self, port: u16) -> anyhow::Result<()> {
        let mut session = McpSession::open(port).await?;
        let (fields, bytes) = TYPED;
        for script in 0..SCRIPTS {
            let test_id = format!("typed {script}");
            let action = |index| {
                json!({
                    "type": "input", "url": "http://localhost:3000/", "test_id": test_id,
                    "selectors": { "id": format!("field{index}"), "cssPath": format!("#field{index}") },
                    "value": noise(script * fields + index, bytes),
                })
            };
            let actions: Vec<_> = (0..fields).map(action).collect();
            self.sender.post(Route::EnhancedActions.path(), &json!({ "actions": actions })).await?;
            let call = session.prepare_call("get_reproduction_script", &json!({ "test_id": test_id }));
            let answer = session.call(&call).await?;
            ensure!(answer["content"][1]["type"] == "resource_link", "no script was kept: {answer}");
        }
        Ok(())
    }
}

/// A sample as an entry of a test, without the identity that would make the second one a resend.
fn of_test(sample: &str, test_id: &str) -> anyhow::Result<Value> {
    let mut fields: serde_json::Map<String, Value> = serde_json::from_str(sample)?;
    fields.retain(|name, _| name != "n" && name != "eventId");
    fields.insert("test_id".to_owned(), Value::from(test_id));
    Ok(Value::Object(fields))
}
