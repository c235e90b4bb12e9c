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
        self.print("", shown, ";", indentation, output);
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
        self.print(before, shown, ";", indentation, output);
    }

    /// Adds a JSON document. Its texts must be made by [`json_text`].
    pub(super) fn document(&mut self, expression: &Expression<'_>, output: &mut String) {
        self.0.clear();
        let shown = self.json(expression);
        self.print("", shown, "", 0, output);
    }

    fn print(
        &mut self,
        before: &str,
        shown: Doc,
        after: &'static str,
        indentation: usize,
        output: &mut String,
    ) {
        let parts = [self.0.text(before), shown, self.0.fixed(after)];
        let whole = self.0.concat(&parts);
        self.0.print(whole, indentation, output);
    }

    fn expression(&mut self, expression: &Expression<'_>, place: Place) -> Doc {
        match expression {
            Expression::Code(written) => self.0.text(written),
            Expression::Call(written) => self.0.fixed(written),
            Expression::Text(value) => self.0.written(|texts| js::push_string(texts, value)),
            Expression::Pattern(source) => {
                let parts = [self.0.fixed("/"), self.0.text(source), self.0.fixed("/")];
                self.0.concat(&parts)
            }
            Expression::Otherwise(left, right) => self.otherwise(left, right),
            Expression::Object(fields, spread) => self.object(fields, *spread),
            Expression::List(items) => self.list(items, Spread::IfNeeded),
            Expression::Chain(chain) => self.chain(chain, place),
            Expression::Await(awaited) => {
                let parts = [self.0.fixed("await "), self.expression(awaited, Place::Value)];
                self.0.concat(&parts)
            }
        }
    }

    fn otherwise(&mut self, left: &Expression<'_>, right: &Expression<'_>) -> Doc {
        let left = self.expression(left, Place::Value);
        let operator = self.0.fixed(" ??");
        let right = self.expression(right, Place::Value);
        let right = self.0.concat(&[Doc::LINE, right]);
        let parts = [left, operator, self.0.indent(right)];
        let whole = self.0.concat(&parts);
        self.0.group(whole)
    }

    /// Something between brackets: on one line if it fits and `line` allows it.
    fn bracketed(&mut self, [open, close]: [&'static str; 2], line: Doc, inside: Doc, comma: Comma) -> Doc {
        let inside = self.0.concat(&[line, inside]);
        let open = self.0.fixed(open);
        let inside = self.0.indent(inside);
        let comma = match comma {
            Comma::IfBroken => self.0.if_broken(","),
            Comma::Never => self.0.fixed(""),
        };
        let close = self.0.fixed(close);
        let whole = self.0.concat(&[open, inside, comma, line, close]);
        self.0.group(whole)
    }

    fn object(&mut self, fields: &[(Cow<'_, str>, Expression<'_>)], spread: Spread) -> Doc {
        if fields.is_empty() {
            return self.0.fixed("{}");
        }
        let line = if spread == Spread::Always { Doc::HARD_LINE } else { Doc::LINE };
        let inside = self.listed(fields, line, |layout, (name, value)| layout.field(name, value));
        self.bracketed(["{", "}"], line, inside, Comma::IfBroken)
    }

    /// Items with a comma and a break between them.
    fn listed<T>(&mut self, items: &[T], line: Doc, mut show: impl FnMut(&mut Self, &T) -> Doc) -> Doc {
        let start = self.0.waiting();
        for item in items {
            let shown = show(self, item);
            self.0.wait(shown);
        }
        self.0.taken(start, &[Doc::COMMA, line])
    }

    /// A value that cannot be broken goes to the next line as a whole.
    fn field(&mut self, name: &str, value: &Expression<'_>) -> Doc {
        let is_whole = matches!(value, Expression::Text(_)) || value.is_poorly_breakable();
        let name = self.0.written(|texts| {
            texts.push_str(&js::property(name));
            texts.push_str(if is_whole { ":" } else { ": " });
        });
        let shown = self.expression(value, Place::Value);
        if !is_whole {
            return self.0.concat(&[name, shown]);
        }
        let shown = self.0.concat(&[Doc::LINE, shown]);
        let shown = self.0.indent(shown);
        let whole = self.0.concat(&[name, shown]);
        self.0.group(whole)
    }

    fn list(&mut self, items: &[Expression<'_>], spread: Spread) -> Doc {
        if items.is_empty() {
            return self.0.fixed("[]");
        }
        let several = items.len() > 1;
        let start = self.await_all(items);
        let inside = if several && items.iter().all(is_number) {
            self.0.filled(start)
        } else {
            self.0.joined(start, &[Doc::COMMA, Doc::LINE])
        };
        self.0.release(start);
        let is_forced = spread == Spread::Always || (several && all_composite(items));
        let line = if is_forced { Doc::HARD_LINE } else { Doc::SOFT_LINE };
        self.bracketed(["[", "]"], line, inside, Comma::IfBroken)
    }

    /// Lets all of these wait; since when they do.
    fn await_all(&mut self, items: &[Expression<'_>]) -> usize {
        let start = self.0.waiting();
        for item in items {
            let shown = self.expression(item, Place::Value);
            self.0.wait(shown);
        }
        start
    }

    /// Prettier adds no commas to JSON and quotes every name.
    fn json(&mut self, expression: &Expression<'_>) -> Doc {
        match expression {
            Expression::Object(fields, _) if !fields.is_empty() => {
                let show = |layout: &mut Self, (name, value): &(Cow<'_, str>, Expression<'_>)| {
                    layout.json_field(name, value)
                };
                let inside = self.listed(fields, Doc::HARD_LINE, show);
                self.bracketed(["{", "}"], Doc::HARD_LINE, inside, Comma::Never)
            }
            Expression::List(items) if !items.is_empty() => {
                let several = items.len() > 1 && all_composite(items);
                let (line, between) =
                    if several { (Doc::HARD_LINE, Doc::HARD_LINE) } else { (Doc::SOFT_LINE, Doc::LINE) };
                let inside = self.listed(items, between, Self::json);
                self.bracketed(["[", "]"], line, inside, Comma::Never)
            }
            other => self.expression(other, Place::Value),
        }
    }

    fn json_field(&mut self, name: &str, value: &Expression<'_>) -> Doc {
        let parts = [self.0.text(&js::json_string(name)), self.0.fixed(": "), self.json(value)];
        self.0.concat(&parts)
    }

    /// Arguments in brackets. An object at the end may stay with the call while only it is broken.
    fn arguments(&mut self, arguments: &[Expression<'_>]) -> Doc {
        let Some((last, others)) = arguments.split_last() else {
            return self.0.fixed("()");
        };
        let start = self.await_all(arguments);
        let hugs = matches!(last, Expression::Object(fields, _) if !fields.is_empty())
            || matches!(last, Expression::List(items) if !items.is_empty());
        let shown = if hugs && !others.iter().any(Expression::is_composite) {
            self.with_last(start, last)
        } else {
            let inside = self.0.joined(start, &[Doc::COMMA, Doc::LINE]);
            self.bracketed(["(", ")"], Doc::SOFT_LINE, inside, Comma::IfBroken)
        };
        self.0.release(start);
        shown
    }

    /// The arguments that wait since then: on one line, with only the last of them broken, or a line each.
    fn with_last(&mut self, start: usize, last: &Expression<'_>) -> Doc {
        let whole = self.hugged(start);
        let end = self.0.waiting();
        if self.0.any_breaks(end - 1..end) {
            return whole;
        }
        let broken = self.0.joined(start, &[Doc::COMMA, Doc::HARD_LINE]);
        let broken = self.bracketed(["(", ")"], Doc::HARD_LINE, broken, Comma::IfBroken);
        let expanded = self.expanded(last);
        self.0.replace_last(expanded);
        let states = [whole, self.hugged(start), broken];
        self.0.choice(&states)
    }

    fn hugged(&mut self, start: usize) -> Doc {
        let arguments = self.0.joined(start, &[Doc::COMMA_SPACE]);
        let parts = [self.0.fixed("("), arguments, self.0.fixed(")")];
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

    fn chain(&mut self, chain: &Chain<'_>, place: Place) -> Doc {
        let (leading, following) = chain.split();
        let start = self.0.waiting();
        let head = self.head(chain, leading);
        self.0.wait(head);
        // Each group ends with a call.
        for group in following.split_inclusive(|link| link.arguments.is_some()) {
            let shown = self.links(group);
            self.0.wait(shown);
        }
        let shown = self.on_lines(chain, start, place);
        self.0.release(start);
        shown
    }

    /// The head and the groups that wait since then: on one line, or a line each.
    fn on_lines(&mut self, chain: &Chain<'_>, start: usize, place: Place) -> Doc {
        let one_line = self.0.joined(start, &[]);
        let (first, end) = (start + 1, self.0.waiting());
        let merges = chain.merges(place) && first < end;
        let cutoff = if merges { 3 } else { 2 };
        if end - first < cutoff {
            return self.0.group(one_line);
        }
        let is_complicated = chain.calls() > 2 && !chain.has_simple_arguments();
        let is_broken = is_complicated || self.0.any_breaks(first..end - 1);
        let lines = self.0.taken(first + usize::from(merges), &[Doc::HARD_LINE]);
        let lines = self.0.concat(&[Doc::HARD_LINE, lines]);
        let lines = self.0.indent(lines);
        self.0.wait(lines);
        let expanded = self.0.joined(start, &[]);
        if is_broken { self.0.group(expanded) } else { self.0.choice(&[one_line, expanded]) }
    }

    /// What a chain starts with, and the members that stay with it.
    fn head(&mut self, chain: &Chain<'_>, leading: &[Link<'_>]) -> Doc {
        let start = self.0.waiting();
        let name = self.0.text(&chain.head);
        self.0.wait(name);
        if let Some(arguments) = &chain.called {
            let arguments = self.arguments(arguments);
            self.0.wait(arguments);
        }
        let members = self.links(leading);
        self.0.wait(members);
        self.0.taken(start, &[])
    }

    fn links(&mut self, links: &[Link<'_>]) -> Doc {
        let start = self.0.waiting();
        for link in links {
            let name = [self.0.fixed("."), self.0.fixed(link.name)];
            name.into_iter().for_each(|part| self.0.wait(part));
            if let Some(arguments) = &link.arguments {
                let arguments = self.arguments(arguments);
                self.0.wait(arguments);
            }
        }
        self.0.taken(start, &[])
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

impl<'e> Chain<'e> {
    /// Members that stay with the head, and the links that may stand on lines of their own.
    fn split(&self) -> (&[Link<'e>], &[Link<'e>]) {
        let leading = self.links.iter().take_while(|link| link.arguments.is_none()).count();
        self.links.split_at(leading)
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
