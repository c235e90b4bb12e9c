//! How do I keep it working? What the user did and what came of it, as a test that can fail.

use std::collections::BTreeMap;

use gasoline_core::codegen::{self, Assertions, Masks, TestOptions};
use gasoline_core::intake::Kind;
use gasoline_core::render::{Answer, AnswerFile};
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Value, json};

use super::get_reproduction_script::{TYPESCRIPT, fixture_file};
use crate::tools::arguments::{Count, SharedArguments};
use crate::tools::output::{Member, Type};
use crate::tools::tool::{Tool, ToolContext};
use crate::tools::{Effect, ToolFailure};

/// The tool.
pub(super) struct GenerateTest;

/// Its arguments.
#[derive(Debug, serde::Deserialize, JsonSchema)]
pub(super) struct Arguments {
    test_name: Option<String>,
    /// Only the last N user actions.
    last_n_actions: Option<Count>,
    /// Origin to use instead of the captured one.
    base_url: Option<String>,
    #[serde(default)]
    assertions: AssertionChoice,
    /// Add recorded answers and a test that runs on them.
    fixtures: Option<bool>,
    /// The same answers for Mock Service Worker.
    msw: Option<bool>,
    /// Set up in beforeAll what earlier calls changed.
    include_fixtures: Option<bool>,
    /// What pictures leave out: what changed by itself (default), or CSS selectors.
    mask_dynamic: Option<MaskChoice>,
    assert_network: Option<bool>,
    assert_no_errors: Option<bool>,
    assert_response_shape: Option<bool>,
    assert_visual: Option<bool>,
}

/// What pictures leave out.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum MaskChoice {
    Changing(bool),
    Selectors(Vec<String>),
}

/// Read by hand, so that a refusal says what was expected.
impl<'de> Deserialize<'de> for MaskChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let selectors = || -> Option<Vec<String>> {
            value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
        };
        match value.as_bool() {
            Some(changing) => Ok(Self::Changing(changing)),
            None => selectors().map(Self::Selectors).ok_or_else(|| {
                D::Error::custom(format!("expected true, false or a list of CSS selectors, got {value}"))
            }),
        }
    }
}

impl From<MaskChoice> for Masks {
    fn from(choice: MaskChoice) -> Self {
        match choice {
            MaskChoice::Changing(true) => Self::Changing,
            MaskChoice::Changing(false) => Self::Off,
            MaskChoice::Selectors(selectors) => Self::Selectors(selectors),
        }
    }
}

/// Default: all but visual.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct AssertionChoice {
    network: Option<bool>,
    response_shape: Option<bool>,
    no_errors: Option<bool>,
    dom_state: Option<bool>,
    visual: Option<bool>,
}

impl Arguments {
    /// The nested switches, then the flat ones of the first version, then the defaults.
    fn assertions(&self) -> Assertions {
        let chosen = self.assertions;
        let network = chosen.network.or(self.assert_network).unwrap_or(true);
        Assertions {
            addresses: true,
            network,
            // A caller that wants no answers asserted wants none of their shapes, unless it says so.
            response_shape: chosen.response_shape.or(self.assert_response_shape).unwrap_or(network),
            no_errors: chosen.no_errors.or(self.assert_no_errors).unwrap_or(true),
            dom_state: chosen.dom_state.unwrap_or(true),
            visual: chosen.visual.or(self.assert_visual).unwrap_or(false),
        }
    }
}

impl Tool for GenerateTest {
    const NAME: &'static str = "generate_test";
    const DESCRIPTION: &'static str = "A Playwright regression test of what the user did: replays it and asserts statuses, response shapes, addresses, headings and no errors.";
    const EFFECT: Effect = Effect::Reads;
    const CORE: bool = false;
    const SHARED: SharedArguments = SharedArguments::Flow;
    const KINDS: &'static [Kind] = &[Kind::Action];
    const MEMBERS: &'static [Member] = &[
        ("test_script", Type::Text),
        ("fixture_file", Type::Text),
        ("handlers_file", Type::Text),
        ("requests", Type::Object),
        ("test_name", Type::Text),
        ("action_count", Type::Count),
        ("assertion_count", Type::Count),
        ("warnings", Type::Texts),
    ];
    type Arguments = Arguments;

    async fn call(context: ToolContext, arguments: Arguments) -> Result<Answer, ToolFailure> {
        let msw = arguments.msw.unwrap_or(false);
        let assertions = arguments.assertions();
        let elements = match assertions.visual {
            true => context.app.elements_of_screenshots(),
            false => BTreeMap::new(),
        };
        let options = TestOptions {
            assertions,
            elements,
            fixtures: arguments.fixtures.unwrap_or(false) || msw,
            include_fixtures: arguments.include_fixtures.unwrap_or(false),
            test_name: arguments.test_name.filter(|name| !name.trim().is_empty()),
            last_n_actions: arguments.last_n_actions.map(Count::get),
            base_url: arguments.base_url,
            mask_dynamic: arguments.mask_dynamic.map_or(Masks::Changing, Masks::from),
        };
        let made = codegen::test(&context.view(&codegen::KINDS), &context.query, &options)?;
        let (actions, assertions) = (made.action_count, made.assertion_count);
        let mut answer = Answer::plain(
            format!("A test of {actions} user actions with {assertions} assertions."),
            vec![
                ("test_name", json!(made.test_name)),
                ("action_count", json!(actions)),
                ("assertion_count", json!(assertions)),
                ("warnings", json!(made.warnings)),
            ],
        );
        answer.fields.extend(made.classified.map(|classified| ("requests", json!(classified))));
        let script = AnswerFile {
            narrowed_by: "last_n_actions",
            field: "test_script",
            name: "flow.spec.ts",
            mime_type: TYPESCRIPT,
            largest: codegen::LARGEST_TEST,
            text: made.test_script,
        };
        let fixtures = made.fixture_file.map(fixture_file);
        answer.files = [script].into_iter().chain(fixtures).chain(msw.then(handlers_file)).collect();
        Ok(answer)
    }
}

/// Handlers for Mock Service Worker, which read the fixtures.
fn handlers_file() -> AnswerFile {
    AnswerFile {
        narrowed_by: "msw: false",
        field: "handlers_file",
        name: "handlers.ts",
        mime_type: TYPESCRIPT,
        largest: codegen::LARGEST_FIXTURES,
        text: codegen::MSW_HANDLERS.to_owned(),
    }
}
