//! The few forms of JavaScript that generated code is made of, laid out as Prettier lays them out.
//!
//! Emitters build these instead of text, so that none of them quotes, indents or wraps by itself. Texts are borrowed from
//! the script where they can be: a long test has thousands of them.

use std::borrow::Cow;

use super::js;
use super::layout::{Doc, Docs, width};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression<'e> {
    /// An identifier, a number, a keyword: text of ours, never of a page.
    Code(Cow<'e, str>),
    /// A short call that no line break would improve: `expect.any(String)`.
    Call(&'static str),
    /// A string literal.
    Text(Cow<'e, str>),
    /// A regular expression, by its source.
    Pattern(String),
    /// `left ?? right`.
    Otherwise(Box<Self>, Box<Self>),
    /// An object.
    Object(Vec<(Cow<'e, str>, Self)>, Spread),
    /// An array.
    List(Vec<Self>),
    /// `head.member(arguments).member…`
    Chain(Chain<'e>),
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
pub(super) struct Chain<'e> {
    head: Cow<'e, str>,
    /// Arguments, if the head itself is called.
    called: Option<Vec<Expression<'e>>>,
    links: Vec<Link<'e>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Link<'e> {
    name: &'static str,
    arguments: Option<Vec<Expression<'e>>>,
}

/// An identifier or other code of ours.
pub(super) fn code<'e>(text: impl Into<Cow<'e, str>>) -> Expression<'e> {
    Expression::Code(text.into())
}

/// A string literal.
pub(super) fn string<'e>(text: impl Into<Cow<'e, str>>) -> Expression<'e> {
    Expression::Text(text.into())
}

/// An object that is broken only where it must be.
pub(super) fn object<'e>(fields: impl IntoIterator<Item = (&'static str, Expression<'e>)>) -> Expression<'e> {
    Expression::Object(named(fields), Spread::IfNeeded)
}

/// An object with a property a line.
pub(super) fn spread<'e>(fields: impl IntoIterator<Item = (&'static str, Expression<'e>)>) -> Expression<'e> {
    Expression::Object(named(fields), Spread::Always)
}

fn named<'e>(
    fields: impl IntoIterator<Item = (&'static str, Expression<'e>)>,
) -> Vec<(Cow<'e, str>, Expression<'e>)> {
    fields.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect()
}

impl<'e> Chain<'e> {
    /// Starts with an identifier.
    pub(super) fn of(head: impl Into<Cow<'e, str>>) -> Self {
        Self { head: head.into(), called: None, links: Vec::new() }
    }

    /// Starts with a call.
    pub(super) fn calling(head: impl Into<Cow<'e, str>>, arguments: Vec<Expression<'e>>) -> Self {
        Self { head: head.into(), called: Some(arguments), links: Vec::new() }
    }

    /// Calls a method.
    #[must_use]
    pub(super) fn call(
        mut self,
        name: &'static str,
        arguments: impl IntoIterator<Item = Expression<'e>>,
    ) -> Self {
        let arguments = Some(arguments.into_iter().collect());
        self.links.push(Link { name, arguments });
        self
    }

    /// Reads a member.
    #[must_use]
    pub(super) fn member(mut self, name: &'static str) -> Self {
        self.links.push(Link { name, arguments: None });
        self
    }

    /// As an expression.
    pub(super) fn end(self) -> Expression<'e> {
        Expression::Chain(self)
    }

    /// `await` of it.
    pub(super) fn awaited(self) -> Expression<'e> {
        Expression::Await(Box::new(self.end()))
    }
}

/// A text of a JSON document.
pub(super) fn json_text(text: &str) -> Expression<'static> {
    Expression::Code(js::json_string(text).into())
}

/// Where an expression stands; Prettier keeps short heads of statements together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Statement,
    Value,
}

/// Expressions on their way to lines.
#[derive(Debug, Default)]
pub(super) struct Layout(Docs);

impl Layout {
    /// Adds the lines of a statement of one expression at this indentation.
    pub(super) fn statement(&mut self, expression: &Expression<'_>, indentation: usize, output: &mut String) {
        self.0.clear();
        let shown = self.expression(expression, Place::Statement);
        self.print(["", ";"], shown, indentation, output);
    }

    /// Adds the lines of a value between what stands before it and a semicolon.
    pub(super) fn value(
        &mut self,
        before: &str,
        value: &Expression<'_>,
        indentation: usize,
        output: &mut String,
    ) {
        self.0.clear();
        let shown = self.expression(value, Place::Value);
        self.print([before, ";"], shown, indentation, output);
    }

