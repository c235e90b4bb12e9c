//! `GET /openapi.json`: the HTTP interface in OpenAPI 3.1, generated from the types that are read and answered.

use axum::Json;
use gasoline_core::analysis::stats::Stats;
use gasoline_core::capture_file::MEDIA_TYPE;
use gasoline_core::export::har::Har;
use gasoline_core::test_record::Tests;
use gasoline_wire::{
    BoundaryNoted, Cleared, ErrorBody, Event, EventFacts, EventVisitor, Hello, Kind, PerformanceSnapshot,
    Received, Route, ScreenshotCapture, TestBoundary, Timestamp, Welcome, visit_events,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::health::Health;
use super::performance::{Performance, SnapshotReceived};
use super::screenshots::ScreenshotKept;
use crate::options::ToolProfile;
use crate::tools;

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

    /// The document of `/snapshot`, which is written without ever being a value. Its arrays are those that are written.
    fn snapshot(&mut self) -> Value {
        const NAME: &str = "Snapshot";
        let (stats, time) = (self.of::<Stats>(), self.of::<Timestamp>());
        let entry = json!({
            "type": "object",
            "description": "An entry as it was sent, with secrets replaced, and when it arrived.",
            "required": ["seq", "received_at"],
            "properties": { "seq": { "type": "integer" }, "received_at": time, "test_id": { "type": "string" } },
        });
        let mut properties = Map::new();
        properties.insert("timestamp".to_owned(), time);
        let arrays = Kind::ALL.map(|kind| {
            (kind.buffer().to_owned(), json!({ "type": "array", "items": reference("StoredEntry") }))
        });
        properties.extend(arrays);
        properties.insert("stats".to_owned(), stats);
        let required: Vec<String> = properties.keys().cloned().collect();
        properties.insert("test_id".to_owned(), json!({ "type": "string" }));
        let document = json!({ "type": "object", "required": required, "properties": properties });
        let definitions = self.0.definitions_mut();
        definitions.insert("StoredEntry".to_owned(), entry);
        definitions.insert(NAME.to_owned(), document);
        reference(NAME)
    }

    /// `{"<field>": [entry, …]}`. Entries are read tolerantly: the kinds named are what our own capture sends, and one
    /// that cannot be taken does not fail its batch.
    fn batch(&mut self, route: Route) -> Value {
        let mut known = Known { schemas: self, route, events: Vec::new() };
        visit_events(&mut known);
        let mut kinds = known.events;
        kinds.push(
            json!({ "description": "Any other object is taken too; anything else is counted as rejected." }),
        );
        let field = route.field();
        json!({
            "type": "object",
            "required": [field],
            "properties": { field: { "type": "array", "maxItems": 1000, "items": { "anyOf": kinds } } },
        })
    }
}

/// Collects the schemas of the events that are posted to one route.
struct Known<'s> {
    schemas: &'s mut Schemas,
    route: Route,
    events: Vec<Value>,
}

impl EventVisitor for Known<'_> {
    fn visit<E: Event>(&mut self, facts: EventFacts) {
        if facts.route == self.route {
            self.events.push(self.schemas.of::<E>());
        }
    }
}

/// Operations by path.
type Paths = Map<String, Value>;

fn paths(schemas: &mut Schemas) -> Paths {
    let mut paths = Map::new();
    add_delivery(&mut paths, schemas);
    add_reading(&mut paths, schemas);
    add_removing(&mut paths, schemas);
    add_screenshots(&mut paths, schemas);
    add_tests(&mut paths, schemas);
    add_tools(&mut paths, schemas);
    paths
}

/// Where captured data comes in.
fn add_delivery(paths: &mut Paths, schemas: &mut Schemas) {
    let batches: Vec<_> = Route::ALL.into_iter().filter(|route| !route.takes_one()).collect();
    let batches: Vec<_> = batches.into_iter().map(|route| (route, schemas.batch(route))).collect();
    let (received, error) = (schemas.of::<Received>(), schemas.of::<ErrorBody>());
    for (route, schema) in batches {
        let operation = post(summary_of(route), &schema, &received, &error);
        paths.insert(route.path().to_owned(), json!({ "post": operation }));
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
    let route = Route::PerformanceSnapshot;
    let operation = post(summary_of(route), &snapshot, &answer, &error);
    paths.insert(route.path().to_owned(), json!({ "post": operation }));
}

/// What is posted to a route.
fn summary_of(route: Route) -> &'static str {
    match route {
        Route::Logs => "Takes log entries.",
        Route::WebSocketEvents => "Takes WebSocket events.",
        Route::NetworkBodies => "Takes requests with bodies.",
        Route::EnhancedActions => "Takes user actions.",
        Route::DomSnapshots => "Takes DOM snapshots.",
        Route::PerformanceSnapshot => "Takes one performance snapshot.",
        Route::Screenshots => "Takes one picture of a page; pages themselves may not post it.",
    }
}

