//! `GET /openapi.json`: the HTTP interface in OpenAPI 3.1, generated from the wire types.

use axum::Json;
use gasoline_wire::{
    ActionEvent, BoundaryNoted, Cleared, ConsoleEvent, DocumentEvent, DomSnapshot, ErrorAmendment, ErrorBody,
    ExceptionEvent, Hello, NetworkBodyEvent, NetworkErrorEvent, PerformanceSnapshot, Received, ResourceEvent,
    ScreenshotCapture, StorageWriteEvent, TestBoundary, Timestamp, WebSocketEvent, Welcome,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::performance::SnapshotReceived;
use super::screenshots::ScreenshotKept;

pub(super) async fn get() -> Json<Value> {
    Json(document())
}

fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = Schemas(settings.into_generator());
    let paths = paths(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gasoline",
            "version": crate::VERSION,
            "description": "What the developer's browser did, on this machine only. MCP is served on /mcp.",
        },
        "paths": paths,
        "components": { "schemas": schemas.0.take_definitions(true) },
    })
}

/// Turns types into references, collecting their schemas.
struct Schemas(SchemaGenerator);

impl Schemas {
    fn of<T: JsonSchema>(&mut self) -> Value {
        self.0.subschema_for::<T>().to_value()
    }

    /// A time in any form that is read.
    fn time(&mut self) -> Value {
        Timestamp::schema_as_read(&mut self.0).to_value()
    }

    /// `{"<field>": [entry, …]}`. Entries are read tolerantly: the kinds named are what our own capture sends, and one
    /// that cannot be taken does not fail its batch.
    fn batch(&mut self, field: &str, known: &[fn(&mut Self) -> Value]) -> Value {
        let mut kinds: Vec<Value> = known.iter().map(|kind| kind(self)).collect();
        kinds.push(
            json!({ "description": "Any other object is taken too; anything else is counted as rejected." }),
        );
        json!({
            "type": "object",
            "required": [field],
            "properties": { field: { "type": "array", "maxItems": 1000, "items": { "anyOf": kinds } } },
        })
    }
}

/// Operations by path.
type Paths = Map<String, Value>;

fn paths(schemas: &mut Schemas) -> Paths {
    let mut paths = Map::new();
    add_delivery(&mut paths, schemas);
    add_reading(&mut paths, schemas);
    add_screenshots(&mut paths, schemas);
    add_tests(&mut paths, schemas);
    paths
}

/// Where captured data comes in.
fn add_delivery(paths: &mut Paths, schemas: &mut Schemas) {
    let logs: [fn(&mut Schemas) -> Value; 7] = [
        Schemas::of::<ConsoleEvent>,
        Schemas::of::<ExceptionEvent>,
        Schemas::of::<ErrorAmendment>,
        Schemas::of::<NetworkErrorEvent>,
        Schemas::of::<ResourceEvent>,
        Schemas::of::<DocumentEvent>,
        Schemas::of::<StorageWriteEvent>,
    ];
    let batches = [
        ("/logs", "Takes log entries.", schemas.batch("entries", &logs)),
        (
            "/websocket-events",
            "Takes WebSocket events.",
            schemas.batch("events", &[Schemas::of::<WebSocketEvent>]),
        ),
        (
            "/network-bodies",
            "Takes requests with bodies.",
            schemas.batch("bodies", &[Schemas::of::<NetworkBodyEvent>]),
        ),
        ("/enhanced-actions", "Takes user actions.", schemas.batch("actions", &[Schemas::of::<ActionEvent>])),
        ("/dom-snapshots", "Takes DOM snapshots.", schemas.batch("snapshots", &[Schemas::of::<DomSnapshot>])),
    ];
    let (received, error) = (schemas.of::<Received>(), schemas.of::<ErrorBody>());
    for (path, summary, schema) in batches {
        paths.insert(path.to_owned(), json!({ "post": post(summary, &schema, &received, &error) }));
    }
    let hello = schemas.of::<Hello>();
    // A page reads nothing back but the count.
    let welcome = json!({ "anyOf": [schemas.of::<Welcome>(), received] });
    paths.insert(
        "/hello".to_owned(),
        json!({ "post": post("Opens a capture session.", &hello, &welcome, &error) }),
    );
    let snapshot = json!({
        "type": "object",
        "properties": { "ts": schemas.time() },
        "anyOf": [schemas.of::<PerformanceSnapshot>(), { "description": "Any other object is taken too." }],
    });
    let answer = schemas.of::<SnapshotReceived>();
    let operation = post("Takes one performance snapshot.", &snapshot, &answer, &error);
    paths.insert("/performance-snapshot".to_owned(), json!({ "post": operation }));
}

