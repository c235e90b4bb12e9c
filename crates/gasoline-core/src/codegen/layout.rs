//! Breaks code into lines as Prettier does: a document of groups, each on one line if it fits, else broken.
//!
//! Wadler's printer in the form Prettier gave it: a group fits if everything up to the next possible line break after
//! it fits, and a choice of layouts is tried in order. Only what the emitters need is here. The pieces of a document lie
//! in one vector and know how wide they are on one line: a choice holds the same pieces in several layouts, and most of
//! what is asked of a piece is whether it fits. Pieces wait on a stack for the one that holds them, and everything that
//! was allocated is used again for the next document.

use std::ops::Range;

/// Columns of a line, Prettier's default.
const WIDTH: isize = 80;
/// An indentation, Prettier's default.
const INDENTATION: &str = "  ";

/// A piece of code whose line breaks are still open, by its place among the [`Docs`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doc(usize);

impl Doc {
    /// A break, or a space if the group fits.
    pub(super) const LINE: Self = Self(0);
    /// A break, or nothing if the group fits.
    pub(super) const SOFT_LINE: Self = Self(1);
    /// Always a break; the groups around it break too.
    pub(super) const HARD_LINE: Self = Self(2);
    /// A comma.
    pub(super) const COMMA: Self = Self(3);
    /// A comma and a space after which no line breaks.
    pub(super) const COMMA_SPACE: Self = Self(4);
}

/// What every document has, in the order of the constants above.
const COMMON: [Piece; 5] = [
    Piece { form: Form::Line, flat: Some(1) },
    Piece { form: Form::SoftLine, flat: Some(0) },
    Piece { form: Form::HardLine, flat: None },
    Piece { form: Form::Fixed(","), flat: Some(1) },
    Piece { form: Form::Fixed(", "), flat: Some(2) },
];

/// The pieces of one document.
#[derive(Debug, Default)]
pub(super) struct Docs {
    pieces: Vec<Piece>,
    /// Parts of all pieces that have several, each piece's next to each other.
    parts: Vec<Doc>,
    /// What all texts say that were written.
    texts: String,
    /// Pieces that wait for the one that will hold them.
    waiting: Vec<Doc>,
    /// What the printer still has to do and to measure; empty between documents.
    commands: Vec<Command>,
    measured: Vec<(Mode, Doc)>,
}

#[derive(Debug)]
struct Piece {
    form: Form,
    /// Columns on one line; none if a hard break inside forbids that. A choice keeps its breaks to itself.
    flat: Option<usize>,
}

