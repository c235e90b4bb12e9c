//! A receipt in Markdown, fit for a pull request: the verdict, and what it rests on.

use crate::compare::{Comparison, IssueChange, IssueFate, PerformanceDiff};

/// Rows of each table.
const MOST_ROWS: usize = 50;

/// What a receipt is about besides the comparison.
#[derive(Clone, Debug, Default)]
pub struct ReceiptFacts {
    /// The command that was run.
    pub command: String,
    /// The first line: the verdict in a sentence.
    pub headline: String,
    /// What was compared, and how often it was run.
    pub runs: Vec<(String, String)>,
    /// What the reader has to know.
    pub notes: Vec<String>,
    /// How pages look that were pictured before and after: the page, and what changed.
    pub looks: Vec<(String, Vec<String>)>,
    /// Pictures that were written: a caption and a path.
    pub pictures: Vec<(String, String)>,
}

/// Writes a receipt.
pub fn receipt(facts: &ReceiptFacts, comparison: Option<&Comparison>) -> String {
    let mut text =
        format!("## Fix receipt\n\n**{}**\n\n`{}`\n", escaped(&facts.headline), plain(&facts.command));
    if !facts.runs.is_empty() {
        text.push_str("\n| run | result |\n|---|---|\n");
        for (name, result) in &facts.runs {
            text.push_str(&format!("| {} | {} |\n", escaped(name), escaped(result)));
        }
    }
    if let Some(comparison) = comparison {
        text.push_str(&issues(comparison));
        text.push_str(&comparison.performance_diff.as_ref().map(loads).unwrap_or_default());
    }
    text.push_str(&looks(&facts.looks));
    for (caption, path) in &facts.pictures {
        text.push_str(&format!(
            "\n![{}]({})\n",
            escaped(caption),
            path.replace(' ', "%20").replace(')', "%29")
        ));
    }
    for note in &facts.notes {
        text.push_str(&format!("\n- {}\n", escaped(note)));
    }
    text
}

fn issues(comparison: &Comparison) -> String {
    let changes: Vec<&IssueChange> = comparison.new_issues.iter().chain(&comparison.changes).collect();
    let (before, after) = (comparison.before, comparison.after);
    let mut text = format!(
        "\n| | before | after |\n|---|---|---|\n| console errors | {} | {} |\n| failed requests | {} | {} |\n",
        before.console_errors, after.console_errors, before.network_errors, after.network_errors
    );
    if changes.is_empty() {
        return text;
    }
    text.push_str("\n| what became of it | before | after |\n|---|---|---|\n");
    for change in changes.iter().take(MOST_ROWS) {
        let weak = change.weak.as_ref().map(|weak| format!(" (weak: {weak})")).unwrap_or_default();
        let fate = fate(change.fate);
        text.push_str(&format!(
            "| {fate}{weak} | {} | {} |\n",
            escaped(&change.before),
            escaped(&change.after)
        ));
    }
    if changes.len() > MOST_ROWS {
        text.push_str(&format!("\nAnd {} more.\n", changes.len() - MOST_ROWS));
    }
    text
}

/// What changed on each page, as lists.
fn looks(pages: &[(String, Vec<String>)]) -> String {
    let mut text = String::new();
    for (page, changes) in pages {
        text.push_str(&format!("\nLooks of `{}`:\n\n", plain(page)));
        for change in changes {
            text.push_str(&format!("- {}\n", escaped(change)));
        }
    }
    text
}

fn fate(fate: IssueFate) -> &'static str {
    match fate {
        IssueFate::Resolved => "resolved",
        IssueFate::New => "**new**",
        IssueFate::Changed => "changed",
        IssueFate::Unchanged => "unchanged",
        IssueFate::NotExercised => "not tried again",
    }
}

fn loads(diff: &PerformanceDiff) -> String {
    format!(
        "\nLoad of `{}`: {} → {} ({})\n",
        plain(&diff.path),
        diff.load_time_before,
        diff.load_time_after,
        diff.change
    )
}

/// Text of a page on one line, with nothing that Markdown or HTML would act on.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '\n' | '\r' | '\t' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A mention would call somebody.
            '@' => escaped.push_str("@\u{200b}"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '!' | '#' => {
                escaped.push('\\');
                escaped.push(one);
            }
            one if one.is_control() => {}
            one => escaped.push(one),
        }
    }
    escaped
}

/// Text between backticks.
fn plain(text: &str) -> String {
    text.chars().filter(|one| *one != '`' && !one.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_page_cannot_write_markdown() {
        assert_eq!(
            escaped("a|b\n<img src=x> [x](y) `c` @team *b*"),
            "a\\|b &lt;img src=x&gt; \\[x\\](y) \\`c\\` @\u{200b}team \\*b\\*"
        );
        let facts =
            ReceiptFacts { command: "x`y\n".to_owned(), headline: "h".to_owned(), ..ReceiptFacts::default() };
        assert_eq!(receipt(&facts, None), "## Fix receipt\n\n**h**\n\n`xy`\n");
    }
}
