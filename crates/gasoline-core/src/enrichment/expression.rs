//! Which expression failed: what the engine said, confirmed by the line of source.

use super::engine_message::{self, EngineMessage};
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

/// How a member is used in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Set,
}

/// The expression that failed, where the line of source confirms what the engine said. Without the line nothing is
/// found: the engine names what it ran, which need not be what somebody wrote.
pub(super) fn find(message: &EngineMessage<'_>, line: ErrorLine<'_>) -> Option<Finding> {
    if is_thrown_by_code(line.text) {
        return None;
    }
    match message {
        EngineMessage::Plain => None,
        EngineMessage::Naming { expression, description } => {
            stands_in(line.text, expression).then(|| finding(expression, description))
        }
        EngineMessage::Reading { state, property } => {
            located(&owner_in(line, property, Access::Read)?, state, line)
        }
        EngineMessage::Setting { state, property } => {
            located(&owner_in(line, property, Access::Set)?, state, line)
        }
        EngineMessage::Evaluating { state, expression } => {
            let owner = owner_of_last_member(expression)?;
            stands_in(line.text, &owner).then(|| located(&owner, state, line)).flatten()
        }
    }
}

/// The expression an error is about, with the member that could not be reached: as the line has it, or as far as the
/// engine names it. `line` is the text and its one-based column.
pub(crate) fn failed_expression(
    message: &str,
    stack: &str,
    line: Option<(&str, Option<u64>)>,
) -> Option<String> {
    let engine = engine_message::read(message, Some(stack))?;
    let line = line.map(|(text, column)| ErrorLine {
        text,
        column: column.and_then(|column| usize::try_from(column).ok()?.checked_sub(1)),
    });
    let owner = line.and_then(|line| find(&engine, line)).map(|found| found.expression);
    match engine {
        EngineMessage::Plain => None,
        EngineMessage::Naming { expression, .. } | EngineMessage::Evaluating { expression, .. } => {
            Some(expression.to_owned())
        }
        EngineMessage::Reading { property, .. } | EngineMessage::Setting { property, .. } => {
            Some(owner.map_or_else(|| property.to_owned(), |owner| format!("{owner}.{property}")))
        }
    }
}

fn located(owner: &str, state: &str, line: ErrorLine<'_>) -> Option<Finding> {
    let mut finding = finding(owner, &format!("is {state}"));
    finding.description.push_str(&whereabouts(line).unwrap_or_default());
    Some(finding)
}

fn finding(expression: &str, description: &str) -> Finding {
    Finding {
        expression: quotable(&cut(expression, LONGEST_EXPRESSION)),
        description: description.to_owned(),
    }
}

/// Whether the line itself makes an error: then its text is the app's, however much it sounds like the engine.
fn is_thrown_by_code(line: &str) -> bool {
    stands_in(line, "throw") || line.contains("Error(") || line.contains("reject(")
}