    /// Adds a JSON document. Its texts must be made by [`json_text`].
    pub(super) fn document(&mut self, expression: &Expression<'_>, output: &mut String) {
        self.0.clear();
        let shown = self.json(expression);
        self.print(["", ""], shown, 0, output);
    }

    fn print(&mut self, [before, after]: [&str; 2], shown: Doc, indentation: usize, output: &mut String) {
        let parts = [self.0.text(before), shown, self.0.text(after)];
        let whole = self.0.concat(&parts);
        self.0.print(whole, indentation, output);
    }

    fn expression(&mut self, expression: &Expression<'_>, place: Place) -> Doc {
        match expression {
            Expression::Code(written) => self.0.text(written),
            Expression::Call(written) => self.0.text(written),
            Expression::Text(value) => self.0.written(|texts| js::push_string(texts, value)),
            Expression::Pattern(source) => {
                let parts = [self.0.text("/"), self.0.text(source), self.0.text("/")];
                self.0.concat(&parts)
            }
            Expression::Otherwise(left, right) => self.otherwise(left, right),
            Expression::Object(fields, spread) => self.object(fields, *spread),
            Expression::List(items) => self.list(items, Spread::IfNeeded),
            Expression::Chain(chain) => self.chain(chain, place),
            Expression::Await(awaited) => {
                let parts = [self.0.text("await "), self.expression(awaited, Place::Value)];
                self.0.concat(&parts)
            }
        }
    }

    fn otherwise(&mut self, left: &Expression<'_>, right: &Expression<'_>) -> Doc {
        let left = self.expression(left, Place::Value);
        let operator = self.0.text(" ??");
        let right = self.expression(right, Place::Value);
        let right = self.0.concat(&[Doc::LINE, right]);
        let parts = [left, operator, self.0.indent(right)];
        let whole = self.0.concat(&parts);
        self.0.group(whole)
    }