/// Where it is read and removed.
fn add_reading(paths: &mut Paths, schemas: &mut Schemas) {
    let (cleared, error) = (schemas.of::<Cleared>(), schemas.of::<ErrorBody>());
    let any = json!({ "type": "object" });
    let text = json!({ "type": "string" });
    let by_test = [parameter("test_id", "Only this test.", &text)];
    let by_time =
        [parameter("since", "ISO 8601 or epoch milliseconds.", &schemas.time()), by_test[0].clone()];
    let by_url = [parameter("url", "Part of the URL.", &text)];
    let preserving = "Keep what was learned: baselines, shapes, stream settings.";
    let clearing =
        [by_test[0].clone(), parameter("preserve_config", preserving, &json!({ "type": "boolean" }))];
    let mut add = |path: &str, method: &str, operation: Value| {
        let operations = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
        operations[method] = operation;
    };
    add("/health", "get", read("Who this is and how it is doing.", &[], &any, &error));
    add("/snapshot", "get", read("Everything captured.", &by_time, &any, &error));
    add("/export/har", "get", read("Captured requests as HAR 1.2.", &by_test, &any, &error));
    add(
        "/performance-snapshot",
        "get",
        read("The latest of a path and its baseline.", &by_url, &any, &error),
    );
    add("/logs", "delete", read("Removes log entries.", &[], &cleared, &error));
    add("/clear", "delete", clear(&clearing, &cleared, &error));
    add("/clear", "post", clear(&clearing, &cleared, &error));
}

/// What to clear may be said in the query, in the body, or not at all.
fn clear(parameters: &[Value], answer: &Value, error: &Value) -> Value {
    let request = json!({
        "type": "object",
        "properties": { "test_id": { "type": ["string", "null"] }, "preserve_config": { "type": "boolean" } },
    });
    let mut operation = read("Removes everything, or one test's data.", parameters, answer, error);
    operation["requestBody"] = json!({ "content": content(&request) });
    operation
}

/// Where pictures come in and are read.
fn add_screenshots(paths: &mut Paths, schemas: &mut Schemas) {
    let (capture, kept) = (schemas.of::<ScreenshotCapture>(), schemas.of::<ScreenshotKept>());
    let error = schemas.of::<ErrorBody>();
    let operation =
        post("Takes one picture of a page; pages themselves may not post it.", &capture, &kept, &error);
    paths.insert("/screenshots".to_owned(), json!({ "post": operation }));
    let text = json!({ "type": "string" });
    let id = json!({ "name": "id", "in": "path", "required": true, "schema": text });
    let thumb = parameter("thumb", "Present: the small copy, at most 320 pixels wide.", &text);
    let mut operation = read("The picture, as long as it is kept.", &[id, thumb], &text, &error);
    let picture = json!({ "type": "string", "contentEncoding": "binary" });
    operation["responses"]["200"]["content"] =
        json!({ "image/png": { "schema": picture }, "image/jpeg": { "schema": picture } });
    paths.insert("/screenshots/{id}".to_owned(), json!({ "get": operation }));
}

/// Where tests begin and end.
fn add_tests(paths: &mut Paths, schemas: &mut Schemas) {
    let error = schemas.of::<ErrorBody>();
    let (boundary, noted) = (schemas.of::<TestBoundary>(), schemas.of::<BoundaryNoted>());
    let operation = post("Notes the start or end of a test.", &boundary, &noted, &error);
    paths.insert("/test-boundary".to_owned(), json!({ "post": operation }));
    let text = json!({ "type": "string" });
    let parameters = [
        parameter("test_id", "The frozen evidence of this test, if it failed.", &text),
        parameter("thumb", "Present: the last picture of that test instead, made small.", &text),
    ];
    let mut list = read("Running and ended tests.", &parameters, &json!({ "type": "object" }), &error);
    let picture = json!({ "schema": { "type": "string", "contentEncoding": "binary" } });
    for mime_type in ["image/png", "image/jpeg"] {
        list["responses"]["200"]["content"][mime_type] = picture.clone();
    }
    paths.insert("/tests".to_owned(), json!({ "get": list }));
}

fn parameter(name: &str, description: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": "query", "description": description, "schema": schema })
}

fn content(schema: &Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn responses(answer: &Value, error: &Value) -> Value {
    json!({
        "200": { "description": "Done.", "content": content(answer) },
        "4XX": { "description": "Refused; `error` says what is wrong and what to do.", "content": content(error) },
    })
}

fn post(summary: &str, request: &Value, answer: &Value, error: &Value) -> Value {
    json!({
        "summary": summary,
        "requestBody": { "required": true, "content": content(request) },
        "responses": responses(answer, error),
    })
}

fn read(summary: &str, parameters: &[Value], answer: &Value, error: &Value) -> Value {
    json!({ "summary": summary, "parameters": parameters, "responses": responses(answer, error) })
}