/// Whether a line contains an expression, not as part of a longer name.
fn stands_in(line: &str, expression: &str) -> bool {
    line.match_indices(expression).any(|(start, _)| {
        let before = line.get(..start).and_then(|text| text.chars().next_back());
        let after = line.get(start + expression.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_name_part) && !after.is_some_and(is_name_part)
    })
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

/// A place in a line where a property of the name stands.
struct Candidate {
    owner_start: usize,
    owner_end: usize,
    property_start: usize,
    property_end: usize,
    owner: String,
}

/// The owner of `property` in the line: the one at the column. Without a column, the only one, if nothing else in the
/// line could have been meant.
fn owner_in(line: ErrorLine<'_>, property: &str, access: Access) -> Option<String> {
    let characters: Vec<char> = line.text.chars().collect();
    let property: Vec<char> = property.chars().collect();
    let mut candidates: Vec<Candidate> = (0..characters.len())
        .filter(|&start| characters[start..].starts_with(&property))
        .filter_map(|start| candidate(&characters, start, start + property.len()))
        .filter(|candidate| is_used_as(&characters, candidate, access))
        .collect();
    let is_computed_elsewhere = has_computed_member(&characters);
    let indentation = characters.iter().take_while(|one| one.is_whitespace()).count();
    // A map that knows only lines points to their beginning.
    match line.column.filter(|column| *column >= indentation && *column > 0) {
        Some(column) => {
            candidates.retain(|one| {
                let from = if is_computed_elsewhere { one.owner_end } else { one.owner_start };
                (from..=one.property_end).contains(&column)
            });
            candidates.sort_by_key(|one| one.property_start.abs_diff(column));
        }
        None => {
            let are_several = candidates.iter().any(|one| one.owner != candidates[0].owner);
            if are_several || is_computed_elsewhere {
                return None;
            }
        }
    }
    candidates.into_iter().next().map(|one| one.owner)
}

fn candidate(line: &[char], start: usize, end: usize) -> Option<Candidate> {
    let owner_end = end_of_owner(line, start, end)?;
    let owner_start = start_of_chain(line, owner_end)?;
    let owner = line[owner_start..owner_end].iter().collect();
    Some(Candidate { owner_start, owner_end, property_start: start, property_end: end, owner })
}

/// Whether the member is read or set as the engine says. `a.b += 1` does both.
fn is_used_as(line: &[char], candidate: &Candidate, access: Access) -> bool {
    // Operators are short; the rest of a long line does not matter.
    let behind: String = line[candidate.property_end..].iter().take(40).collect();
    let behind = behind.trim_start_matches(['\'', '"', '`', ']']).trim_start();
    let is_plain_assignment =
        behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>");
    let is_changed = ["+=", "-=", "*=", "/=", "++", "--", "??=", "||=", "&&="]
        .iter()
        .any(|operator| behind.starts_with(operator));
    match access {
        Access::Read => !is_plain_assignment,
        Access::Set => is_plain_assignment || is_changed,
    }
}

/// Whether the line has a member whose name is computed: `rows[key]` may be the property that the engine names.
fn has_computed_member(line: &[char]) -> bool {
    line.windows(2).enumerate().any(|(index, pair)| {
        let is_index = index > 0 && (is_name_part(line[index - 1]) || matches!(line[index - 1], ')' | ']'));
        pair[0] == '[' && is_index && !pair[1].is_ascii_digit() && !matches!(pair[1], '\'' | '"' | ']')
    })
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
    // Where `?.` stands, nothing is read of `undefined`.
    if owner_end > 0 && line[owner_end - 1] == '?' {
        return None;
    }
    // TypeScript's `!`.
    while owner_end > 0 && matches!(line[owner_end - 1], '.' | '!') {
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
        let message = format!("TypeError: {message}");
        let engine = engine_message::read(&message, None);
        engine.and_then(|engine| find(&engine, ErrorLine { text: line, column })).map_or_else(
            || "nothing".to_owned(),
            |found| format!("`{}` {}", found.expression, found.description),
        )
    }

    #[test]
    fn the_owner_of_a_property_is_found_in_the_line() {
        let check = |property: &str, line: &str, expected: &str| {
            let message = format!("Cannot read properties of undefined (reading '{property}')");
            let found = found(&message, line, None);
            assert!(found.starts_with(&format!("`{expected}` is undefined")), "{line}: {found}");
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
        check("count", "  this.state.count += 1", "this.state");
        check("name", "if (user.name === other) {", "user");
    }

    #[test]
    fn several_owners_are_told_apart_by_the_column_or_not_at_all() {
        let message = "Cannot read properties of null (reading 'id')";
        assert_eq!(found(message, "if (a.id === b.id)", Some(15)), "`b` is null in `if (a.id === b.id)`");
        assert_eq!(found(message, "if (a.id === b.id)", Some(6)), "`a` is null in `if (a.id === b.id)`");
        assert_eq!(found(message, "if (a.id === b.id)", None), "nothing");
        // The column is that of neither.
        assert_eq!(found(message, "if (a.id === b.id && c)", Some(20)), "nothing");
        // A map that knows lines only.
        assert_eq!(found(message, "  if (a.id === b.id)", Some(0)), "nothing");
    }

    /// `sentence-02`: the assigned member had the name that was read through a computed one.
    #[test]
    fn a_member_that_is_set_is_not_blamed_for_what_was_read() {
        let reading = "Cannot read properties of undefined (reading 'name')";
        for column in [None, Some(0), Some(2), Some(7), Some(14), Some(22)] {
            assert_eq!(found(reading, "  cell.name = rows[5][key]", column), "nothing", "{column:?}");
        }
        let setting = "Cannot set properties of undefined (setting 'name')";
        assert_eq!(
            found(setting, "  cell.name = other.name", Some(7)),
            "`cell` is undefined in `cell.name = other.name`"
        );
        assert_eq!(found(setting, "  x = other.name", None), "nothing");
        assert_eq!(found(reading, "label(cell.name, rows[key])", None), "nothing");
        assert_eq!(found(reading, "label(cell.name, rows[key])", Some(6)), "nothing");
        assert_eq!(
            found(reading, "label(cell.name, rows[key])", Some(11)),
            "`cell` is undefined when calling `label(cell.name, rows[key])`"
        );
        assert_eq!(found(reading, "show(user?.name)", None), "nothing");
    }

    #[test]
    fn every_browsers_words_are_understood() {
        let check = |message: &str, expected: &str| {
            assert_eq!(found(message, "save(a.b.c)", Some(9)), expected, "{message}")
        };
        let owner = "`a.b` is undefined when calling `save(a.b.c)`";
        check("Cannot read properties of undefined (reading 'c')", owner);
        check("Cannot read property 'c' of undefined", owner);
        check("undefined is not an object (evaluating 'a.b.c')", owner);
        check("can't access property \"c\", a.b is undefined", "`a.b` is undefined");
        check("Cannot destructure property 'c' of 'a.b' as it is null.", "`a.b` is null");
        check("a.b is not a function. (In 'a.b()', 'a.b' is undefined)", "`a.b` is not a function");
        check("object null is not iterable (cannot read property Symbol(Symbol.iterator))", "nothing");
        check("the user is not defined here", "nothing");
        check("boom", "nothing");
        assert_eq!(
            found(
                "useState is not a function or its return value is not iterable",
                "const [a, set] = useState(1)",
                None
            ),
            "`useState` is not a function or its return value is not iterable"
        );
    }

    #[test]
    fn what_the_line_does_not_confirm_is_not_stated() {
        assert_eq!(found("e.save is not a function", "props.save()", None), "nothing");
        assert_eq!(found("save is not a function", "  saveAll()", None), "nothing");
        for line in
            ["throw new TypeError('token is null')", "return TypeError('token is null')", "reject(token)"]
        {
            assert_eq!(found("token is null", line, None), "nothing", "{line}");
        }
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
