//! Fills what a server keeps besides logs: every other kind of entry, the evidence of failed tests, pictures, generated
//! files.

use anyhow::ensure;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_wire::Route;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::mcp::McpSession;
use crate::process::ServerProcess;

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
    let mut sender = Sender { connection: server.connect().await?, port: server.port() };
    sender.send_kinds().await?;
    sender.fail_tests().await?;
    sender.send_pictures().await?;
    sender.generate_scripts().await
}

struct Sender {
    connection: Connection,
    port: u16,
}

impl Sender {
    async fn post(&mut self, path: &str, body: &Value) -> anyhow::Result<()> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        self.connection.exchange(request.as_bytes()).await?.expect_success()?;
        Ok(())
    }

    async fn send_kinds(&mut self) -> anyhow::Result<()> {
        for test in 0..VARIED_TESTS {
            let test_id = format!("varied {test}");
            for (route, sample, count) in KINDS {
                let entries: Vec<Value> = vec![of_test(sample, &test_id)?; count];
                self.post(route.path(), &json!({ route.field(): entries })).await?;
            }
            let mut performance = of_test(PERFORMANCE, &test_id)?;
            for path in 0..PATHS {
                performance["url"] = Value::from(format!("http://localhost:3000/{path}"));
                self.post(Route::PerformanceSnapshot.path(), &performance).await?;
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
            self.post(Route::Logs.path(), &json!({ "entries": entries })).await?;
            self.post("/test-boundary", &json!({ "test_id": test_id, "action": "end", "status": "failed" }))
                .await?;
        }
        Ok(())
    }

    async fn send_pictures(&mut self) -> anyhow::Result<()> {
        let data = picture()?;
        for picture in 0..PICTURES {
            let edge = f64::from(PICTURE_EDGE);
            let capture = json!({
                "ts": "2026-01-22T10:30:00.000Z", "url": "http://localhost:3000/", "trigger": "error", "data": data,
                "viewport": { "width": edge, "height": edge, "devicePixelRatio": 1 },
                "test_id": format!("pictured {picture}"),
            });
            self.post(Route::Screenshots.path(), &capture).await?;
        }
        Ok(())
    }

    async fn generate_scripts(&mut self) -> anyhow::Result<()> {
        let mut session = McpSession::open(self.port).await?;
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
            self.post(Route::EnhancedActions.path(), &json!({ "actions": actions })).await?;
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

/// Letters in no order, always the same for one seed.
fn noise(seed: usize, length: usize) -> String {
    let mut numbers = Numbers(seed as u64);
    (0..length).map(|_| char::from(b'a' + numbers.next() % 26)).collect()
}

/// A picture no compressor finds a pattern in.
fn picture() -> anyhow::Result<String> {
    let mut numbers = Numbers(1);
    let picture = RgbImage::from_fn(PICTURE_EDGE, PICTURE_EDGE, |_, _| {
        Rgb([numbers.next(), numbers.next(), numbers.next()])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(BASE64_STANDARD.encode(bytes.into_inner()))
}

/// Numbers without a pattern, without a source of chance.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }
}
