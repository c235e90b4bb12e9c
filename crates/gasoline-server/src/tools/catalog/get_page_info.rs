//! What am I looking at? The open page in short, and which others are open.

use std::time::Duration;

use gasoline_core::analysis::rows::{About, Order, Paging, Row, Rows};
use gasoline_core::render::Answer;
use gasoline_wire::{LiveOutcome, LivePage, LiveQuery, PageInfo};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::LiveError;
use crate::tools::arguments::SharedArguments;
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// How long the page may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Other tabs named.
const MOST_OTHER_TABS: usize = 20;

/// The tool.
pub(super) struct GetPageInfo;

/// It takes only those that choose a page.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {}

impl Tool for GetPageInfo {
    const NAME: &'static str = "get_page_info";
    const DESCRIPTION: &'static str = "The page open now: address, title, viewport, scroll position, headings, forms with fields, counts; and the other captured tabs.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = true;
    const SHARED: SharedArguments = SharedArguments::OpenPage;
    const LIMIT: Duration = PATIENCE;
    const MEMBERS: &'static [Member] = &[
        ("tab", Type::Text),
        ("url", Type::Text),
        ("title", Type::Text),
        ("readyState", Type::Text),
        ("viewport", Type::Object),
        ("scroll", Type::Object),
        ("links", Type::Count),
        ("images", Type::Count),
        ("interactiveElements", Type::Count),
        ("forms", Type::Rows),
        ("returnedForms", Type::Count),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, _arguments: Arguments) -> Result<Answer, ToolFailure> {
        let asked = context.app.ask_page(&context.page_choice(), LiveQuery::PageInfo, PATIENCE).await?;
        match asked {
            (page, LiveOutcome::PageInfo(info)) => {
                Ok(answer(&page, info, &context.app.browsers.live.pages()))
            }
            (page, _) => Err(LiveError::misunderstood(page.tab).into()),
        }
    }
}

fn answer(page: &LivePage, info: PageInfo, open: &[LivePage]) -> Answer {
    let mut fields = vec![
        ("tab", json!(page.tab)),
        ("url", json!(info.page.url)),
        ("title", json!(info.page.title)),
        ("readyState", json!(info.ready_state)),
        ("viewport", json!(info.viewport)),
        ("scroll", json!(info.scroll)),
        ("documentHeight", json!(info.document_height)),
        ("links", json!(info.links)),
        ("images", json!(info.images)),
        ("interactiveElements", json!(info.interactive_elements)),
        ("headings", json!(info.headings)),
        ("otherTabs", other_tabs(page, open)),
    ];
    fields.extend((!info.notes.is_empty()).then(|| ("notes", json!(info.notes))));
    let summary = format!(
        "Headings: {}, forms: {}, links: {}, images: {}, interactive elements: {}.",
        info.headings.len(),
        info.forms.len(),
        info.links,
        info.images,
        info.interactive_elements
    );
    let row = |form| Row { seq: 0, time: None, value: serde_json::to_value(form).unwrap_or_default() };
    let shown = info.forms.into_iter().map(row).collect();
    let paging = Paging::Counted("returnedForms");
    let rows = Rows {
        name: "forms",
        shown,
        beyond_limit: 0,
        order: Order::AsListed,
        paging,
        leaner: &[],
        about: About::default(),
    };
    Answer { fields, ..Answer::list(summary, rows) }
}

fn other_tabs(asked: &LivePage, open: &[LivePage]) -> Value {
    let others = open.iter().filter(|page| page.tab != asked.tab).take(MOST_OTHER_TABS);
    others.map(|page| json!({ "tab": page.tab, "url": page.url, "title": page.title })).collect()
}