#[derive(Debug)]
enum Form {
    /// Text without line breaks.
    Text(Range<usize>),
    /// The same, of ours.
    Fixed(&'static str),
    /// One after the other.
    Concat(Range<usize>),
    /// Breaks inside are followed by one more indentation.
    Indent(Doc),
    Line,
    SoftLine,
    HardLine,
    /// On one line if it fits.
    Group(Doc),
    /// The first of these layouts that fits, else the last.
    Choice(Range<usize>),
    /// Short items with commas between them, as many on a line as fit.
    Fill(Range<usize>),
    /// Only where the group around it is broken.
    IfBroken(&'static str),
}

impl Docs {
    /// Forgets every document, so that another can be made.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
        self.parts.clear();
        self.texts.clear();
        self.waiting.clear();
        self.pieces.extend(COMMON);
    }

    fn add(&mut self, form: Form, flat: Option<usize>) -> Doc {
        self.pieces.push(Piece { form, flat });
        Doc(self.pieces.len() - 1)
    }

    fn keep(&mut self, parts: &[Doc]) -> Range<usize> {
        let start = self.parts.len();
        self.parts.extend_from_slice(parts);
        start..self.parts.len()
    }

    /// A piece of ASCII text of ours.
    pub(super) fn fixed(&mut self, text: &'static str) -> Doc {
        self.add(Form::Fixed(text), Some(text.len()))
    }

    /// A piece of text.
    pub(super) fn text(&mut self, text: &str) -> Doc {
        self.written(|texts| texts.push_str(text))
    }

    /// A piece of text that is written in place.
    pub(super) fn written(&mut self, write: impl FnOnce(&mut String)) -> Doc {
        let start = self.texts.len();
        write(&mut self.texts);
        let range = start..self.texts.len();
        let columns = width(self.say(&range));
        self.add(Form::Text(range), Some(columns))
    }

    /// Pieces one after the other.
    pub(super) fn concat(&mut self, parts: &[Doc]) -> Doc {
        let flat = self.flat_sum(parts);
        let start = self.parts.len();
        parts.iter().for_each(|part| self.append(*part));
        self.add(Form::Concat(start..self.parts.len()), flat)
    }

    /// Adds to the parts of the piece that is being made; what is itself a sequence becomes part of this one.
    fn append(&mut self, part: Doc) {
        match self.pieces.get(part.0).map(|piece| &piece.form) {
            Some(Form::Concat(inner)) => self.parts.extend_from_within(inner.clone()),
            _ => self.parts.push(part),
        }
    }

    /// How many pieces wait: where those begin that come next.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Lets a piece wait for the one that will hold it.
    pub(super) fn wait(&mut self, doc: Doc) {
        self.waiting.push(doc);
    }

    /// Lets go of the pieces that wait since then.
    pub(super) fn release(&mut self, since: usize) {
        self.waiting.truncate(since);
    }

    /// Whether a hard break is in any of these pieces that wait.
    pub(super) fn any_breaks(&self, waiting: Range<usize>) -> bool {
        self.waiting.get(waiting).unwrap_or_default().iter().any(|doc| self.will_break(*doc))
    }

    /// Another piece waits instead of the last one.
    pub(super) fn replace_last(&mut self, doc: Doc) {
        if let Some(last) = self.waiting.last_mut() {
            *last = doc;
        }
    }

    /// The pieces that wait since then, one after the other with others between them. They go on waiting.
    pub(super) fn joined(&mut self, since: usize, between: &[Doc]) -> Doc {
        let waiting = self.waiting.get(since..).unwrap_or_default();
        let flat = match (self.flat_sum(waiting), self.flat_sum(between), waiting.len()) {
            (columns, _, 0 | 1) => columns,
            (columns, gap, count) => columns.zip(gap).map(|(columns, gap)| columns + gap * (count - 1)),
        };
        let start = self.parts.len();
        for index in since..self.waiting.len() {
            if index > since {
                self.parts.extend_from_slice(between);
            }
            if let Some(part) = self.waiting.get(index) {
                self.append(*part);
            }
        }
        self.add(Form::Concat(start..self.parts.len()), flat)
    }

    /// The same, but they wait no longer.
    pub(super) fn taken(&mut self, since: usize, between: &[Doc]) -> Doc {
        let joined = self.joined(since, between);
        self.release(since);
        joined
    }

    /// A group.
    pub(super) fn group(&mut self, contents: Doc) -> Doc {
        let flat = self.flat(contents);
        self.add(Form::Group(contents), flat)
    }

    /// Something indented.
    pub(super) fn indent(&mut self, contents: Doc) -> Doc {
        let flat = self.flat(contents);
        self.add(Form::Indent(contents), flat)
    }

    /// Layouts, of which the first that fits is taken.
    pub(super) fn choice(&mut self, states: &[Doc]) -> Doc {
        let flat = states.first().and_then(|first| self.flat(*first));
        let states = self.keep(states);
        self.add(Form::Choice(states), flat)
    }

    /// The texts that wait since then with commas between them, as many on a line as fit.
    pub(super) fn filled(&mut self, since: usize) -> Doc {
        let items = self.waiting.get(since..).unwrap_or_default();
        let separators = items.len().saturating_sub(1) * ", ".len();
        let flat = self.flat_sum(items).map(|columns| columns + separators);
        let start = self.parts.len();
        self.parts.extend_from_slice(items);
        self.add(Form::Fill(start..self.parts.len()), flat)
    }

    /// Text that appears only where the group around it is broken.
    pub(super) fn if_broken(&mut self, text: &'static str) -> Doc {
        self.add(Form::IfBroken(text), Some(0))
    }

    /// Whether a hard break inside forces everything around to break.
    pub(super) fn will_break(&self, doc: Doc) -> bool {
        self.flat(doc).is_none()
    }

    fn flat(&self, doc: Doc) -> Option<usize> {
        self.pieces.get(doc.0).and_then(|piece| piece.flat)
    }

    fn flat_sum(&self, parts: &[Doc]) -> Option<usize> {
        parts.iter().try_fold(0, |columns, part| Some(columns + self.flat(*part)?))
    }

    fn form(&self, doc: Doc) -> &Form {
        self.pieces.get(doc.0).map_or(&Form::SoftLine, |piece| &piece.form)
    }

    fn parts(&self, parts: &Range<usize>) -> &[Doc] {
        self.parts.get(parts.clone()).unwrap_or_default()
    }

    fn say(&self, text: &Range<usize>) -> &str {
        self.texts.get(text.clone()).unwrap_or_default()
    }

    /// Adds the lines of a document that starts at this indentation.
    pub(super) fn print(&mut self, doc: Doc, indentation: usize, output: &mut String) {
        let mut commands = std::mem::take(&mut self.commands);
        let measured = std::mem::take(&mut self.measured);
        let mut printer = Printer { docs: self, output, column: 0, measured, has_broken_flat: false };
        printer.indent(indentation);
        commands.push((indentation, Mode::Broken, doc));
        while let Some(command) = commands.pop() {
            printer.step(command, &mut commands);
        }
        self.measured = printer.measured;
        self.commands = commands;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

type Command = (usize, Mode, Doc);

struct Printer<'d> {
    docs: &'d Docs,
    output: &'d mut String,
    column: usize,
    /// What is still to be measured; kept because measuring is what happens most.
    measured: Vec<(Mode, Doc)>,
    /// Whether a hard break stood where everything was to be on one line: what follows it has to be measured again.
    has_broken_flat: bool,
}

impl Printer<'_> {
    fn step(&mut self, (depth, mode, doc): Command, commands: &mut Vec<Command>) {
        let docs = self.docs;
        match docs.form(doc) {
            Form::Text(piece) => self.write(docs.say(piece), docs.flat(doc).unwrap_or_default()),
            Form::Fixed(piece) => self.write(piece, piece.len()),
            Form::IfBroken(piece) if mode == Mode::Broken => self.write(piece, piece.len()),
            Form::IfBroken(_) => {}
            Form::Concat(parts) => {
                commands.extend(docs.parts(parts).iter().rev().map(|part| (depth, mode, *part)));
            }
            Form::Indent(inside) => commands.push((depth + 1, mode, *inside)),
            Form::Line if mode == Mode::Flat => self.write(" ", 1),
            Form::SoftLine if mode == Mode::Flat => {}
            Form::Line | Form::SoftLine | Form::HardLine => {
                self.has_broken_flat |= mode == Mode::Flat;
                self.new_line(depth);
            }
            Form::Group(inside) => {
                let is_sure = mode == Mode::Flat && !self.has_broken_flat;
                let fits = !docs.will_break(doc) && (is_sure || self.fits(*inside, commands, self.room()));
                commands.push((depth, if fits { Mode::Flat } else { Mode::Broken }, *inside));
            }
            Form::Choice(states) => self.choose(depth, docs.parts(states), commands),
            Form::Fill(parts) => self.fill(depth, docs.parts(parts), commands),
        }
    }

    fn write(&mut self, piece: &str, columns: usize) {
        self.output.push_str(piece);
        self.column += columns;
    }

    fn new_line(&mut self, depth: usize) {
        while self.output.ends_with(' ') {
            self.output.pop();
        }
        self.output.push('\n');
        self.indent(depth);
    }

    fn indent(&mut self, depth: usize) {
        self.column = depth * INDENTATION.len();
        self.output.extend(std::iter::repeat_n(INDENTATION, depth));
    }

    fn room(&self) -> isize {
        WIDTH - self.column as isize
    }

    fn choose(&mut self, depth: usize, states: &[Doc], commands: &mut Vec<Command>) {
        let room = self.room();
        let fitting = states.iter().find(|state| self.fits(**state, commands, room));
        match (fitting, states.last()) {
            (Some(state), _) => commands.push((depth, Mode::Flat, *state)),
            (None, Some(last)) => commands.push((depth, Mode::Broken, *last)),
            (None, None) => {}
        }
    }

    /// Breaks before an item that would not fit.
    fn fill(&mut self, depth: usize, items: &[Doc], commands: &mut Vec<Command>) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.write(",", 1);
                // A space goes before the item, the next comma or the bracket after it.
                if self.fits(*item, &[], self.room() - 1) { self.write(" ", 1) } else { self.new_line(depth) }
            }
            self.step((depth, Mode::Flat, *item), commands);
        }
    }

    /// Whether a piece on one line and everything up to the next possible break after it fit into `room` columns.
    fn fits(&mut self, next: Doc, rest: &[Command], mut room: isize) -> bool {
        let docs = self.docs;
        let mut waiting = rest.iter().rev();
        self.measured.clear();
        self.measured.push((Mode::Flat, next));
        while room >= 0 {
            let Some((mode, doc)) = self.measured.pop() else {
                match waiting.next() {
                    None => return true,
                    Some(&(_, mode, doc)) => self.measured.push((mode, doc)),
                }
                continue;
            };
            if let (Mode::Flat, Some(columns)) = (mode, docs.flat(doc)) {
                room -= columns as isize;
                continue;
            }
            match docs.form(doc) {
                Form::Text(_) => room -= docs.flat(doc).unwrap_or_default() as isize,
                Form::Fixed(piece) | Form::IfBroken(piece) => room -= piece.len() as isize,
                Form::Concat(parts) => {
                    self.measured.extend(docs.parts(parts).iter().rev().map(|part| (mode, *part)));
                }
                Form::Indent(inside) => self.measured.push((mode, *inside)),
                Form::Group(inside) => {
                    let mode = if docs.will_break(doc) { Mode::Broken } else { mode };
                    self.measured.push((mode, *inside));
                }
                Form::Choice(states) => {
                    let states = docs.parts(states);
                    let state = if mode == Mode::Broken { states.last() } else { states.first() };
                    self.measured.extend(state.map(|state| (mode, *state)));
                }
                // After its first item a break is possible.
                Form::Fill(items) => {
                    self.measured.extend(docs.parts(items).first().map(|item| (mode, *item)));
                    waiting = [].iter().rev();
                }
                Form::HardLine | Form::Line | Form::SoftLine => return true,
            }
        }
        false
    }
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
