//! Takes the shape of one value into the shape of many.

use super::node::{Array, Field, Node, Object};
use super::{Limits, Shape};

impl Shape {
    /// Takes another shape into account, within the limits of this one.
    pub fn absorb(&mut self, other: Self) {
        self.whole += other.whole;
        self.cut += other.cut;
        let mut room = Room { limits: self.limits, bytes: &mut self.bytes };
        room.absorb(&mut self.root, other.root);
    }
}

/// What may still be remembered.
struct Room<'s> {
    limits: Limits,
    bytes: &'s mut usize,
}

impl Room<'_> {
    fn absorb(&mut self, known: &mut Node, new: Node) {
        known.nulls += new.nulls;
        known.booleans += new.booleans;
        known.numbers += new.numbers;
        known.integers += new.integers;
        known.texts += new.texts;
        known.formats.absorb(new.formats);
        if let Some(object) = new.object {
            self.absorb_object(known.object.get_or_insert_default(), *object);
        }
        if let Some(array) = new.array {
            let Array { seen, empty, element } = *array;
            let known = known.array.get_or_insert_default();
            known.seen += seen;
            known.empty += empty;
            self.absorb(&mut known.element, element);
        }
    }

    fn absorb_object(&mut self, known: &mut Object, new: Object) {
        known.whole += new.whole;
        known.unnamed += new.unnamed;
        known.values += u64::from(new.whole > 0);
        for Field { name, present, node, .. } in new.fields {
            match known.fields.iter().position(|field| field.name == name) {
                Some(place) => {
                    if let Some(field) = known.fields.get_mut(place) {
                        field.present += present;
                        self.absorb(&mut field.node, node);
                    }
                }
                None if self.has_room_for(&name, known) => {
                    let mut field = Field::new(name, present);
                    self.absorb(&mut field.node, node);
                    known.fields.push(field);
                }
                None => known.unnamed += present,
            }
        }
    }

    fn has_room_for(&mut self, name: &str, object: &Object) -> bool {
        let bytes = *self.bytes + name.len() + size_of::<Field>();
        let fits = object.fields.len() < self.limits.fields && bytes <= self.limits.bytes;
        if fits {
            *self.bytes = bytes;
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Shape {
        let mut shape = Shape::new(Limits::LEARNED);
        for text in texts {
            shape.observe(text);
        }
        shape
    }

    fn absorbed(texts: &[&str]) -> Shape {
        let mut shape = Shape::new(Limits::LEARNED);
        for text in texts {
            shape.absorb(of(&[text]));
        }
        shape
    }

    /// The same, but for what only one way of learning knows.
    fn described(shape: &Shape) -> String {
        let mut json = serde_json::to_value(shape).unwrap();
        strip(&mut json);
        json.to_string()
    }

    fn strip(json: &mut serde_json::Value) {
        match json {
            serde_json::Value::Object(members) => {
                members.remove("values");
                members.values_mut().for_each(strip);
            }
            serde_json::Value::Array(elements) => elements.iter_mut().for_each(strip),
            _ => {}
        }
    }

    #[test]
    fn shapes_of_single_values_add_up_to_the_shape_of_all() {
        let texts = [
            r#"{"id":1,"items":[{"a":1},{"a":null,"b":"2026-01-01"}],"name":"x"}"#,
            r#"{"name":null,"id":2.5,"items":[],"more":{"deep":[[1]]}}"#,
            r#"[1,"a",true]"#,
            r#"{"id":3,"items":[{"a":"#,
        ];
        assert_eq!(described(&absorbed(&texts)), described(&of(&texts)));
    }

    #[test]
    fn an_object_counts_the_values_it_was_in() {
        let shape = absorbed(&[r#"[{"a":1},{"a":2}]"#, r#"[{"a":3}]"#]);
        let elements = &shape.root().array.as_ref().unwrap().element;
        let object = elements.object.as_ref().unwrap();
        assert_eq!((object.whole, object.values), (3, 2));
    }

    #[test]
    fn what_is_learned_stays_within_the_limits() {
        let limits = Limits { bytes: 1_000, ..Limits::LEARNED };
        let mut shape = Shape::new(limits);
        for number in 0..100 {
            shape.absorb(of(&[&format!(r#"{{"field{number}":1}}"#)]));
        }
        let object = shape.root().object.as_ref().unwrap();
        assert!(shape.bytes <= 1_000 && !object.fields.is_empty());
        assert_eq!(object.fields.len() as u64 + object.unnamed, 100);
    }
}
