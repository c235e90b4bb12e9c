//! The few forms of JavaScript that generated code is made of, laid out as Prettier lays them out.
//!
//! Emitters build these instead of text, so that none of them quotes, indents or wraps by itself.

use super::js;
use super::layout::{Doc, concat, group, indent, join, print, text, width};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// An identifier, a number, a keyword: text of ours, never of a page.
    Code(String),
    /// A string literal.
    Text(String),
    /// A regular expression, by its source.
    Pattern(String),
    /// `left ?? right`.
    Otherwise(Box<Self>, Box<Self>),
    /// An object.
    Object(Vec<(String, Self)>, Spread),
    /// An array.
    List(Vec<Self>),
    /// `head.member(arguments).member…`
    Chain(Chain),
    /// `await …`
    Await(Box<Self>),
}

/// How an object is laid out: Prettier leaves that to the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// On one line if it fits.
    IfNeeded,
    /// A property a line.
    Always,
}

/// Members and calls, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    head: String,
    /// Arguments, if the head itself is called.
    called: Option<Vec<Expression>>,
    links: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    name: String,
    arguments: Option<Vec<Expression>>,
}

/// An identifier or other code of ours.
pub(super) fn code(text: impl Into<String>) -> Expression {
    Expression::Code(text.into())
}

/// A string literal.
pub(super) fn string(text: impl Into<String>) -> Expression {
    Expression::Text(text.into())
}

/// An object that is broken only where it must be.
pub(super) fn object<'n>(fields: impl IntoIterator<Item = (&'n str, Expression)>) -> Expression {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    Expression::Object(fields.collect(), Spread::IfNeeded)
}

impl Chain {
    /// Starts with an identifier.
    pub(super) fn of(head: impl Into<String>) -> Self {
        Self { head: head.into(), called: None, links: Vec::new() }
    }

    /// Starts with a call.
    pub(super) fn calling(head: impl Into<String>, arguments: Vec<Expression>) -> Self {
        Self { head: head.into(), called: Some(arguments), links: Vec::new() }
    }

    /// Calls a method.
    #[must_use]
    pub(super) fn call(mut self, name: &str, arguments: impl IntoIterator<Item = Expression>) -> Self {
        let arguments = Some(arguments.into_iter().collect());
        self.links.push(Link { name: name.to_owned(), arguments });
        self
    }

    /// Reads a member.
    #[must_use]
    pub(super) fn member(mut self, name: &str) -> Self {
        self.links.push(Link { name: name.to_owned(), arguments: None });
        self
    }

    /// As an expression.
    pub(super) fn end(self) -> Expression {
        Expression::Chain(self)
    }

    /// `await` of it.
    pub(super) fn awaited(self) -> Expression {
        Expression::Await(Box::new(self.end()))
    }
}

/// A statement of one expression, its lines at this indentation.
pub(super) fn statement(expression: &Expression, indentation: usize) -> String {
    print(&concat([doc(expression, Place::Statement), text(";")]), indentation)
}

/// A constant.
pub(super) fn constant(name: &str, value: &Expression, indentation: usize) -> String {
    let start = text(format!("const {name} = "));
    print(&concat([start, doc(value, Place::Value), text(";")]), indentation)
}

/// A JSON document. Its texts must be made by [`json_text`].
pub(super) fn json(expression: &Expression) -> String {
    print(&json_doc(expression), 0)
}

/// A text of a JSON document.
pub(super) fn json_text(text: &str) -> Expression {
    Expression::Code(js::json_string(text))
}

/// Prettier adds no commas to JSON and quotes every name.
fn json_doc(expression: &Expression) -> Doc {
    let (open, parts, close, line) = match expression {
        Expression::Object(fields, _) if !fields.is_empty() => {
            let field = |(name, value): &(String, Expression)| {
                concat([text(format!("{}: ", js::json_string(name))), json_doc(value)])
            };
            ("{", fields.iter().map(field).collect::<Vec<_>>(), "}", Doc::HardLine)
        }
        Expression::List(items) if !items.is_empty() => {
            let several = items.len() > 1 && all_composite(items);
            let line = if several { Doc::HardLine } else { Doc::SoftLine };
            ("[", items.iter().map(json_doc).collect(), "]", line)
        }
        other => return doc(other, Place::Value),
    };
    let between = if line == Doc::HardLine { Doc::HardLine } else { Doc::Line };
    let separator = concat([text(","), between]);
    group(concat([text(open), indent(concat([line.clone(), join(&separator, parts)])), line, text(close)]))
}

/// An expression by itself, from the start of a line.
pub(super) fn value(expression: &Expression, before: &str, after: &str) -> String {
    print(&concat([text(before), doc(expression, Place::Value), text(after)]), 0)
}

/// Where an expression stands; Prettier keeps short heads of statements together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Statement,
    Value,
}

