//! Places in a value: `items[].price`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::map::find;
use super::node::Node;

/// From a value to one that lies in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Of an object.
    Field(Box<str>),
    /// Of an array: all of them.
    Element,
    /// Of a map: all of them.
    Value,
}

/// A place in a value; the value itself without any step.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Path(Vec<Step>);

impl Path {
    /// The place one step further.
    pub(super) fn joined(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The name of the field, if the place is one.
    pub fn last_field(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            Step::Field(name) => Some(&**name),
            Step::Element | Step::Value => None,
        })
    }

    /// Whether an object that has been read to its end lacks the field at this place.
    pub fn is_missing_in(&self, node: &Node) -> bool {
        let Some((Step::Field(name), parents)) = self.0.split_last() else { return false };
        nodes_at(node, parents).into_iter().filter_map(Node::object).any(|object| {
            object.whole > 0 && find(object, name).is_none_or(|field| field.present < object.whole)
        })
    }

    /// What is known of the values at this place.
    pub fn nodes_in<'n>(&self, node: &'n Node) -> Vec<&'n Node> {
        nodes_at(node, &self.0)
    }
}

fn nodes_at<'n>(node: &'n Node, steps: &[Step]) -> Vec<&'n Node> {
    let Some((step, rest)) = steps.split_first() else { return vec![node] };
    let next: Vec<&Node> = match step {
        Step::Field(name) => {
            node.object().and_then(|object| find(object, name)).map(|field| &field.node).into_iter().collect()
        }
        Step::Element => node.array().map(|array| &array.element).into_iter().collect(),
        Step::Value => {
            node.object().into_iter().flat_map(|object| &object.fields).map(|field| &field.node).collect()
        }
    };
    next.into_iter().flat_map(|node| nodes_at(node, rest)).collect()
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Element => formatter.write_str("[]")?,
                Step::Value => formatter.write_str("{}")?,
                // Names that are no words are quoted, so that each path means one place.
                Step::Field(name) if !is_word(name) => write!(formatter, "[{name:?}]")?,
                Step::Field(name) if place == 0 => formatter.write_str(name)?,
                Step::Field(name) => write!(formatter, ".{name}")?,
            }
        }
        Ok(())
    }
}

fn is_word(name: &str) -> bool {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || byte >= 0x80;
    !name.is_empty() && name.bytes().all(is_inside)
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Shape};
    use super::*;

    fn path(steps: &[Step]) -> Path {
        Path(steps.to_vec())
    }

    fn field(name: &str) -> Step {
        Step::Field(name.into())
    }

    #[test]
    fn places_are_written_as_code_would_reach_them() {
        for (steps, expected) in [
            (vec![], ""),
            (vec![field("items"), Step::Element, field("price")], "items[].price"),
            (vec![Step::Element, field("id")], "[].id"),
            (vec![field("a.b"), field("c"), Step::Value], r#"["a.b"].c{}"#),
            (vec![field("")], r#"[""]"#),
        ] {
            assert_eq!(path(&steps).to_string(), expected);
        }
    }

    #[test]
    fn a_field_is_missing_where_an_object_lacks_it() {
        let mut shape = Shape::new(Limits::LEARNED);
        shape.observe(r#"{"items":[{"id":1,"price":2},{"id":2}],"none":[]}"#);
        let is_missing = |steps: &[Step]| path(steps).is_missing_in(shape.root());
        assert!(is_missing(&[field("items"), Step::Element, field("price")]));
        assert!(!is_missing(&[field("items"), Step::Element, field("id")]));
        assert!(!is_missing(&[field("none"), Step::Element, field("id")]));
        assert!(is_missing(&[field("total")]));
        assert!(!is_missing(&[]));
    }
}