/// Where it is read.
fn add_reading(paths: &mut Paths, schemas: &mut Schemas) {
    let error = schemas.of::<ErrorBody>();
    let text = json!({ "type": "string" });
    let by_test = parameter("test_id", "Only this test; empty: all.", &text);
    // Anything that is a time, or nothing.
    let time = json!({ "anyOf": [schemas.time(), { "const": "" }] });
    let by_time = parameter("since", "ISO 8601 or epoch milliseconds; empty: all.", &time);
    let by_url = parameter("url", "Part of the URL.", &text);
    let reading = [
        ("/health", "Who this is and how it is doing.", vec![], schemas.of::<Health>()),
        ("/snapshot", "Everything captured.", vec![by_time, by_test.clone()], schemas.snapshot()),
        ("/export/har", "Captured requests as HAR 1.2.", vec![by_test.clone()], schemas.of::<Har>()),
        (
            Route::PerformanceSnapshot.path(),
            "The latest of a path and its baseline.",
            vec![by_url],
            schemas.of::<Performance>(),
        ),
        ("/openapi.json", "This description.", vec![], json!({ "type": "object" })),
    ];
    for (path, summary, parameters, answer) in reading {
        add(paths, path, "get", read(summary, &parameters, &answer, &error));
    }
    let mut script = read("The capture script, for pages and runners.", &[], &text, &error);
    script["responses"]["200"]["content"] = json!({ "text/javascript": { "schema": text } });
    add(paths, "/gasoline-ci.js", "get", script);
    let mut events = read(
        "Significant events as they happen, as server-sent events. `Last-Event-ID` resumes.",
        &events_parameters(&text),
        &text,
        &error,
    );
    events["responses"]["200"]["content"] = json!({ "text/event-stream": { "schema": text } });
    add(paths, "/events/stream", "get", events);
    let mut entries = read(
        "Every stored entry as it comes, as server-sent events. `Last-Event-ID` resumes.",
        &events_parameters(&text)[..1],
        &text,
        &error,
    );
    entries["responses"]["200"]["content"] = json!({ "text/event-stream": { "schema": text } });
    add(paths, "/entries/stream", "get", entries);
    let mut capture =
        read("Everything captured as one file, for `gasoline open`.", &[by_test], &text, &error);
    let file = json!({ "schema": { "type": "string", "contentEncoding": "binary" } });
    capture["responses"]["200"]["content"] = json!({ MEDIA_TYPE: file });
    add(paths, "/export/capture", "get", capture);
}

/// Which events are wanted.
fn events_parameters(text: &Value) -> [Value; 3] {
    let last = json!({ "name": "Last-Event-ID", "in": "header", "description": "The last event that was read.", "schema": text });
    let categories = "Categories with commas between them; default: all.";
    [last, parameter("events", categories, text), parameter("url_filter", "Part of an address.", text)]
}

/// Where it is removed.
fn add_removing(paths: &mut Paths, schemas: &mut Schemas) {
    let (cleared, error) = (schemas.of::<Cleared>(), schemas.of::<ErrorBody>());
    let test_id = json!({ "type": "string", "minLength": 1 });
    let preserving = "Keep what was learned: baselines, shapes, stream settings.";
    let clearing = [
        parameter("test_id", "Only this test. Without it everything goes; empty is refused.", &test_id),
        parameter("preserve_config", preserving, &json!({ "type": "boolean" })),
    ];
    add(paths, Route::Logs.path(), "delete", read("Removes log entries.", &[], &cleared, &error));
    add(paths, "/clear", "delete", clear(&clearing, &cleared, &error));
    add(paths, "/clear", "post", clear(&clearing, &cleared, &error));
}

/// What to clear may be said in the query, in the body, or not at all.
fn clear(parameters: &[Value], answer: &Value, error: &Value) -> Value {
    let request = json!({
        "type": "object",
        "properties": { "test_id": { "type": ["string", "null"], "minLength": 1 }, "preserve_config": { "type": "boolean" } },
    });
    let mut operation = read("Removes everything, or one test's data.", parameters, answer, error);
    operation["requestBody"] = json!({ "content": content(&request) });
    operation
}

/// Where pictures come in and are read.
fn add_screenshots(paths: &mut Paths, schemas: &mut Schemas) {
    let (capture, kept) = (schemas.of::<ScreenshotCapture>(), schemas.of::<ScreenshotKept>());
    let error = schemas.of::<ErrorBody>();
    let route = Route::Screenshots;
    let operation = post(summary_of(route), &capture, &kept, &error);
    paths.insert(route.path().to_owned(), json!({ "post": operation }));
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
    let answer = json!({ "anyOf": [schemas.of::<Tests>(), schemas.snapshot()] });
    let mut list = read("Running and ended tests, or the evidence of one.", &parameters, &answer, &error);
    let picture = json!({ "schema": { "type": "string", "contentEncoding": "binary" } });
    for mime_type in ["image/png", "image/jpeg"] {
        list["responses"]["200"]["content"][mime_type] = picture.clone();
    }
    paths.insert("/tests".to_owned(), json!({ "get": list }));
}

/// Where tools are called. Each is described on its own, because each takes and answers something else.
fn add_tools(paths: &mut Paths, schemas: &mut Schemas) {
    let error = schemas.of::<ErrorBody>();
    for tool in tools::definitions(ToolProfile::All) {
        let (arguments, answer) = (json!(tool.input_schema), json!(tool.output_schema));
        let mut operation = post(tool.description, &arguments, &answer, &error);
        operation["requestBody"]["required"] = json!(false);
        operation["responses"]["5XX"] =
            json!({ "description": "No page answered, or the tool failed.", "content": content(&error) });
        paths.insert(format!("/tools/{}", tool.name), json!({ "post": operation }));
    }
    let text = json!({ "type": "string" });
    let in_path = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": text });
    let summary = "A file that was too long for a tool's answer, whose `Link` named it.";
    let mut file = read(summary, &[in_path("number"), in_path("name")], &text, &error);
    file["responses"]["200"]["content"] = json!({ "text/*": { "schema": text }, "application/json": {} });
    paths.insert("/generated/{number}/{name}".to_owned(), json!({ "get": file }));
}

/// Adds an operation to those of its path.
fn add(paths: &mut Paths, path: &str, method: &str, operation: Value) {
    let operations = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
    operations[method] = operation;
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
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