    /// Something between brackets: on one line if it fits and `line` allows it.
    fn bracketed(&mut self, [open, close]: [&'static str; 2], line: Doc, inside: Doc, comma: Comma) -> Doc {
        let inside = self.0.concat(&[line, inside]);
        let open = self.0.text(open);
        let inside = self.0.indent(inside);
        let comma = match comma {
            Comma::IfBroken => self.0.if_broken(","),
            Comma::Never => self.0.text(""),
        };
        let close = self.0.text(close);
        let whole = self.0.concat(&[open, inside, comma, line, close]);
        self.0.group(whole)
    }

    fn object(&mut self, fields: &[(Cow<'_, str>, Expression<'_>)], spread: Spread) -> Doc {
        if fields.is_empty() {
            return self.0.text("{}");
        }
        let line = if spread == Spread::Always { Doc::HARD_LINE } else { Doc::LINE };
        let fields: Vec<Doc> = fields.iter().map(|(name, value)| self.field(name, value)).collect();
        let inside = self.0.listed(&fields, line);
        self.bracketed(["{", "}"], line, inside, Comma::IfBroken)
    }

    /// A value that cannot be broken goes to the next line as a whole.
    fn field(&mut self, name: &str, value: &Expression<'_>) -> Doc {
        let name = self.0.written(|texts| {
            texts.push_str(&js::property(name));
            texts.push(':');
        });
        let shown = self.expression(value, Place::Value);
        if !matches!(value, Expression::Text(_)) && !value.is_poorly_breakable() {
            let space = self.0.text(" ");
            return self.0.concat(&[name, space, shown]);
        }
        let shown = self.0.concat(&[Doc::LINE, shown]);
        let shown = self.0.indent(shown);
        let whole = self.0.concat(&[name, shown]);
        self.0.group(whole)
    }

    fn list(&mut self, items: &[Expression<'_>], spread: Spread) -> Doc {
        if items.is_empty() {
            return self.0.text("[]");
        }
        let several = items.len() > 1;
        let docs = self.each(items);
        let inside = if several && items.iter().all(is_number) {
            self.0.fill(&docs)
        } else {
            self.0.listed(&docs, Doc::LINE)
        };
        let is_forced = spread == Spread::Always || (several && all_composite(items));
        let line = if is_forced { Doc::HARD_LINE } else { Doc::SOFT_LINE };
        self.bracketed(["[", "]"], line, inside, Comma::IfBroken)
    }

    fn each(&mut self, items: &[Expression<'_>]) -> Vec<Doc> {
        items.iter().map(|item| self.expression(item, Place::Value)).collect()
    }

    /// Prettier adds no commas to JSON and quotes every name.
    fn json(&mut self, expression: &Expression<'_>) -> Doc {
        match expression {
            Expression::Object(fields, _) if !fields.is_empty() => {
                let fields: Vec<Doc> =
                    fields.iter().map(|(name, value)| self.json_field(name, value)).collect();
                let inside = self.0.listed(&fields, Doc::HARD_LINE);
                self.bracketed(["{", "}"], Doc::HARD_LINE, inside, Comma::Never)
            }
            Expression::List(items) if !items.is_empty() => {
                let several = items.len() > 1 && all_composite(items);
                let (line, between) =
                    if several { (Doc::HARD_LINE, Doc::HARD_LINE) } else { (Doc::SOFT_LINE, Doc::LINE) };
                let items: Vec<Doc> = items.iter().map(|item| self.json(item)).collect();
                let inside = self.0.listed(&items, between);
                self.bracketed(["[", "]"], line, inside, Comma::Never)
            }
            other => self.expression(other, Place::Value),
        }
    }

    fn json_field(&mut self, name: &str, value: &Expression<'_>) -> Doc {
        let parts = [self.0.text(&js::json_string(name)), self.0.text(": "), self.json(value)];
        self.0.concat(&parts)
    }

    /// Arguments in brackets. An object at the end may stay with the call while only it is broken.
    fn arguments(&mut self, arguments: &[Expression<'_>]) -> Doc {
        let Some((last, others)) = arguments.split_last() else {
            return self.0.text("()");
        };
        let docs = self.each(arguments);
        let hugs = matches!(last, Expression::Object(fields, _) if !fields.is_empty())
            || matches!(last, Expression::List(items) if !items.is_empty());
        if !hugs || others.iter().any(Expression::is_composite) {
            let inside = self.0.listed(&docs, Doc::LINE);
            return self.bracketed(["(", ")"], Doc::SOFT_LINE, inside, Comma::IfBroken);
        }
        let Some((plain, before)) = docs.split_last() else {
            return self.0.text("()");
        };
        let whole = self.hugged(before, *plain);
        if self.0.will_break(*plain) {
            return whole;
        }
        let expanded = self.expanded(last);
        let states = [whole, self.hugged(before, expanded), self.broken(&docs)];
        self.0.choice(&states)
    }

    fn hugged(&mut self, before: &[Doc], last: Doc) -> Doc {
        let (open, comma, close) = (self.0.text("("), self.0.text(", "), self.0.text(")"));
        let before = before.iter().flat_map(|argument| [*argument, comma]);
        let parts: Vec<Doc> = [open].into_iter().chain(before).chain([last, close]).collect();
        self.0.concat(&parts)
    }

    /// An object or list with its outermost brackets broken.
    fn expanded(&mut self, expression: &Expression<'_>) -> Doc {
        match expression {
            Expression::Object(fields, _) => self.object(fields, Spread::Always),
            Expression::List(items) => self.list(items, Spread::Always),
            other => self.expression(other, Place::Value),
        }
    }

    /// Arguments a line each.
    fn broken(&mut self, docs: &[Doc]) -> Doc {
        let inside = self.0.listed(docs, Doc::HARD_LINE);
        self.bracketed(["(", ")"], Doc::HARD_LINE, inside, Comma::IfBroken)
    }

    fn chain(&mut self, chain: &Chain<'_>, place: Place) -> Doc {
        let groups = chain.groups();
        let head = self.head(chain, groups.leading);
        let rest: Vec<Doc> = groups.rest.iter().map(|links| self.links(links)).collect();
        let merges = chain.merges(place) && !rest.is_empty();
        let one_line: Vec<Doc> = [head].into_iter().chain(rest.iter().copied()).collect();
        let one_line = self.0.concat(&one_line);
        let cutoff = if merges { 3 } else { 2 };
        if rest.len() < cutoff {
            return self.0.group(one_line);
        }
        let (kept, broken) = rest.split_at(usize::from(merges));
        let lines: Vec<Doc> = broken.iter().flat_map(|part| [Doc::HARD_LINE, *part]).collect();
        let lines = self.0.concat(&lines);
        let lines = self.0.indent(lines);
        let expanded: Vec<Doc> = [head].into_iter().chain(kept.iter().copied()).chain([lines]).collect();
        let expanded = self.0.concat(&expanded);
        let is_complicated = chain.calls() > 2 && !chain.has_simple_arguments();
        let (_, all_but_last) = rest.split_last().unwrap_or((&Doc::LINE, &[]));
        if is_complicated || all_but_last.iter().any(|part| self.0.will_break(*part)) {
            return self.0.group(expanded);
        }
        self.0.choice(&[one_line, expanded])
    }

    /// What a chain starts with, and the members that stay with it.
    fn head(&mut self, chain: &Chain<'_>, leading: &[Link<'_>]) -> Doc {
        let mut parts = vec![self.0.text(&chain.head)];
        parts.extend(chain.called.as_deref().map(|arguments| self.arguments(arguments)));
        parts.push(self.links(leading));
        self.0.concat(&parts)
    }

    fn links(&mut self, links: &[Link<'_>]) -> Doc {
        let mut parts = Vec::with_capacity(links.len() * 3);
        for link in links {
            parts.extend([self.0.text("."), self.0.text(link.name)]);
            parts.extend(link.arguments.as_deref().map(|arguments| self.arguments(arguments)));
        }
        self.0.concat(&parts)
    }
}

/// Whether a comma follows the last of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comma {
    IfBroken,
    Never,
}

fn is_number(item: &Expression<'_>) -> bool {
    matches!(item, Expression::Code(code) if code.parse::<f64>().is_ok())
}

/// Several objects or lists of more than one element each are never put on one line.
fn all_composite(items: &[Expression<'_>]) -> bool {
    let is_object = |item: &Expression<'_>| matches!(item, Expression::Object(fields, _) if fields.len() > 1);
    let is_list = |item: &Expression<'_>| matches!(item, Expression::List(inner) if inner.len() > 1);
    items.iter().all(is_object) || items.iter().all(is_list)
}

impl Expression<'_> {
    fn is_composite(&self) -> bool {
        matches!(self, Self::Object(..) | Self::List(_))
    }

    /// Whether breaking its only call would gain nothing.
    fn is_poorly_breakable(&self) -> bool {
        match self {
            Self::Call(_) => true,
            Self::Chain(chain) => {
                is_poor(chain.called.as_ref())
                    && chain.links.iter().all(|link| is_poor(link.arguments.as_ref()))
            }
            _ => false,
        }
    }

    /// Whether Prettier takes it for simple enough to stay in a chain of several calls on one line.
    fn is_simple(&self) -> bool {
        match self {
            Self::Code(_) | Self::Call(_) | Self::Text(_) => true,
            Self::Pattern(source) => width(source) <= 5,
            Self::Object(fields, _) => fields.iter().all(|(_, value)| value.is_simple()),
            Self::List(items) => items.iter().all(Self::is_simple),
            Self::Chain(chain) => chain.has_simple_arguments(),
            Self::Otherwise(..) | Self::Await(_) => false,
        }
    }
}

/// Whether arguments are too few and short to be worth lines of their own.
fn is_poor(arguments: Option<&Vec<Expression<'_>>>) -> bool {
    let is_short = |argument: &Expression<'_>| match argument {
        Expression::Code(code) => width(code) <= 20,
        Expression::Text(value) => width(&js::string(value)) <= 20,
        _ => false,
    };
    arguments.is_none_or(|list| list.len() <= 1 && list.iter().all(is_short))
}

/// The parts of a chain that may stand on lines of their own.
struct Groups<'c, 'e> {
    /// Members that stay with the head.
    leading: &'c [Link<'e>],
    /// Each ends with a call.
    rest: Vec<&'c [Link<'e>]>,
}

impl<'e> Chain<'e> {
    fn groups(&self) -> Groups<'_, 'e> {
        let leading = self.links.iter().take_while(|link| link.arguments.is_none()).count();
        let (leading, following) = self.links.split_at(leading);
        Groups { leading, rest: following.split_inclusive(|link| link.arguments.is_some()).collect() }
    }

    /// A head no longer than an indentation, or one that is named like a class, keeps its first call.
    fn merges(&self, place: Place) -> bool {
        let is_class = self.head.starts_with(|first: char| first.is_ascii_uppercase());
        let is_short = is_class || (place == Place::Statement && self.head.len() <= 2);
        let has_members = self.links.first().is_some_and(|link| link.arguments.is_none());
        self.called.is_none() && !has_members && is_short
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
