//! The document itself, section by section, within the room it is given.

use gasoline_wire::Timestamp;

use super::error::{BugError, ErrorKind, outcome, request_line};
use super::evidence::{Document, Logged};
use super::markdown::{address, bare, block, code, picture, prose};
use super::{BugReport, ReportPicture, browser, steps};
use crate::analysis::requests::Request;

/// Characters of a title, a message, an address and the beginning of a body.
const LONGEST_TITLE: usize = 120;
const LONGEST_MESSAGE: usize = 500;
const LONGEST_ADDRESS: usize = 300;
const LONGEST_BODY: usize = 200;
/// Characters of a stack in the details.
const LONGEST_STACK: usize = 1_500;

/// What stands where only a person knows the answer.
const BLANK: &str = "> **To fill in:**";

/// The report where not even its head fits.
const TOO_LITTLE_ROOM: &str = "## Bug Report\n\n_Left out here: everything._\n";

/// A report as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Markdown.
    pub text: String,
    /// Whether everything is in it.
    pub is_whole: bool,
}

/// How much is written, from all of it to what is needed to understand the bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Detail {
    script: bool,
    /// Steps, lines of lists and source snippets.
    steps: usize,
    lines: usize,
    snippets: usize,
}

const LEVELS: [Detail; 3] = [
    Detail { script: true, steps: usize::MAX, lines: 10, snippets: 3 },
    Detail { script: false, steps: usize::MAX, lines: 5, snippets: 1 },
    Detail { script: false, steps: 10, lines: 2, snippets: 1 },
];

/// A heading and what stands under it.
type Section = (&'static str, String);

/// Where the pixels of a picture are.
type Link<'l> = &'l dyn Fn(&ReportPicture) -> PictureLink;

/// Where the pixels of a picture are, for a reader of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureLink {
    /// At this address: a file, a URL or the picture itself as a data URL.
    At(String),
    /// They are not kept any more.
    Gone,
    /// Nobody wants to see pictures.
    Unwanted,
}

impl BugReport {
    /// The report as Markdown of at most `room` bytes: with less room details go first, then whole sections, the last first. What
    /// is missing is named.
    pub fn markdown(&self, link: Link<'_>, room: usize) -> Written {
        for (index, detail) in LEVELS.into_iter().enumerate() {
            let text = joined(&self.head(), &self.sections(detail, link));
            if text.len() <= room {
                return Written { text, is_whole: index == 0 };
            }
        }
        Written { text: self.shortened(link, room), is_whole: false }
    }

    fn shortened(&self, link: Link<'_>, room: usize) -> String {
        let head = self.head();
        let mut sections = self.sections(LEVELS[2], link);
        let mut missing: Vec<&str> = Vec::new();
        loop {
            let note = format!("\n\n_Left out here: {}._\n", missing.join(", "));
            let text = joined(&head, &sections);
            let text = text.trim_end().to_owned() + if missing.is_empty() { "\n" } else { &note };
            if text.len() <= room {
                return text;
            }
            match sections.pop() {
                Some((name, _)) => missing.insert(0, name),
                // Half a title could end in half a quotation.
                None => return TOO_LITTLE_ROOM.to_owned(),
            }
        }
    }

    /// Title, address, time and severity.
    fn head(&self) -> String {
        let mut lines = vec![format!("## Bug Report: {}", bare(&self.title, LONGEST_TITLE)), String::new()];
        lines.extend(self.url().map(|url| format!("**URL**: {}", address(url, LONGEST_ADDRESS))));
        let observed = self.error.as_ref().map(|error| error.time).or(self
            .evidence
            .flow
            .as_ref()
            .map(|flow| flow.began));
        lines.extend(observed.and_then(time).map(|time| format!("**Observed**: {time}")));
        lines.extend(self.error.as_ref().map(|error| format!("**Severity**: {}", error.kind.severity())));
        // Two spaces end a line without ending the paragraph.
        let (title, facts) = lines.split_at(2);
        format!("{}\n{}", title.join("\n"), facts.join("  \n"))
    }

