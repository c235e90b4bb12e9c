//! Which expression failed: from the browser's message, and where that names only a property, from the line of source.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::printable::{bounded, cut};

/// Characters of an expression.
const LONGEST_EXPRESSION: usize = 100;
/// Characters of a line quoted whole. What is longer was minified and tells nobody anything.
const LONGEST_LINE: usize = 100;

/// The line of source that threw.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorLine<'l> {
    pub(super) text: &'l str,
    /// Characters before the place in it.
    pub(super) column: Option<usize>,
}

/// What failed and how: `` `result.data` is undefined ``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) expression: String,
    pub(super) description: String,
}

/// Where a message says which expression it means.
#[derive(Clone, Copy)]
enum Named {
    /// In group 1, group 2 says what is wrong with it.
    Expression,
    /// Group 1 is the property, group 2 what its owner was: the line knows the owner.
    Property,
    /// The same the other way round.
    OwnerFirst,
    /// Group 2 is an expression whose last member could not be reached, group 1 what its owner was.
    Evaluated,
}

/// The browsers' words, one pattern each.
const PATTERNS: [(&str, Named); 7] = [
    (
        r"^Cannot (?:read|set) properties of (undefined|null) \((?:reading|setting) '([^']{1,100})'\)",
        Named::OwnerFirst,
    ),
    (r"^Cannot (?:read|set) property '([^']{1,100})' of (undefined|null)", Named::Property),
    (r"^Cannot destructure property '[^']*' of '([^']{1,100})' as it is (undefined|null)", Named::Expression),
    (r#"^can't access property (?:"[^"]*"|\d+), (\S{1,100}) is (undefined|null)$"#, Named::Expression),
    (r"^(undefined|null) is not an object \(evaluating '([^']{1,200})'\)", Named::Evaluated),
    (r"^(?:Can't find variable: )(\S{1,100})()$", Named::Expression),
    (
        r"^(\S{1,100}) is (not a function|not a constructor|not defined|not iterable|undefined|null)(?:$|[ .;])",
        Named::Expression,
    ),
];

static COMPILED: LazyLock<Vec<(Regex, Named)>> = LazyLock::new(|| {
    let compile = |(pattern, named): (&str, Named)| Some((Regex::new(pattern).ok()?, named));
    PATTERNS.into_iter().filter_map(compile).collect()
});

/// The expression that failed, as far as message and line tell.
pub(super) fn find(message: &str, line: Option<ErrorLine<'_>>) -> Option<Finding> {
    let (found, named) =
        COMPILED.iter().find_map(|(pattern, named)| Some((pattern.captures(message)?, *named)))?;
    let group = |index: usize| text_of(&found, index);
    let (expression, state) = match named {
        Named::Expression => return Some(finding(group(1), group(2))),
        Named::Property => (owner_in(line?, group(1))?, group(2)),
        Named::OwnerFirst => (owner_in(line?, group(2))?, group(1)),
        Named::Evaluated => (owner_of_last_member(group(2))?, group(1)),
    };
    let mut finding = finding(&expression, state);
    finding.description.push_str(&line.and_then(whereabouts).unwrap_or_default());
    Some(finding)
}

fn text_of<'m>(found: &Captures<'m>, index: usize) -> &'m str {
    found.get(index).map_or("", |group| group.as_str())
}

fn finding(expression: &str, state: &str) -> Finding {
    let state = if state.is_empty() { "not defined" } else { state };
    Finding { expression: quotable(&cut(expression, LONGEST_EXPRESSION)), description: format!("is {state}") }
}

/// Code between backticks may not end them.
fn quotable(code: &str) -> String {
    bounded(code, LONGEST_EXPRESSION).replace('`', "'")
}

/// The statement around the expression, unless it is too long to help.
fn whereabouts(line: ErrorLine<'_>) -> Option<String> {
    let statement = line.text.trim().trim_end_matches(';');
    if statement.is_empty() || statement.chars().count() > LONGEST_LINE {
        return None;
    }
    let head = statement.split('(').next().unwrap_or_default();
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|one| is_name_part(one) || one == '.');
    let is_call = statement.ends_with(')') && is_name(head.strip_prefix("await ").unwrap_or(head));
    Some(format!(" {} `{}`", if is_call { "when calling" } else { "in" }, quotable(statement)))
}

/// The owner of `property` in the line: at the column if there are several, none if they cannot be told apart.
fn owner_in(line: ErrorLine<'_>, property: &str) -> Option<String> {
    let characters: Vec<char> = line.text.chars().collect();
    let property: Vec<char> = property.chars().collect();
    let mut owners: Vec<(usize, usize, String)> = (0..characters.len())
        .filter(|&start| characters[start..].starts_with(&property))
        .filter_map(|start| {
            let end = start + property.len();
            let owner_end = end_of_owner(&characters, start, end)?;
            let owner_start = start_of_chain(&characters, owner_end)?;
            Some((owner_start, end, characters[owner_start..owner_end].iter().collect()))
        })
        .collect();
    match line.column {
        Some(column) => {
            let distance =
                |start: usize, end: usize| start.saturating_sub(column).max(column.saturating_sub(end));
            owners.sort_by_key(|(start, end, _)| distance(*start, *end));
        }
        None if owners.iter().any(|(_, _, owner)| *owner != owners[0].2) => return None,
        None => {}
    }
    owners.into_iter().next().map(|(_, _, owner)| owner)
}

