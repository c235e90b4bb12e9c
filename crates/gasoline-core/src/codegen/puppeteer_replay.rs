//! The user-flow JSON that Chrome's Recorder imports and `@puppeteer/replay` runs.

use super::lines::Lines;
use super::playwright::address_pattern;
use super::script::{
    Address, ClickKind, ErrorWatch, Fetched, Input, Landmark, Operation, Outcome, Preparation, Script, Step,
    Target, USER_PROVIDED,
};
use super::syntax::{Expression, code, json_text, spread};
use super::{js, recorder_selectors, targets};

/// Where in an element is clicked: inside of round corners, and of a checkbox.
const OFFSET_X: &str = "10";
const OFFSET_Y: &str = "5";

/// The file; adds to the warnings what it had to leave out.
pub(super) fn emit(script: &Script, warnings: &mut Vec<String>) -> String {
    let mut steps = Vec::new();
    for step in &script.steps {
        write_step(step, &mut steps, warnings);
    }
    if matches!(script.errors, ErrorWatch::Absent(_) | ErrorWatch::Present(_)) {
        warnings
            .push("Recorder flows do not look for errors: whether it comes back is not checked".to_owned());
    }
    let flow = spread([("title", json_text(&script.title)), ("steps", Expression::List(steps))]);
    let mut file = Lines::default();
    file.document(&flow);
    file.finish()
}

fn step_of(kind: &str, more: Vec<(&'static str, Expression<'static>)>) -> Expression<'static> {
    spread([("type", json_text(kind))].into_iter().chain(more))
}

/// What the format cannot say is kept as a step that does nothing.
fn cannot(what: &str, steps: &mut Vec<Expression<'static>>, warnings: &mut Vec<String>) {
    let warning = format!("Recorder flows {what}");
    let parameters = spread([("text", json_text(&warning))]);
    steps.push(step_of("customStep", vec![("name", json_text("note")), ("parameters", parameters)]));
    if !warnings.contains(&warning) {
        warnings.push(warning);
    }
}

fn write_step(step: &Step, steps: &mut Vec<Expression<'static>>, warnings: &mut Vec<String>) {
    if step.page > 0 {
        return cannot(
            "name tabs by addresses that may change: a step in another tab was left out",
            steps,
            warnings,
        );
    }
    for preparation in &step.before {
        match preparation {
            Preparation::Dialog(_) => {
                cannot("do not answer dialogs: how the user did was left out", steps, warnings)
            }
            Preparation::Tab(_) => cannot("are not followed into the tab that opens here", steps, warnings),
            Preparation::Answer(_) | Preparation::FileChooser => {}
        }
    }
    let expected = asserted_navigation(step);
    let held = |kind| step.held.iter().map(move |modifier| key(kind, &format!("{modifier:?}")));
    let mut before = steps.len();
    match written(&step.operation) {
        Some(written) => {
            steps.extend(held("keyDown"));
            before = steps.len();
            steps.extend(written);
            steps.extend(held("keyUp"));
            warnings.extend(untried(step));
        }
        None if matches!(step.operation, Operation::Remark) => {}
        None => cannot("cannot express this: a step was left out", steps, warnings),
    }
    if let (Some(Expression::Object(fields, _)), Some(expected)) = (steps.get_mut(before), expected) {
        fields.push(("assertedEvents".into(), expected));
    }
    steps.extend(step.fetched.as_ref().map(has_fetched));
    for outcome in &step.after {
        match outcome {
            Outcome::Shows(landmark) => steps.push(shows(landmark)),
            Outcome::Picture(_) => cannot("keep no pictures: one was left out", steps, warnings),
            _ => {}
        }
    }
}

/// Says which elements are looked for in a way that nobody tried.
fn untried(step: &Step) -> impl Iterator<Item = String> {
    let targets = targets(&step.operation).into_iter().filter(|target| !recorder_selectors::is_tried(target));
    targets.map(|_| {
        format!(
            "{}: Recorder flows cannot look for the element as it was found; its path was never tried",
            step.words
        )
    })
}

