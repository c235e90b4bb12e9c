//! One MCP client: capabilities, instructions, and the way from a request to a tool.
#![allow(
    deprecated,
    reason = "logging and subscriptions are deprecated only in protocol versions above those we speak"
)]

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::Query;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gasoline_core::address::Site;
use gasoline_core::render::AnswerPicture;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation, InitializeResult,
    ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, SetLevelRequestParams,
    SubscribeRequestParams, Tool as ToolDefinition, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde::Deserialize;
use serde_json::json;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::preferences::Preferences;
use super::progress::Progress;
use super::push::Push;
use super::tool_list::ToolList;
use super::{params, prompts, resources};
use crate::app::App;
use crate::tools::{self, Caller, Reply, Terms, ToolFailure};

/// What an agent reads once, when it connects.
pub(super) const INSTRUCTIONS: &str = include_str!("instructions.md");

/// State of one MCP session.
pub(super) struct McpSession {
    app: Arc<App>,
    tools: Arc<ToolList>,
    /// This client, as tools know it.
    caller: Caller,
    /// What this client wants to be told on its own.
    preferences: Arc<Preferences>,
    /// Cancelled with the session.
    ended: CancellationToken,
    _end: DropGuard,
}

impl McpSession {
    pub(super) fn new(app: Arc<App>, tools: Arc<ToolList>) -> Self {
        let caller = Caller::mcp_client(tools.profile());
        let ended = CancellationToken::new();
        let _end = ended.clone().drop_guard();
        Self { app, tools, caller, preferences: Arc::default(), ended, _end }
    }
}

/// An answer in the forms its client wants. Refusals have no structured form: a schema would have to allow for them.
fn success(Reply { json, report, links, pictures }: Reply, is_structured: bool) -> CallToolResult {
    let structure = is_structured.then(|| serde_json::from_str(&json).unwrap_or_default());
    let links = links.into_iter().map(|file| ContentBlock::resource_link(resources::resource(&file)));
    let texts = report.into_iter().chain([json]).map(ContentBlock::text);
    let pictures = pictures.into_iter().map(|AnswerPicture { mime_type, bytes }| {
        ContentBlock::image(BASE64_STANDARD.encode(bytes), mime_type)
    });
    let mut result = CallToolResult::success(texts.chain(pictures).chain(links).collect());
    result.structured_content = structure;
    result
}

/// A refusal the model reads and acts on. A tool that does not exist is a mistake of the client's.
fn refusal(failure: &ToolFailure) -> Result<CallToolResult, ErrorData> {
    match failure {
        ToolFailure::UnknownTool { .. } => Err(ErrorData::invalid_params(failure.to_string(), None)),
        _ => {
            let text = json!({ "error": failure.to_string() }).to_string();
            Ok(CallToolResult::error(vec![ContentBlock::text(text)]))
        }
    }
}

/// The address of a client that is about one app: `/mcp?site=localhost:3000`.
#[derive(Deserialize)]
struct Address {
    site: Option<String>,
}

/// The app a client is about, as its address says.
fn site_of(context: &RequestContext<RoleServer>) -> Result<Option<Site>, ErrorData> {
    let Some(parts) = context.extensions.get::<http::request::Parts>() else { return Ok(None) };
    let address = Query::<Address>::try_from_uri(&parts.uri);
    let named = address.ok().and_then(|Query(address)| address.site).filter(|site| !site.is_empty());
    let site = named.map(|name| name.parse::<Site>()).transpose();
    site.map_err(|error| {
        ErrorData::invalid_params(format!("`site` in the address of this server: {error}"), None)
    })
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

impl ServerHandler for McpSession {
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
        Ok(ListToolsResult::with_all_items(self.tools.definitions().to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<ToolDefinition> {
        self.tools.find(name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(site) = site_of(&context)? {
            self.caller.set_site(site);
        }
        let arguments = request.arguments.unwrap_or_default();
        let progress = Progress::of(&context);
        let terms = Terms { cancelled: &context.ct, shows_progress: progress.is_some() };
        let calling = tools::call_on_terms(&self.app, &self.caller, &request.name, arguments, terms);
        let called = match progress {
            Some(progress) => progress.shown_during(self.app.clock(), calling).await,
            None => calling.await,
        };
        let result = match called {
            Ok(reply) => success(reply, self.tools.is_structured()),
            Err(failure) => refusal(&failure)?,
        };
        Ok(result.into())
    }

    /// From now on the client can be told something unasked.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let Some(stream) = self.caller.stream().cloned() else { return };
        let (app, preferences) = (Arc::clone(&self.app), Arc::clone(&self.preferences));
        let push = Push { app, stream, preferences, peer: context.peer };
        tokio::spawn(push.run(self.ended.clone()));
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
