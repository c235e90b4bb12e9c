//! Breaks code into lines as Prettier does: a document of groups, each on one line if it fits, else broken.
//!
//! Wadler's printer in the form Prettier gave it: a group fits if everything up to the next possible line break after
//! it fits, and a choice of layouts is tried in order. Only what the emitters need is here. Parts are shared, because a choice
//! holds the same parts in several layouts.

use std::rc::Rc;

/// Columns of a line, Prettier's default.
const WIDTH: isize = 80;
/// Columns of an indentation, Prettier's default.
const INDENT: usize = 2;

/// A piece of code whose line breaks are still open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doc {
    /// Text without line breaks.
    Text(String),
    /// One after the other.
    Concat(Rc<[Self]>),
    /// Breaks inside are followed by one more indentation.
    Indent(Rc<Self>),
    /// A break, or a space if the group fits.
    Line,
    /// A break, or nothing if the group fits.
    SoftLine,
    /// Always a break; the groups around it break too.
    HardLine,
    /// On one line if it fits; whether a hard break inside forbids that is known from the start.
    Group(Rc<Self>, Forced),
    /// The first of these layouts that fits, else the last.
    Choice(Rc<[Self]>),
    /// Items with separators, as many on a line as fit.
    Fill(Rc<[Self]>),
    /// Only where the group around it is broken.
    IfBroken(&'static str),
}

/// Whether a group must break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    Yes,
    No,
}

/// A piece of text.
pub(super) fn text(text: impl Into<String>) -> Doc {
    Doc::Text(text.into())
}

/// Pieces one after the other.
pub(super) fn concat(parts: impl IntoIterator<Item = Doc>) -> Doc {
    Doc::Concat(parts.into_iter().collect())
}

/// A group.
pub(super) fn group(contents: Doc) -> Doc {
    let forced = if contents.will_break() { Forced::Yes } else { Forced::No };
    Doc::Group(Rc::new(contents), forced)
}

/// Something indented.
pub(super) fn indent(contents: Doc) -> Doc {
    Doc::Indent(Rc::new(contents))
}

/// Pieces with a separator between them.
pub(super) fn join(separator: &Doc, parts: impl IntoIterator<Item = Doc>) -> Doc {
    let mut joined = Vec::new();
    for part in parts {
        if !joined.is_empty() {
            joined.push(separator.clone());
        }
        joined.push(part);
    }
    Doc::Concat(joined.into())
}

impl Doc {
    /// Whether a hard break inside forces everything around to break. A choice keeps its breaks to itself.
    pub(super) fn will_break(&self) -> bool {
        match self {
            Self::HardLine => true,
            Self::Concat(parts) | Self::Fill(parts) => parts.iter().any(Self::will_break),
            Self::Indent(inside) => inside.will_break(),
            Self::Group(_, forced) => *forced == Forced::Yes,
            Self::Choice(states) => states.first().is_some_and(Self::will_break),
            Self::Text(_) | Self::Line | Self::SoftLine | Self::IfBroken(_) => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

type Command<'d> = (usize, Mode, &'d Doc);

/// The lines of a document that starts at this indentation.
pub(super) fn print(doc: &Doc, indentation: usize) -> String {
    let mut printer = Printer { output: " ".repeat(indentation * INDENT), column: indentation * INDENT };
    let mut commands: Vec<Command<'_>> = vec![(indentation, Mode::Broken, doc)];
    while let Some(command) = commands.pop() {
        printer.step(command, &mut commands);
    }
    printer.output
}

struct Printer {
    output: String,
    column: usize,
}

impl Printer {
    fn step<'d>(&mut self, (depth, mode, doc): Command<'d>, commands: &mut Vec<Command<'d>>) {
        match doc {
            Doc::Text(piece) => self.write(piece),
            Doc::IfBroken(piece) if mode == Mode::Broken => self.write(piece),
            Doc::IfBroken(_) => {}
            Doc::Concat(parts) => commands.extend(parts.iter().rev().map(|part| (depth, mode, part))),
            Doc::Indent(inside) => commands.push((depth + 1, mode, inside)),
            Doc::Line if mode == Mode::Flat => self.write(" "),
            Doc::SoftLine if mode == Mode::Flat => {}
            Doc::Line | Doc::SoftLine | Doc::HardLine => self.new_line(depth),
            Doc::Group(inside, forced) => {
                let mode = self.mode_of(*forced, (depth, Mode::Flat, inside), commands);
                commands.push((depth, mode, inside));
            }
            Doc::Choice(states) => self.choose(depth, states, commands),
            Doc::Fill(parts) => self.fill(depth, parts, commands),
        }
    }

    fn write(&mut self, piece: &str) {
        self.output.push_str(piece);
        self.column += width(piece);
    }

    fn new_line(&mut self, depth: usize) {
        while self.output.ends_with(' ') {
            self.output.pop();
        }
        self.output.push('\n');
        self.output.push_str(&" ".repeat(depth * INDENT));
        self.column = depth * INDENT;
    }

    fn room(&self) -> isize {
        WIDTH - self.column as isize
    }

    fn mode_of(&self, forced: Forced, flat: Command<'_>, rest: &[Command<'_>]) -> Mode {
        if forced == Forced::No && fits(flat, rest, self.room()) { Mode::Flat } else { Mode::Broken }
    }

