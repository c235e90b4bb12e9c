//! The TypeScript side of the contract, as one file of text.
//!
//! `cargo xtask gen` writes it to `packages/gasoline-wire/src/index.ts`; CI fails when the committed file differs.

use ts_rs::{Config, TS};

use crate::*;

const PREAMBLE: &str = "\
// Generated from crates/gasoline-wire by `cargo xtask gen`. Do not edit.

/** Anything JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
";

/// The whole generated file.
pub fn declarations() -> String {
    // JSON never yields a bigint; ids and times stay under 2^53.
    let config = Config::new().with_large_int("number");
    let mut file = String::from(PREAMBLE);
    file.push_str(&format!(
        "\n/** The wire version these types describe. */\nexport const WIRE_VERSION = {WIRE_VERSION};\n"
    ));
    file.push_str(&routes());
    for declaration in [parts(&config), events(&config), sessions(&config), live(&config)].concat() {
        file.push('\n');
        file.push_str(&declaration);
        file.push('\n');
    }
    file
}

/// The routes that the browser side posts to.
fn routes() -> String {
    let rows: String = Route::ALL
        .into_iter()
        .filter(|route| !route.takes_one())
        .map(|route| format!("  '{}': '{}',\n", route.path(), route.field()))
        .collect();
    format!(
        "\n/** The routes that take entries in batches, each with the array it expects in its body. */\n\
         export const BATCH_ROUTES = {{\n{rows}}} as const;\n\
         \n/** The route that takes one picture. */\n\
         export const SCREENSHOTS_ROUTE = '{}';\n",
        Route::Screenshots.path()
    )
}

/// Every event, after what it is made of.
fn events(config: &Config) -> Vec<String> {
    struct Declaring<'c>(&'c Config, Vec<String>);
    impl EventVisitor for Declaring<'_> {
        fn visit<E: Event>(&mut self, _: EventFacts) {
            self.1.push(declare::<E>(self.0));
        }
    }
    let mut declaring = Declaring(config, Vec::new());
    visit_events(&mut declaring);
    declaring.1
}

/// What events are made of, one line for each type, dependencies first.
fn parts(config: &Config) -> Vec<String> {
    vec![
        declare::<Identity>(config),
        declare::<LogKind>(config),
        declare::<Level>(config),
        declare::<Enrichment>(config),
        declare::<Mechanism>(config),
        declare::<SnippetLine>(config),
        declare::<SourceSnippet>(config),
        declare::<Framework>(config),
        declare::<AncestorComponent>(config),
        declare::<ComponentAncestry>(config),
        declare::<StateKey>(config),
        declare::<StateSnapshot>(config),
        declare::<MissingContext>(config),
        declare::<AiContext>(config),
        declare::<Handled>(config),
        declare::<Mocked>(config),
        declare::<ResourceKind>(config),
        declare::<SourcePlace>(config),
        declare::<CredentialsMode>(config),
        declare::<CookiePresence>(config),
        declare::<WebSocketEventKind>(config),
        declare::<Direction>(config),
        declare::<SampledRate>(config),
        declare::<ActionKind>(config),
        declare::<NavigationKind>(config),
        declare::<DialogKind>(config),
        declare::<Modifier>(config),
        declare::<LocatorStrategy>(config),
        declare::<Locator>(config),
        declare::<FrameStep>(config),
        declare::<RoleSelector>(config),
        declare::<Selectors>(config),
        declare::<Position>(config),
        declare::<ScrollOffset>(config),
        declare::<Viewport>(config),
        declare::<ResponseHeaders>(config),
        declare::<StorageArea>(config),
        declare::<CookieAttributes>(config),
        declare::<Timing>(config),
        declare::<ResourceTotal>(config),
        declare::<ResourceTotals>(config),
        declare::<SlowRequest>(config),
        declare::<NetworkTotals>(config),
        declare::<LongTasks>(config),
        declare::<LandmarkKind>(config),
        declare::<DomLandmark>(config),
        declare::<ScreenshotTrigger>(config),
        declare::<MaskedArea>(config),
        declare::<BoundingBox>(config),
        declare::<PictureElement>(config),
        declare::<AutoScreenshot>(config),
    ]
}

/// Tests and clients.
fn sessions(config: &Config) -> Vec<String> {
    vec![
        declare::<BoundaryAction>(config),
        declare::<RunnerStatus>(config),
        declare::<RunnerError>(config),
        declare::<TestBoundary>(config),
        declare::<BoundaryNoted>(config),
        declare::<ClientKind>(config),
        declare::<Hello>(config),
        declare::<WireRange>(config),
        declare::<CaptureSettings>(config),
        declare::<Welcome>(config),
    ]
}

/// The live link; its types stand on those above.
fn live(config: &Config) -> Vec<String> {
    vec![
        declare::<PageName>(config),
        declare::<DomElement>(config),
        declare::<Enclosure>(config),
        declare::<DomMatch>(config),
        declare::<DomAnswer>(config),
        declare::<PageSize>(config),
        declare::<PagePoint>(config),
        declare::<PageField>(config),
        declare::<PageForm>(config),
        declare::<PageHeading>(config),
        declare::<PageInfo>(config),
        declare::<AuditImpact>(config),
        declare::<AuditNode>(config),
        declare::<AuditFinding>(config),
        declare::<AuditAnswer>(config),
        declare::<SurveyAnswer>(config),
        declare::<AutoScreenshotState>(config),
        declare::<LiveFailureReason>(config),
        declare::<LiveFailure>(config),
        declare::<LiveOutcome>(config),
        declare::<DomQuery>(config),
        declare::<AuditQuery>(config),
        declare::<ScreenshotQuery>(config),
        declare::<SurveyQuery>(config),
        declare::<AutoScreenshotChange>(config),
        declare::<LiveQuery>(config),
        declare::<LiveHello>(config),
        declare::<LivePage>(config),
        declare::<LiveClientMessage>(config),
        declare::<LiveServerMessage>(config),
    ]
}

fn declare<T: TS>(config: &Config) -> String {
    let documentation = T::docs().unwrap_or_default();
    format!("{documentation}export {}", T::decl(config))
}
