//! The TypeScript side of the contract, as one file of text.
//!
//! `cargo xtask gen` writes it to `packages/wire/src/index.ts`; CI fails when the committed file differs.

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
    for declaration in captured(&config).into_iter().chain(live(&config)) {
        file.push('\n');
        file.push_str(&declaration);
        file.push('\n');
    }
    file
}

/// One line per exported type, dependencies first.
fn captured(config: &Config) -> Vec<String> {
    vec![
        declare::<Identity>(config),
        declare::<LogKind>(config),
        declare::<Level>(config),
        declare::<Enrichment>(config),
        declare::<ConsoleEvent>(config),
        declare::<Mechanism>(config),
        declare::<ExceptionEvent>(config),
        declare::<SnippetLine>(config),
        declare::<SourceSnippet>(config),
        declare::<Framework>(config),
        declare::<AncestorComponent>(config),
        declare::<ComponentAncestry>(config),
        declare::<StateKey>(config),
        declare::<StateSnapshot>(config),
        declare::<MissingContext>(config),
        declare::<AiContext>(config),
        declare::<ErrorAmendment>(config),
        declare::<NetworkErrorEvent>(config),
        declare::<CredentialsMode>(config),
        declare::<CookiePresence>(config),
        declare::<NetworkBodyEvent>(config),
        declare::<WebSocketEventKind>(config),
        declare::<Direction>(config),
        declare::<SampledRate>(config),
        declare::<WebSocketEvent>(config),
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
        declare::<ActionEvent>(config),
        declare::<ResourceEvent>(config),
        declare::<Viewport>(config),
        declare::<ResponseHeaders>(config),
        declare::<DocumentEvent>(config),
        declare::<StorageArea>(config),
        declare::<CookieAttributes>(config),
        declare::<StorageWriteEvent>(config),
        declare::<Timing>(config),
        declare::<ResourceTotal>(config),
        declare::<ResourceTotals>(config),
        declare::<SlowRequest>(config),
        declare::<NetworkTotals>(config),
        declare::<LongTasks>(config),
        declare::<PerformanceSnapshot>(config),
        declare::<LandmarkKind>(config),
        declare::<DomLandmark>(config),
        declare::<DomSnapshot>(config),
        declare::<ScreenshotTrigger>(config),
        declare::<MaskedArea>(config),
        declare::<ScreenshotCapture>(config),
        declare::<BoundaryAction>(config),
        declare::<RunnerStatus>(config),
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
        declare::<BoundingBox>(config),
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
        declare::<LiveFailureReason>(config),
        declare::<LiveFailure>(config),
        declare::<LiveOutcome>(config),
        declare::<DomQuery>(config),
        declare::<AuditQuery>(config),
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