    fn sections(&self, detail: Detail, link: Link<'_>) -> Vec<Section> {
        let mut sections = vec![
            ("Steps to Reproduce", self.steps(detail, link)),
            ("Expected Behavior", self.expected()),
            ("Actual Behavior", self.actual()),
        ];
        let details =
            self.error.as_ref().map(|error| error_details(error, detail)).filter(|text| !text.is_empty());
        sections.extend(details.map(|details| ("Error", details)));
        sections.push(("Environment", self.environment()));
        sections.push(("Network Failures", self.network(detail)));
        sections.push(("Console", self.console(detail)));
        sections.extend(self.script_section(detail).map(|text| ("Reproduction Script", text)));
        sections
    }

    fn steps(&self, detail: Detail, link: Link<'_>) -> String {
        let all = self.evidence.steps();
        let left_out = all.len().saturating_sub(detail.steps);
        let mut items: Vec<String> = Vec::new();
        for (index, step) in all.iter().enumerate().skip(left_out) {
            items.push(self.item(index, &steps::words(step, self.url()), link));
        }
        if let Some(error) = &self.error {
            let place = error.place.as_ref().map(|place| format!(" at {}", address(place, LONGEST_ADDRESS)));
            let text =
                format!("Error: {}{}", code(&error.message, LONGEST_MESSAGE), place.unwrap_or_default());
            items.push(self.item(all.len(), &text, link));
        }
        let mut notes: Vec<String> = Vec::new();
        if all.is_empty() {
            notes.push("No user action was captured before the error.".to_owned());
        }
        if left_out > 0 {
            notes.push(format!("_{left_out} earlier steps are left out here._"));
        }
        notes.extend(items);
        let after = self.evidence.flow.as_ref().map_or(0, |flow| flow.left_out);
        if after > 0 && self.error.is_some() {
            let actions = if after == 1 { "1 action".to_owned() } else { format!("{after} actions") };
            notes.push(format!("_{actions} after the error left out._"));
        }
        notes.join("\n\n")
    }

    /// One numbered item with its picture, if there is one.
    fn item(&self, index: usize, text: &str, link: Link<'_>) -> String {
        let mark = format!("{}. ", index + 1);
        let indentation = " ".repeat(mark.len());
        let mut item = format!("{mark}{text}");
        if let Some(taken) = self.pictures.iter().find(|picture| picture.item == index) {
            let shown = match link(taken) {
                PictureLink::At(link) => Some(picture(&taken.label, &link)),
                PictureLink::Gone => Some("_(a picture was taken here and is not kept any more)_".to_owned()),
                PictureLink::Unwanted => None,
            };
            // Two spaces end the line: the picture stands below the text.
            item.extend(shown.map(|shown| format!("  \n{indentation}{shown}")));
        }
        item
    }

    fn expected(&self) -> String {
        match &self.expected {
            Some(expected) => prose(expected),
            None => format!("{BLANK} what should have happened. Nobody has said it yet."),
        }
    }

    fn actual(&self) -> String {
        let Some(error) = &self.error else {
            return format!("{BLANK} what happened instead. No error and no failed request was captured.");
        };
        let mut sentences = vec![happened(error)];
        if error.count > 1 {
            let (first, last) = (time(error.time).unwrap_or_default(), time(error.last).unwrap_or_default());
            sentences.push(format!("It happened {} times, first at {first}, last at {last}.", error.count));
        }
        let mut text = sentences.join(" ");
        if let Some((cause, rests_on)) = &error.likely_cause {
            text.push_str(&format!(
                "\n\nLikely cause (a guess from {}): {}",
                bare(rests_on, LONGEST_ADDRESS),
                prose(cause)
            ));
        }
        text
    }

