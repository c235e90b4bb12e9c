//! All findings together, as text for people and as JSON for scripts.

use std::fmt;

use gasoline_server::VERSION;
use serde::Serialize;

use super::finding::{Finding, Link, State};

/// More than we ever say; others may fill a line with what they call their version, or themselves.
const LONGEST_TEXT: usize = 1_000;

/// What an examination found, in the order of the chain.
#[derive(Debug)]
pub(crate) struct Report {
    pub(super) port: u16,
    pub(super) findings: Vec<Finding>,
}

/// The report as scripts see it.
#[derive(Serialize)]
struct Document<'a> {
    version: &'static str,
    port: u16,
    broken: Option<Link>,
    links: &'a [Finding],
}

impl Report {
    /// The broken link nearest to the start of the chain: what comes after it may only suffer from it.
    pub(crate) fn first_broken(&self) -> Option<Link> {
        let broken = self.findings.iter().find(|finding| finding.state == State::Broken);
        broken.map(|finding| finding.link)
    }

    /// One object on one line.
    pub(crate) fn to_json(&self) -> String {
        let document = Document {
            version: VERSION,
            port: self.port,
            broken: self.first_broken(),
            links: &self.findings,
        };
        serde_json::to_string(&document).expect("plain fields are always JSON")
    }

    fn conclusion(&self) -> String {
        let warnings = self.findings.iter().filter(|finding| finding.state == State::Warning);
        let warned: Vec<&str> = warnings.map(|finding| finding.link.name()).collect();
        match (self.first_broken(), warned.len()) {
            (Some(link), _) => format!("first broken link: {}", link.name()),
            (None, 0) => "everything works".to_owned(),
            (None, 1) => format!("nothing is broken; 1 warning: {}", warned.join(", ")),
            (None, count) => format!("nothing is broken; {count} warnings: {}", warned.join(", ")),
        }
    }
}

/// One line per link, and a last one that names the first broken link.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            let state = match finding.state {
                State::Ok => "ok",
                State::Warning => "warning",
                State::Broken => "broken",
                State::Unknown => "unknown",
            };
            write!(formatter, "{state:<8} {:<10} {}", finding.link.name(), printable(&finding.found))?;
            match &finding.remedy {
                Some(remedy) => writeln!(formatter, "; {}", printable(remedy))?,
                None => writeln!(formatter)?,
            }
        }
        write!(formatter, "{}", self.conclusion())
    }
}

/// Some of the text comes from other programs: it must not command the terminal, nor flood it.
fn printable(text: &str) -> String {
    let visible = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    visible.take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(findings: Vec<Finding>) -> Report {
        Report { port: 7890, findings }
    }

    #[test]
    fn the_first_broken_link_is_named_although_later_ones_are_broken_too() {
        let report = report(vec![
            Link::Port.ok("fine"),
            Link::Extension.broken("silent", "open the browser"),
            Link::Editors.broken("garbled", "correct it"),
        ]);
        insta::assert_snapshot!(report, @"
        ok       port       fine
        broken   extension  silent; open the browser
        broken   editors    garbled; correct it
        first broken link: extension
        ");
    }

    #[test]
    fn warnings_break_nothing() {
        let report = report(vec![Link::Agent.warning("none", "add one"), Link::Losses.warning("some", "")]);
        assert_eq!(report.first_broken(), None);
        // doctor-01
        assert_eq!(report.conclusion(), "nothing is broken; 2 warnings: agent, losses");
    }

    #[test]
    fn scripts_see_the_same() {
        let report = report(vec![Link::Port.broken("nobody", "start one"), Link::Server.unknown("none")]);
        let expected = format!(
            "{}{VERSION}{}",
            r#"{"version":""#,
            r#"","port":7890,"broken":"port","links":[{"link":"port","state":"broken","found":"nobody","remedy":"start one"},{"link":"server","state":"unknown","found":"none"}]}"#
        );
        assert_eq!(report.to_json(), expected);
    }

    #[test]
    fn text_of_other_programs_neither_commands_nor_floods_the_terminal() {
        let report = report(vec![Link::Port.ok(format!("\u{1b}[2J\n\u{9b}{}", "x".repeat(100_000)))]);
        let text = report.to_string();
        assert!(!text.contains(['\u{1b}', '\u{9b}']) && text.len() < 1_100);
        assert_eq!(text.lines().count(), 2);
    }
}
