//! The tools, resources and prompts that the protocol's conformance suite asks for by name, in front of our own
//! session. Test-only: compiled with the feature `conformance-fixtures`, never into the product.
#![allow(deprecated, reason = "logging is deprecated only in protocol versions above those we speak")]

mod prompts;
mod resources;
mod tools;

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorData, GetPromptRequestParams, GetPromptResponse, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, SetLevelRequestParams,
    SubscribeRequestParams, Tool as ToolDefinition, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use tokio_util::sync::CancellationToken;

use super::session::McpSession;
use super::tool_list::ToolList;
use crate::app::App;
use crate::options::ServerOptions;

/// A red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/// The `/mcp` route with the fixtures in front of every session.
pub(crate) fn routes(app: Arc<App>, options: &ServerOptions, stop: CancellationToken) -> Router {
    let tools = Arc::new(ToolList::new(options.tools, options.answers));
    let shared = Arc::clone(&app);
    super::serve(app, stop, move || Fixtures(McpSession::new(Arc::clone(&shared), Arc::clone(&tools))))
}

/// Answers for what is a fixture; the session answers for everything else.
struct Fixtures(McpSession);

type Context = RequestContext<RoleServer>;

impl ServerHandler for Fixtures {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.0.list_tools(request, context).await?;
        list.tools.extend(tools::definitions());
        Ok(list)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        match tools::call(&request, &context).await {
            Some(answer) => answer.map(Into::into),
            None => self.0.call_tool(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut list = self.0.list_resources(request, context).await?;
        list.resources.extend(resources::definitions());
        Ok(list)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut list = self.0.list_resource_templates(request, context).await?;
        list.resource_templates.push(resources::template());
        Ok(list)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read(&request.uri) {
            Some(result) => Ok(result.into()),
            None => self.0.read_resource(request, context).await,
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut list = self.0.list_prompts(request, context).await?;
        list.prompts.extend(prompts::definitions());
        Ok(list)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        match prompts::get(&request) {
            Some(result) => Ok(result.into()),
            None => self.0.get_prompt(request, context).await,
        }
    }

    fn get_info(&self) -> InitializeResult {
        self.0.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.0.supported_protocol_versions()
    }

    fn get_tool(&self, name: &str) -> Option<ToolDefinition> {
        self.0.get_tool(name)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        self.0.complete(request, context).await
    }

    async fn set_level(&self, request: SetLevelRequestParams, context: Context) -> Result<(), ErrorData> {
        self.0.set_level(request, context).await
    }

    async fn subscribe(&self, request: SubscribeRequestParams, context: Context) -> Result<(), ErrorData> {
        self.0.subscribe(request, context).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: Context,
    ) -> Result<(), ErrorData> {
        self.0.unsubscribe(request, context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Context,
    ) -> Result<CustomResult, ErrorData> {
        self.0.on_custom_request(request, context).await
    }
}
