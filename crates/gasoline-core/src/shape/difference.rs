//! How one value differs from those seen before it.

use std::fmt;

use super::format::{Format, Formats};
use super::map::{are_maps, find};
use super::node::{Node, Object, Seen};
use super::path::{Path, Step};

/// A JSON type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TypeName {
    Null,
    Boolean,
    Number,
    String,
    Object,
    Array,
}

impl TypeName {
    /// The type that was seen.
    pub fn of(seen: Seen<'_>) -> Self {
        match seen {
            Seen::Null => Self::Null,
            Seen::Boolean => Self::Boolean,
            Seen::Number => Self::Number,
            Seen::Text => Self::String,
            Seen::Object(_) => Self::Object,
            Seen::Array(_) => Self::Array,
        }
    }

    fn is_compound(self) -> bool {
        matches!(self, Self::Object | Self::Array)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Object => "object",
            Self::Array => "array",
        })
    }
}

/// One place at which a value differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub path: Path,
    /// How.
    pub differing: Differing,
    /// In how many earlier values this place was seen.
    pub seen_in: u64,
    /// Whether it lies in elements of an array.
    pub in_elements: bool,
}

/// How a place differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Differing {
    /// Every earlier object had this field.
    Missing,
    /// No earlier object had this field.
    Added(TypeName),
    /// It was never of this type.
    Type {
        /// The types seen before, without null.
        from: Vec<TypeName>,
        /// The new type.
        to: TypeName,
    },
    /// It was never null.
    Null {
        /// What it was.
        was: TypeName,
    },
    /// All earlier texts had another form.
    Format {
        /// The earlier form.
        from: Format,
        /// The new one, if it has one.
        to: Option<Format>,
    },
    /// All earlier numbers were whole.
    Fraction,
}

/// Where one value (`actual`) differs from what `expected` has learned of `values` earlier ones, down to some levels.
pub fn differences(expected: &Node, actual: &Node, values: u64, levels: usize) -> Vec<Difference> {
    let mut found = Vec::new();
    let place = Place { path: Path::default(), values, in_elements: false, levels };
    place.compare(expected, actual, &mut found);
    found
}

/// Where two nodes are compared.
struct Place {
    path: Path,
    values: u64,
    in_elements: bool,
    levels: usize,
}

impl Place {
    fn compare(&self, expected: &Node, actual: &Node, found: &mut Vec<Difference>) {
        let known: Vec<TypeName> =
            expected.types().map(TypeName::of).filter(|name| *name != TypeName::Null).collect();
        if known.is_empty() {
            return;
        }
        found.extend(self.type_differences(&known, expected, actual));
        found.extend(self.form_difference(expected, actual));
        let Some(levels) = self.levels.checked_sub(1) else { return };
        if let (Some(expected), Some(actual)) = (expected.object(), actual.object()) {
            self.compare_objects(expected, actual, levels, found);
        }
        if let (Some(expected), Some(actual)) = (expected.array(), actual.array()) {
            let elements = Self {
                path: self.path.joined(Step::Element),
                values: expected.element.object().map_or(self.values, |object| object.values),
                in_elements: true,
                levels,
            };
            elements.compare(&expected.element, &actual.element, found);
        }
    }

    fn type_differences(&self, known: &[TypeName], expected: &Node, actual: &Node) -> Vec<Difference> {
        let is_new = |name: &TypeName| match name {
            TypeName::Null => !expected.is_nullable(),
            other => !known.contains(other),
        };
        let differing = |to: TypeName| match (to, known) {
            (TypeName::Null, [was, ..]) if !was.is_compound() => Differing::Null { was: *was },
            _ => Differing::Type { from: known.to_vec(), to },
        };
        actual.types().map(TypeName::of).filter(is_new).map(|to| self.difference(differing(to))).collect()
    }

    fn form_difference(&self, expected: &Node, actual: &Node) -> Option<Difference> {
        if expected.is_integer() && actual.numbers > actual.integers {
            return Some(self.difference(Differing::Fraction));
        }
        match (expected.formats(), actual.formats()) {
            (Formats::All(from), Formats::All(to)) if from != to => {
                Some(self.difference(Differing::Format { from, to: Some(to) }))
            }
            // Addresses and names are often both at one place.
            (Formats::All(from @ (Format::Date | Format::DateTime | Format::Uuid)), Formats::Mixed) => {
                Some(self.difference(Differing::Format { from, to: None }))
            }
            _ => None,
        }
    }

    fn compare_objects(
        &self,
        expected: &Object,
        actual: &Object,
        levels: usize,
        found: &mut Vec<Difference>,
    ) {
        if are_maps(expected, actual) {
            self.compare_maps(expected, actual, levels, found);
            return;
        }
        for field in &expected.fields {
            let place = self.field(&field.name, expected.values.max(1), levels);
            match find(actual, &field.name) {
                Some(same) => {
                    if same.present < actual.whole && expected.always_has(field) {
                        found.push(place.difference(Differing::Missing));
                    }
                    place.compare(&field.node, &same.node, found);
                }
                None if actual.whole > 0 && expected.always_has(field) => {
                    found.push(place.difference(Differing::Missing));
                }
                None => {}
            }
        }
        // Fields beyond the limits have no names: each new one may be one of them.
        if expected.unnamed == 0 {
            let is_new = |name: &str| find(expected, name).is_none();
            for field in actual.fields.iter().filter(|field| is_new(&field.name)) {
                let Some(seen) = field.node.types().last() else { continue };
                let place = self.field(&field.name, expected.values.max(1), levels);
                found.push(place.difference(Differing::Added(TypeName::of(seen))));
            }
        }
    }