    fn environment(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.url().map(|url| format!("- URL: {}", address(url, LONGEST_ADDRESS))));
        let document = self.evidence.document.as_ref();
        lines.extend(document.and_then(browser_line));
        lines.extend(document.and_then(|document| document.viewport).map(|viewport| {
            format!(
                "- Viewport: {} × {} CSS pixels, device pixel ratio {}",
                viewport.width, viewport.height, viewport.device_pixel_ratio
            )
        }));
        lines.extend(
            self.evidence.test_id.as_ref().map(|test| format!("- Test: {}", code(test, LONGEST_MESSAGE))),
        );
        let began = self
            .evidence
            .flow
            .as_ref()
            .map(|flow| flow.began)
            .or(self.error.as_ref().map(|error| error.time));
        let day = began.and_then(time).map(|time| time.chars().take(10).collect::<String>());
        lines.extend(day.map(|day| format!("- Gasoline capture session: {day}")));
        if document.is_none() {
            lines.push("- Browser and viewport: not captured".to_owned());
        }
        lines.join("\n")
    }

    fn network(&self, detail: Detail) -> String {
        let failed = &self.evidence.failed;
        if failed.is_empty() {
            return match self.evidence.requests {
                0 => "No requests were captured.".to_owned(),
                1 => "The one request that was captured did not fail.".to_owned(),
                all => format!("None of the {all} captured requests failed."),
            };
        }
        let lines = failed.iter().map(|request| self.request_item(request)).collect();
        last_lines(lines, detail.lines, "failed requests")
    }

    fn request_item(&self, request: &Request) -> String {
        let took = request.duration.map(|duration| format!(", {} ms", duration.round())).unwrap_or_default();
        let when = self.relative(request.ended);
        let mut item = format!(
            "- {} {}{took}{when}",
            code(&request_line(request), LONGEST_ADDRESS),
            bare(&outcome(request), LONGEST_BODY)
        );
        let sent_from = request.initiator.as_ref().map(|initiator| initiator.text());
        if let Some(place) = sent_from.filter(|place| !place.is_empty()) {
            item.push_str(&format!(", sent from {}", code(&place, LONGEST_ADDRESS)));
        }
        if let Some(body) = request.response.as_deref().filter(|body| !body.trim().is_empty()) {
            item.push_str(&format!("  \n  Answer: {}", code(body, LONGEST_BODY)));
        }
        item
    }

    fn console(&self, detail: Detail) -> String {
        let logged = &self.evidence.logged;
        if logged.is_empty() {
            let other = if self.error.is_some() { "other " } else { "" };
            return format!("No {other}warnings or errors were logged.");
        }
        let lines = logged.iter().map(|line| self.console_item(line)).collect();
        last_lines(lines, detail.lines, "lines")
    }

    fn console_item(&self, line: &Logged) -> String {
        let times = if line.times > 1 { format!(" ({} times)", line.times) } else { String::new() };
        let place = line.place.as_ref().map(|place| format!(" at {}", address(place, LONGEST_ADDRESS)));
        format!(
            "- {}: {}{}{times}{}",
            line.level,
            code(&line.message, LONGEST_BODY),
            place.unwrap_or_default(),
            self.relative(line.time)
        )
    }

    /// How long before or after the error, when it came last.
    fn relative(&self, moment: i64) -> String {
        let Some(error) = &self.error else { return String::new() };
        match moment - error.last {
            0 => ", at the moment of the error".to_owned(),
            apart @ 1.. => format!(", {} after the error", span(apart)),
            apart => format!(", {} before the error", span(-apart)),
        }
    }

    fn script_section(&self, detail: Detail) -> Option<String> {
        let script = self.script.as_ref()?;
        if !detail.script {
            return Some("_Left out here: get\\_reproduction\\_script gives it._".to_owned());
        }
        let mut text = block(script.script.trim_end(), "typescript");
        if !script.warnings.is_empty() {
            let notes = script.warnings.iter().map(|warning| format!("\n- {}", prose(warning)));
            text.push_str(&format!("\n\nBefore you run it:\n{}", notes.collect::<String>()));
        }
        Some(text)
    }
}