/// The runner waits for a navigation that a step is known to cause.
fn asserted_navigation(step: &Step) -> Option<Expression<'static>> {
    let url =
        match (&step.operation, step.after.iter().find(|outcome| matches!(outcome, Outcome::Address(_)))) {
            (_, Some(Outcome::Address(Address::Exact(url)))) => url.as_str(),
            (_, Some(Outcome::Address(Address::Path { .. }))) => "",
            (Operation::Open(url) | Operation::Reload(url), _) => url.as_str(),
            _ => return None,
        };
    let event = [("type", json_text("navigation")), ("url", json_text(url)), ("title", json_text(""))];
    Some(Expression::List(vec![spread(event)]))
}

fn written(operation: &Operation) -> Option<Vec<Expression<'static>>> {
    let click = |target: &Target, kind: &str, more: Vec<(&'static str, Expression<'static>)>| {
        let mut all = on(target)?;
        all.extend([("offsetX", code(OFFSET_X)), ("offsetY", code(OFFSET_Y))]);
        all.extend(more);
        Some(vec![step_of(kind, all)])
    };
    match operation {
        // What the browser's buttons do, the format knows only as addresses.
        Operation::Open(url) | Operation::Reload(url) | Operation::Back(url) | Operation::Forward(url) => {
            Some(vec![step_of("navigate", vec![("url", json_text(url))])])
        }
        Operation::Click(target, ClickKind::Single)
        | Operation::Check(target)
        | Operation::Uncheck(target) => click(target, "click", Vec::new()),
        Operation::Click(target, ClickKind::Double) => click(target, "doubleClick", Vec::new()),
        Operation::Click(target, ClickKind::Right) => {
            click(target, "click", vec![("button", json_text("secondary"))])
        }
        Operation::Click(target, ClickKind::Middle) => {
            click(target, "click", vec![("button", json_text("auxiliary"))])
        }
        Operation::Fill(target, value) => change(target, value),
        Operation::Select(target, values) => match values.as_slice() {
            [only] => change(target, only),
            _ => None,
        },
        Operation::Press(_, pressed) => Some(["keyDown", "keyUp"].map(|kind| key(kind, pressed)).into()),
        Operation::Upload(..) | Operation::Drag(..) | Operation::SubmitForm(_) | Operation::Remark => None,
    }
}

fn key(kind: &str, name: &str) -> Expression<'static> {
    step_of(kind, vec![("target", json_text("main")), ("key", json_text(name))])
}

fn change(target: &Target, value: &Input) -> Option<Vec<Expression<'static>>> {
    let value = match value {
        Input::Plain(text) => text.as_str(),
        Input::Environment(_) => USER_PROVIDED,
    };
    let mut all = on(target)?;
    all.push(("value", json_text(value)));
    Some(vec![step_of("change", all)])
}

/// Frames are counted in this format, and their number was not recorded.
fn on(target: &Target) -> Option<Vec<(&'static str, Expression<'static>)>> {
    if !target.frames.is_empty() {
        return None;
    }
    let chain = |parts: Vec<String>| Expression::List(parts.iter().map(|part| json_text(part)).collect());
    let ways: Vec<_> = recorder_selectors::chains(target).into_iter().map(chain).collect();
    let found = !ways.is_empty();
    found.then(|| vec![("target", json_text("main")), ("selectors", Expression::List(ways))])
}

/// Browsers list what a document has fetched, up to a number; past that nothing can be waited for.
const LISTED: usize = 250;

/// The runner clicks where an element was when it looked: what the user asked for has to be there first.
fn has_fetched(Fetched { path, query }: &Fetched) -> Expression<'static> {
    let pattern = address_pattern(path, query, None);
    let expression = format!(
        "((fetched) => fetched.length >= {LISTED} || fetched.some(({{ name }}) => /{pattern}/.test(name)))(performance.getEntriesByType('resource'))"
    );
    let what = vec![("target", json_text("main")), ("expression", json_text(&expression))];
    step_of("waitForExpression", what)
}

fn shows(landmark: &Landmark) -> Expression<'static> {
    let selector = match landmark {
        Landmark::Heading(_, Some(text)) => recorder_selectors::by_text(text),
        Landmark::Heading(level, None) => format!("h{level}"),
        Landmark::TestId { id, attribute, .. } => {
            format!("[{}={}]", attribute.as_deref().unwrap_or("data-testid"), js::attribute_value(id))
        }
    };
    let selectors = Expression::List(vec![Expression::List(vec![json_text(&selector)])]);
    step_of("waitForElement", vec![("target", json_text("main")), ("selectors", selectors)])
}