fn doc(expression: &Expression, place: Place) -> Doc {
    match expression {
        Expression::Code(written) => text(written.as_str()),
        Expression::Text(value) => text(js::string(value)),
        Expression::Pattern(source) => text(format!("/{source}/")),
        Expression::Otherwise(left, right) => group(concat([
            doc(left, Place::Value),
            text(" ??"),
            indent(concat([Doc::Line, doc(right, Place::Value)])),
        ])),
        Expression::Object(fields, spread) => object_doc(fields, *spread),
        Expression::List(items) => list_doc(items, Spread::IfNeeded),
        Expression::Chain(chain) => chain_doc(chain, place),
        Expression::Await(awaited) => concat([text("await "), doc(awaited, Place::Value)]),
    }
}

fn object_doc(fields: &[(String, Expression)], spread: Spread) -> Doc {
    if fields.is_empty() {
        return text("{}");
    }
    let line = if spread == Spread::Always { Doc::HardLine } else { Doc::Line };
    let separator = concat([text(","), line.clone()]);
    let fields = fields.iter().map(|(name, value)| field_doc(name, value));
    group(concat([
        text("{"),
        indent(concat([line.clone(), join(&separator, fields)])),
        Doc::IfBroken(","),
        line,
        text("}"),
    ]))
}

/// A value that cannot be broken goes to the next line as a whole.
fn field_doc(name: &str, value: &Expression) -> Doc {
    let name = text(format!("{}:", js::property(name)));
    let shown = doc(value, Place::Value);
    if matches!(value, Expression::Text(_)) || value.is_poorly_breakable() {
        group(concat([name, group(indent(concat([Doc::Line, shown])))]))
    } else {
        concat([name, text(" "), shown])
    }
}

fn list_doc(items: &[Expression], spread: Spread) -> Doc {
    if items.is_empty() {
        return text("[]");
    }
    let is_number = |item: &Expression| matches!(item, Expression::Code(code) if code.parse::<f64>().is_ok());
    let several = items.len() > 1;
    let inside = if several && items.iter().all(is_number) {
        let mut parts = Vec::new();
        for item in items {
            if !parts.is_empty() {
                parts.push(concat([text(","), Doc::Line]));
            }
            parts.push(doc(item, Place::Value));
        }
        Doc::Fill(parts.into())
    } else {
        join(&concat([text(","), Doc::Line]), items.iter().map(|item| doc(item, Place::Value)))
    };
    let is_forced = spread == Spread::Always || (several && all_composite(items));
    let forced = if is_forced { Doc::HardLine } else { Doc::SoftLine };
    group(concat([
        text("["),
        indent(concat([forced.clone(), inside])),
        Doc::IfBroken(","),
        forced,
        text("]"),
    ]))
}

/// Several objects or lists of more than one element each are never put on one line.
fn all_composite(items: &[Expression]) -> bool {
    let is_object = |item: &Expression| matches!(item, Expression::Object(fields, _) if fields.len() > 1);
    let is_list = |item: &Expression| matches!(item, Expression::List(inner) if inner.len() > 1);
    items.iter().all(is_object) || items.iter().all(is_list)
}

/// Arguments in brackets. An object at the end may stay with the call while only it is broken.
fn arguments_doc(arguments: &[Expression]) -> Doc {
    let Some((last, others)) = arguments.split_last() else {
        return text("()");
    };
    let docs: Vec<Doc> = arguments.iter().map(|argument| doc(argument, Place::Value)).collect();
    let hugs = matches!(last, Expression::Object(fields, _) if !fields.is_empty())
        || matches!(last, Expression::List(items) if !items.is_empty());
    let others_are_composite = others.iter().any(Expression::is_composite);
    if !hugs || others_are_composite {
        return group(concat([
            text("("),
            indent(concat([Doc::SoftLine, join(&concat([text(","), Doc::Line]), docs)])),
            Doc::IfBroken(","),
            Doc::SoftLine,
            text(")"),
        ]));
    }
    let hugged = |last: Doc| {
        let before = docs.iter().take(others.len()).flat_map(|argument| [argument.clone(), text(", ")]);
        concat([text("(")].into_iter().chain(before).chain([last, text(")")]))
    };
    let plain = docs.last().cloned().unwrap_or(Doc::SoftLine);
    if plain.will_break() {
        return hugged(plain);
    }
    let expanded = expanded_doc(last);
    Doc::Choice([hugged(plain), hugged(expanded), broken(&docs)].into())
}

/// An object or list with its outermost brackets broken.
fn expanded_doc(expression: &Expression) -> Doc {
    match expression {
        Expression::Object(fields, _) => object_doc(fields, Spread::Always),
        Expression::List(items) => list_doc(items, Spread::Always),
        other => doc(other, Place::Value),
    }
}