/// `Unhandled TypeError thrown at src/a.ts:42:5.`
fn happened(error: &BugError) -> String {
    let place = error
        .place
        .as_ref()
        .map(|place| format!(" at {}", address(place, LONGEST_ADDRESS)))
        .unwrap_or_default();
    let what = match error.kind {
        ErrorKind::Exception => format!("Unhandled {} thrown{place}", type_of(&error.message)),
        ErrorKind::Rejection => format!("A promise was rejected and nobody handled it{place}"),
        ErrorKind::Logged => format!("The page logged an error{place}"),
        ErrorKind::Request => {
            let message = code(&error.message, LONGEST_MESSAGE);
            let sent = if place.is_empty() { String::new() } else { format!(", sent{place}") };
            return format!("A request failed: {message}{sent}.");
        }
        ErrorKind::Violation => format!("A policy of the page blocked something{place}"),
        ErrorKind::Socket => "A WebSocket connection broke".to_owned(),
    };
    format!("{what}: {}.", code(&error.message, LONGEST_MESSAGE))
}

/// `TypeError` of a message that begins with one.
fn type_of(message: &str) -> &str {
    let message = message.strip_prefix("Uncaught ").unwrap_or(message);
    let name = message.split(':').next().unwrap_or_default();
    let is_type = name.ends_with("Error") && name.chars().all(|character| character.is_ascii_alphanumeric());
    if is_type { name } else { "error" }
}

/// Source, stack and components.
fn error_details(error: &BugError, detail: Detail) -> String {
    let mut parts: Vec<String> = Vec::new();
    for snippet in error.snippets.iter().take(detail.snippets) {
        let (place, source) = snippet.split_once('\n').unwrap_or((snippet, ""));
        let heading = format!("Source: {}", code(place, LONGEST_ADDRESS));
        parts.push(if source.is_empty() {
            heading
        } else {
            format!("{heading}\n\n{}", block(source, "text"))
        });
    }
    if let Some(stack) = &error.stack {
        let stack: String = stack.chars().take(LONGEST_STACK).collect();
        parts.push(format!("Stack:\n\n{}", block(&stack, "text")));
    }
    parts
        .extend(error.components.as_ref().map(|tree| format!("Components: {}", code(tree, LONGEST_MESSAGE))));
    parts.join("\n\n")
}

fn browser_line(document: &Document) -> Option<String> {
    let user_agent = document.user_agent.as_deref().filter(|text| !text.is_empty())?;
    let named = browser::name(user_agent);
    Some(match named {
        Some(name) => format!("- Browser: {name} ({})", code(user_agent, LONGEST_ADDRESS)),
        None => format!("- Browser: {}", code(user_agent, LONGEST_ADDRESS)),
    })
}

/// The last lines, which are nearest to the error.
fn last_lines(lines: Vec<String>, most: usize, noun: &str) -> String {
    let left_out = lines.len().saturating_sub(most);
    let note = (left_out > 0).then(|| format!("_{left_out} earlier {noun} are left out here._\n"));
    note.into_iter().chain(lines.into_iter().skip(left_out)).collect::<Vec<_>>().join("\n")
}

fn joined(head: &str, sections: &[Section]) -> String {
    let sections = sections.iter().map(|(name, text)| format!("\n\n### {name}\n\n{text}"));
    format!("{head}{}\n", sections.collect::<String>())
}

fn time(milliseconds: i64) -> Option<String> {
    Timestamp::from_milliseconds(milliseconds).ok().map(|time| time.to_string())
}

fn span(milliseconds: i64) -> String {
    match milliseconds {
        short @ ..1_000 => format!("{short} ms"),
        long => format!("{}.{} s", long / 1_000, long % 1_000 / 100),
    }
}
