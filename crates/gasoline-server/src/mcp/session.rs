//! One MCP client: capabilities, instructions, and the way from a request to a tool.
#![allow(
    deprecated,
    reason = "logging and subscriptions are deprecated only in protocol versions above those we speak"
)]

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, InitializeResult,
    ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, SetLevelRequestParams,
    SubscribeRequestParams, Tool as ToolDefinition, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::preferences::Preferences;
use super::tool::{Call, Registry, Reply};
use super::{params, prompts, resources};
use crate::app::App;

/// What an agent reads once, when it connects.
pub(super) const INSTRUCTIONS: &str = include_str!("instructions.md");

/// State of one MCP session.
pub(super) struct Session {
    app: Arc<App>,
    registry: Arc<Registry>,
    /// Number of the last notice this client was shown.
    notice_shown: AtomicU64,
    /// What this client wants to be told on its own.
    preferences: Preferences,
}

impl Session {
    pub(super) fn new(app: Arc<App>, registry: Arc<Registry>) -> Self {
        Self { app, registry, notice_shown: AtomicU64::new(0), preferences: Preferences::default() }
    }

    /// A notice this client has not seen yet.
    fn take_notice(&self) -> Option<String> {
        let notice = self.app.capture_clients.notice()?;
        let shown = self.notice_shown.swap(notice.number, Ordering::Relaxed);
        (shown < notice.number).then_some(notice.text)
    }
}

/// An answer in the forms its client wants. Refusals have no structured form: a schema would have to allow for them.
fn success(Reply { text, links }: Reply, is_structured: bool) -> CallToolResult {
    let structure = is_structured.then(|| serde_json::from_str(&text).unwrap_or_default());
    let links = links.into_iter().map(|file| ContentBlock::resource_link(resources::resource(&file)));
    let mut result = CallToolResult::success([ContentBlock::text(text)].into_iter().chain(links).collect());
    result.structured_content = structure;
    result
}

/// What this server offers.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities::builder()
        .enable_completions()
        .enable_logging()
        .enable_prompts()
        .enable_resources()
        .enable_resources_subscribe()
        .enable_tools()
        .build()
}

impl ServerHandler for Session {
    fn get_info(&self) -> InitializeResult {
        InitializeResult::new(capabilities())
            .with_server_info(Implementation::new("gasoline", crate::VERSION))
            .with_instructions(INSTRUCTIONS.trim_end())
    }

    /// Clients that negotiate 2026-07-28 get no unsolicited messages over HTTP; without it they fall back by
    /// themselves and streaming reaches them.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25).into()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.registry.definitions()))
    }

    fn get_tool(&self, name: &str) -> Option<ToolDefinition> {
        self.registry.find(name).map(|entry| entry.definition.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = self.registry.find(&request.name) else {
            let message = format!("unknown tool `{}`; known tools: {}", request.name, self.registry.names());
            return Err(ErrorData::invalid_params(message, None));
        };
        let call = Call {
            app: Arc::clone(&self.app),
            arguments: request.arguments.unwrap_or_default(),
            notice: self.take_notice(),
            cancelled: context.ct,
        };
        let result = match entry.run(call).await {
            Ok(reply) => success(reply, entry.is_structured()),
            Err(text) => CallToolResult::error(vec![ContentBlock::text(text)]),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let files = self.app.files();
        Ok(ListResourcesResult::with_all_items(files.iter().map(resources::resource).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.app.file(&request.uri) {
            Some(file) => Ok(resources::contents(&file).into()),
            None => Err(resources::unknown(&request.uri)),
        }
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::definitions()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request).map(Into::into)
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.preferences.set_level(request.level);
        Ok(())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.preferences
            .subscribe(request.uri)
            .map_err(|error| ErrorData::invalid_params(error.to_string(), None))
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.preferences.unsubscribe(&request.uri);
        Ok(())
    }

    /// A known method whose parameters rmcp could not read arrives here too.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(params::refusal(&request.method, request.params))
    }
}