/// Where the owner of a property between `start` and `end` ends: before `.`, `?.` or an index with quotes.
fn end_of_owner(line: &[char], start: usize, end: usize) -> Option<usize> {
    let before = |distance: usize| start.checked_sub(distance).map(|index| line[index]);
    let after = |distance: usize| line.get(end + distance).copied();
    let mut owner_end = match (before(1)?, before(2)) {
        ('.', _) if !after(0).is_some_and(is_name_part) => start - 1,
        (quote @ ('\'' | '"' | '`'), Some('[')) if after(0) == Some(quote) && after(1) == Some(']') => {
            start - 2
        }
        _ => return None,
    };
    // `?.` before it, and TypeScript's `!`.
    while owner_end > 0 && matches!(line[owner_end - 1], '.' | '?' | '!') {
        owner_end -= 1;
    }
    Some(owner_end)
}

/// Where the chain of names, calls and indices that ends at `end` begins.
fn start_of_chain(line: &[char], end: usize) -> Option<usize> {
    let mut start = end;
    loop {
        while start > 0 && matches!(line[start - 1], ')' | ']') {
            start = opening_bracket(line, start - 1)?;
        }
        while start > 0 && is_name_part(line[start - 1]) {
            start -= 1;
        }
        let dots = line[..start].iter().rev().take_while(|one| matches!(one, '.' | '?' | '!')).count();
        let goes_on = dots > 0 && start > dots && line[start - dots..start].contains(&'.');
        if !goes_on {
            break;
        }
        start -= dots;
    }
    (start < end).then_some(start)
}

/// The bracket that the one at `closing` closes.
fn opening_bracket(line: &[char], closing: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for index in (0..=closing).rev() {
        match line[index] {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 1 => return Some(index),
            '(' | '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The expression without its last member.
fn owner_of_last_member(expression: &str) -> Option<String> {
    let expression = expression.split('(').next().unwrap_or_default();
    let (owner, _) = expression.rsplit_once(['.', '['])?;
    let owner = owner.trim_end_matches(['?', '!']);
    (!owner.is_empty()).then(|| owner.to_owned())
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(message: &str, line: &str, column: Option<usize>) -> String {
        find(message, Some(ErrorLine { text: line, column })).map_or_else(
            || "nothing".to_owned(),
            |found| format!("`{}` {}", found.expression, found.description),
        )
    }

    #[test]
    fn the_owner_of_a_property_is_found_in_the_line() {
        let check = |property: &str, line: &str, expected: &str| {
            let message = format!("Cannot read properties of undefined (reading '{property}')");
            let found = find(&message, Some(ErrorLine { text: line, column: None }));
            assert_eq!(found.map(|found| found.expression).as_deref(), Some(expected), "{line}");
        };
        check("user", "      setUser(result.data.user)", "result.data");
        check("total", "return order.total;", "order");
        check("total", "return order?.items[0]!.total + 1", "order?.items[0]");
        check("name", "const n = getUser(a.b, (c))['name']", "getUser(a.b, (c))");
        check("0", "x = rows.first[\"0\"]", "rows.first");
        check("length", "if (a.lengthOf || this.#list.length) {", "this.#list");
        check("id", "x = list.map(one => one).at(-1).id", "list.map(one => one).at(-1)");
        check("id", "a.id + a.id", "a");
        check("ключ", "  объект.ключ", "объект");
    }

    #[test]
    fn several_owners_are_told_apart_by_the_column_or_not_at_all() {
        let message = "Cannot read properties of null (reading 'id')";
        assert_eq!(found(message, "if (a.id === b.id)", Some(15)), "`b` is null in `if (a.id === b.id)`");
        assert_eq!(found(message, "if (a.id === b.id)", Some(4)), "`a` is null in `if (a.id === b.id)`");
        assert_eq!(found(message, "if (a.id === b.id)", None), "nothing");
    }

    #[test]
    fn every_browsers_words_are_understood() {
        let check = |message: &str, expected: &str| {
            assert_eq!(found(message, "save(a.b.c)", Some(5)), expected, "{message}")
        };
        let owner = "`a.b` is undefined when calling `save(a.b.c)`";
        check("Cannot read properties of undefined (reading 'c')", owner);
        check("Cannot set properties of undefined (setting 'c')", owner);
        check("Cannot read property 'c' of undefined", owner);
        check("undefined is not an object (evaluating 'a.b.c')", owner);
        check("can't access property \"c\", a.b is undefined", "`a.b` is undefined");
        check("Cannot destructure property 'c' of 'a.b' as it is null.", "`a.b` is null");
        check("a.b is not a function. (In 'a.b()', 'a.b' is undefined)", "`a.b` is not a function");
        check("foo is not defined", "`foo` is not defined");
        check("Can't find variable: foo", "`foo` is not defined");
        check("object null is not iterable (cannot read property Symbol(Symbol.iterator))", "nothing");
        check("the user is not defined here", "nothing");
        check("boom", "nothing");
    }

    #[test]
    fn hostile_lines_yield_something_short_or_nothing() {
        let message = "Cannot read properties of undefined (reading 'x')";
        let long = format!("{}.x", "a".repeat(1_000_000));
        assert_eq!(found(message, &long, Some(0)), format!("`{}…` is undefined", "a".repeat(100)));
        assert_eq!(found(message, "))))].x", None), "nothing");
        assert_eq!(found(message, ".x", None), "nothing");
        assert_eq!(found(message, "`${a}`.x `run this`", None), "nothing");
        assert_eq!(found(message, "a.x + `\u{1b}[2J`", None), "`a` is undefined in `a.x + ' [2J'`");
    }
}
