//! Generated files as MCP resources: what was too long for an answer is read here.

use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents};

use crate::app::GeneratedFile;

/// How a file is listed and linked.
pub(super) fn resource(file: &GeneratedFile) -> Resource {
    Resource::new(file.uri.as_str(), file.name.as_str())
        .with_mime_type(file.mime_type)
        .with_size(file.text.len() as u64)
}

/// The file itself.
pub(super) fn contents(file: &GeneratedFile) -> ReadResourceResult {
    let text = ResourceContents::text(file.text.to_string(), file.uri.as_str());
    ReadResourceResult::new(vec![text.with_mime_type(file.mime_type)])
}

/// The answer for everything that is no file, or no longer.
pub(super) fn unknown(uri: &str) -> ErrorData {
    let message =
        format!("no resource `{uri}`; generated files are kept for a while only: generate it again");
    ErrorData::resource_not_found(message, None)
}
