//! The suite's resources: text, bytes, and a template.

use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use super::PNG;

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";

pub(super) fn definitions() -> [Resource; 2] {
    [
        Resource::new(TEXT, "static-text").with_mime_type("text/plain"),
        Resource::new(BINARY, "static-binary").with_mime_type("image/png"),
    ]
}

pub(super) fn template() -> ResourceTemplate {
    ResourceTemplate::new("test://template/{id}/data", "template").with_mime_type("application/json")
}

/// The content of a fixture; `None` if the resource is none.
pub(super) fn read(uri: &str) -> Option<ReadResourceResult> {
    let content = match uri {
        TEXT => ResourceContents::text("This is the content of the static text resource.", uri),
        BINARY => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
        _ => from_template(uri)?,
    };
    Some(ReadResourceResult::new(vec![content]))
}

fn from_template(uri: &str) -> Option<ResourceContents> {
    let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
    let text = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
    Some(ResourceContents::text(text.to_string(), uri).with_mime_type("application/json"))
}