    fn choose<'d>(&mut self, depth: usize, states: &'d [Doc], commands: &mut Vec<Command<'d>>) {
        let fitting = states.iter().find(|state| fits((depth, Mode::Flat, state), commands, self.room()));
        match (fitting, states.last()) {
            (Some(state), _) => commands.push((depth, Mode::Flat, state)),
            (None, Some(last)) => commands.push((depth, Mode::Broken, last)),
            (None, None) => {}
        }
    }

    /// Items and separators alternate; a separator breaks where the next item would not fit.
    fn fill<'d>(&mut self, depth: usize, parts: &'d [Doc], commands: &mut Vec<Command<'d>>) {
        for (index, part) in parts.iter().enumerate() {
            let is_separator = index % 2 == 1;
            let next = parts.get(index + 1);
            // The trailing comma and bracket belong to the last item.
            let breaks = is_separator
                && next.is_some_and(|next| !fits((depth, Mode::Flat, next), &[], self.room() - 2));
            match part {
                Doc::Line if breaks => self.new_line(depth),
                Doc::Line => self.write(" "),
                Doc::Concat(pieces) if is_separator => {
                    for piece in pieces.iter() {
                        match piece {
                            Doc::Line if breaks => self.new_line(depth),
                            Doc::Line => self.write(" "),
                            other => self.step((depth, Mode::Flat, other), commands),
                        }
                    }
                }
                other => self.step((depth, Mode::Flat, other), commands),
            }
        }
    }
}

/// Whether everything up to the next possible break fits into `room` columns.
fn fits(next: Command<'_>, rest: &[Command<'_>], mut room: isize) -> bool {
    let mut waiting = rest.iter().rev();
    let mut commands = vec![next];
    while room >= 0 {
        let Some((depth, mode, doc)) = commands.pop() else {
            match waiting.next() {
                None => return true,
                Some(command) => commands.push(*command),
            }
            continue;
        };
        match doc {
            Doc::Text(piece) => room -= width(piece) as isize,
            Doc::IfBroken(piece) if mode == Mode::Broken => room -= width(piece) as isize,
            Doc::IfBroken(_) => {}
            Doc::Concat(parts) | Doc::Fill(parts) => {
                commands.extend(parts.iter().rev().map(|part| (depth, mode, part)));
            }
            Doc::Indent(inside) => commands.push((depth, mode, inside)),
            Doc::Group(inside, forced) => {
                let mode = if *forced == Forced::Yes { Mode::Broken } else { mode };
                commands.push((depth, mode, inside));
            }
            Doc::Choice(states) => {
                let state = if mode == Mode::Broken { states.last() } else { states.first() };
                commands.extend(state.map(|state| (depth, mode, state)));
            }
            Doc::HardLine => return true,
            Doc::Line | Doc::SoftLine if mode == Mode::Broken => return true,
            Doc::Line => room -= 1,
            Doc::SoftLine => {}
        }
    }
    false
}

/// Columns a text takes: wide characters two, marks that sit on others none.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(columns).sum() }
}

fn columns(character: char) -> usize {
    match u32::from(character) {
        0x0300..=0x036f | 0x200b..=0x200d | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xe0100..=0xe01ef => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0x33ff
        | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff
        | 0xa000..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f680..=0x1f6ff
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}