/// Arguments a line each.
fn broken(docs: &[Doc]) -> Doc {
    let separator = concat([text(","), Doc::HardLine]);
    let inside = concat([Doc::HardLine, join(&separator, docs.iter().cloned())]);
    group(concat([text("("), indent(inside), text(","), Doc::HardLine, text(")")]))
}

impl Expression {
    fn is_composite(&self) -> bool {
        matches!(self, Self::Object(..) | Self::List(_))
    }

    /// Whether breaking its only call would gain nothing.
    fn is_poorly_breakable(&self) -> bool {
        let is_short = |argument: &Self| match argument {
            Self::Code(code) => width(code) <= 20,
            Self::Text(value) => width(&js::string(value)) <= 20,
            _ => false,
        };
        let poor = |arguments: &Option<Vec<Self>>| {
            arguments.as_ref().is_none_or(|list| list.len() <= 1 && list.iter().all(is_short))
        };
        match self {
            Self::Chain(chain) => poor(&chain.called) && chain.links.iter().all(|link| poor(&link.arguments)),
            _ => false,
        }
    }

    /// Whether Prettier takes it for simple enough to stay in a chain of several calls on one line.
    fn is_simple(&self) -> bool {
        match self {
            Self::Code(_) | Self::Text(_) => true,
            Self::Pattern(source) => width(source) <= 5,
            Self::Object(fields, _) => fields.iter().all(|(_, value)| value.is_simple()),
            Self::List(items) => items.iter().all(Self::is_simple),
            Self::Chain(chain) => {
                let calls =
                    chain.links.iter().filter_map(|link| link.arguments.as_ref()).chain(&chain.called);
                calls.flatten().all(Self::is_simple)
            }
            Self::Otherwise(..) | Self::Await(_) => false,
        }
    }
}

fn chain_doc(chain: &Chain, place: Place) -> Doc {
    let groups = chain.groups();
    let head = concat(
        [text(chain.head.as_str())]
            .into_iter()
            .chain(chain.called.as_deref().map(arguments_doc))
            .chain(groups.leading.iter().map(|link| link_doc(link))),
    );
    let rest: Vec<Doc> =
        groups.rest.iter().map(|links| concat(links.iter().map(|link| link_doc(link)))).collect();
    // A head no longer than an indentation, or one that is named like a class, keeps its first call.
    let is_class = chain.head.starts_with(|first: char| first.is_ascii_uppercase());
    let is_short = is_class || (place == Place::Statement && chain.head.len() <= 2);
    let merges = chain.called.is_none() && groups.leading.is_empty() && is_short && !rest.is_empty();
    let one_line = concat([head.clone()].into_iter().chain(rest.iter().cloned()));
    let cutoff = if merges { 3 } else { 2 };
    if rest.len() < cutoff {
        return group(one_line);
    }
    let (kept, broken) = rest.split_at(usize::from(merges));
    let lines = broken.iter().flat_map(|part| [Doc::HardLine, part.clone()]);
    let expanded = concat([head].into_iter().chain(kept.iter().cloned()).chain([indent(concat(lines))]));
    let is_complicated = chain.calls() > 2 && !chain.has_simple_arguments();
    let (_, all_but_last) = rest.split_last().unwrap_or((&Doc::Line, &[]));
    if is_complicated || all_but_last.iter().any(Doc::will_break) {
        return group(expanded);
    }
    Doc::Choice([one_line, expanded].into())
}

fn link_doc(link: &Link) -> Doc {
    let name = text(format!(".{}", link.name));
    match &link.arguments {
        Some(arguments) => concat([name, arguments_doc(arguments)]),
        None => name,
    }
}

/// The parts of a chain that may stand on lines of their own.
struct Groups<'c> {
    /// Members that stay with the head.
    leading: Vec<&'c Link>,
    /// Each ends with a call.
    rest: Vec<Vec<&'c Link>>,
}

impl Chain {
    fn groups(&self) -> Groups<'_> {
        let leading: Vec<_> = self.links.iter().take_while(|link| link.arguments.is_none()).collect();
        let rest = following(self.links.iter().skip(leading.len()));
        Groups { leading, rest }
    }

    fn calls(&self) -> usize {
        let links = self.links.iter().filter(|link| link.arguments.is_some()).count();
        links + usize::from(self.called.is_some())
    }

    fn has_simple_arguments(&self) -> bool {
        let calls = self.links.iter().filter_map(|link| link.arguments.as_ref()).chain(&self.called);
        calls.flatten().all(Expression::is_simple)
    }
}

fn following<'c>(links: impl Iterator<Item = &'c Link>) -> Vec<Vec<&'c Link>> {
    let mut groups: Vec<Vec<&Link>> = Vec::new();
    for link in links {
        let ended = groups.last().and_then(|group| group.last()).is_none_or(|last| last.arguments.is_some());
        match groups.last_mut() {
            Some(group) if !ended => group.push(link),
            _ => groups.push(vec![link]),
        }
    }
    groups
}
