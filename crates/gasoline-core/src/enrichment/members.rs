//! The members of a JSON object in order, values as their exact text.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

/// An object whose values are copied, not understood: numbers and spacing stay as the sender wrote them.
pub(super) struct Members<'a>(pub(super) Vec<(String, Cow<'a, RawValue>)>);

impl<'a> Members<'a> {
    /// The text of a member's value.
    pub(super) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_ref())
    }

    /// A member that is a string.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// Adds or replaces a member; whether that changed anything.
    pub(super) fn set(&mut self, name: &str, value: Cow<'a, RawValue>) -> bool {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) if known.get() == value.get() => return false,
            Some((_, known)) => *known = value,
            None => self.0.push((name.to_owned(), value)),
        }
        true
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Members<'de>, M::Error> {
                let mut members = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    members.push((name, Cow::Borrowed(map.next_value::<&RawValue>()?)));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value.as_ref())?;
        }
        map.end()
    }
}