    /// Keys of maps come and go. Only their values are compared, each with one of those seen before.
    fn compare_maps(&self, expected: &Object, actual: &Object, levels: usize, found: &mut Vec<Difference>) {
        let Some(usual) = expected.fields.first() else { return };
        let values = Self {
            path: self.path.joined(Step::Value),
            values: expected.values.max(1),
            in_elements: true,
            levels,
        };
        for field in &actual.fields {
            let known = find(expected, &field.name).unwrap_or(usual);
            let mut differing = Vec::new();
            values.compare(&known.node, &field.node, &mut differing);
            for difference in differing {
                if !found.contains(&difference) {
                    found.push(difference);
                }
            }
        }
    }

    fn field(&self, name: &str, values: u64, levels: usize) -> Self {
        let path = self.path.joined(Step::Field(name.into()));
        Self { path, values, in_elements: self.in_elements, levels }
    }

    fn difference(&self, differing: Differing) -> Difference {
        Difference { path: self.path.clone(), differing, seen_in: self.values, in_elements: self.in_elements }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Shape};
    use super::*;

    fn learned(texts: &[&str]) -> Shape {
        let mut shape = Shape::new(Limits::LEARNED);
        for text in texts {
            let mut one = Shape::new(Limits::LEARNED);
            one.observe(text);
            shape.absorb(one);
        }
        shape
    }

    fn check(before: &[&str], now: &str, expected: &[&str]) {
        let (before, now) = (learned(before), learned(&[now]));
        let shown: Vec<String> = differences(before.root(), now.root(), before.whole(), 3)
            .into_iter()
            .map(|Difference { path, differing, seen_in, .. }| format!("{path} {differing:?} {seen_in}"))
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn fields_that_were_always_there_are_missed() {
        let before = [r#"{"id":1,"name":"a","more":1}"#, r#"{"id":2,"name":"b"}"#];
        check(&before, r#"{"id":3}"#, &["name Missing 2"]);
        check(&before, r#"{"id":3,"name":"c"}"#, &[]);
        check(&[r#"{"a":{"b":1}}"#], r#"{"a":{}}"#, &["a.b Missing 1"]);
        check(&[r#"{"a":[{"b":1},{"b":2}]}"#], r#"{"a":[{"b":1},{}]}"#, &["a[].b Missing 1"]);
        check(&[r#"{"a":[{"b":1}]}"#], r#"{"a":[]}"#, &[]);
    }

    #[test]
    fn a_cut_value_lacks_nothing() {
        check(&[r#"{"id":1,"name":"a"}"#], r#"{"id":1,"na"#, &[]);
        check(&[r#"[{"id":1,"name":"a"}]"#], r#"[{"id":1},{"id":2,"#, &["[].name Missing 1"]);
    }

    #[test]
    fn types_nulls_forms_and_fractions_differ() {
        check(
            &[r#"{"n":1,"o":{},"d":"2026-01-01"}"#],
            r#"{"n":"1","o":null,"d":"2026-01-01T00:00:00Z"}"#,
            &[
                "n Type { from: [Number], to: String } 1",
                "o Type { from: [Object], to: Null } 1",
                "d Format { from: Date, to: Some(DateTime) } 1",
            ],
        );
        check(&[r#"{"n":1}"#], r#"{"n":null}"#, &["n Null { was: Number } 1"]);
        check(&[r#"{"n":null}"#, r#"{"n":1}"#], r#"{"n":null}"#, &[]);
        check(&[r#"{"n":null}"#], r#"{"n":1}"#, &[]);
        check(&[r#"{"n":1}"#], r#"{"n":1.5}"#, &["n Fraction 1"]);
        check(&["[1]"], r#"{"a":1}"#, &[" Type { from: [Array], to: Object } 1"]);
    }

    #[test]
    fn new_fields_are_named_with_their_type() {
        check(&[r#"{"a":1}"#], r#"{"a":1,"b.c":[1]}"#, &[r#"["b.c"] Added(Array) 1"#]);
    }

    #[test]
    fn keys_of_maps_come_and_go() {
        check(&[r#"{"17":{"a":1}}"#], r#"{"18":{"a":2},"19":{"a":3}}"#, &[]);
        check(
            &[r#"{"17":{"a":1}}"#],
            r#"{"18":{"a":"2"},"19":{"a":"3"}}"#,
            &["{}.a Type { from: [Number], to: String } 1"],
        );
    }

    #[test]
    fn only_so_many_levels_are_compared() {
        let before = learned(&[r#"{"a":{"b":{"c":{"d":1}}}}"#]);
        let now = learned(&[r#"{"a":{"b":{"c":{}}}}"#]);
        assert_eq!(differences(before.root(), now.root(), 1, 3), []);
        assert_eq!(differences(before.root(), now.root(), 1, 4).len(), 1);
    }
}
