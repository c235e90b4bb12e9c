//! Adds late fields to the JSON of an entry already stored.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

/// The members of a JSON object in order, values as their exact text.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

/// Whether a field may be added after the entry was stored.
fn is_late(name: &str) -> bool {
    name.starts_with('_') || name == "enrichment"
}

/// `stored` with the late fields of `arriving` added or replaced; `None` when there are none to add.
pub(super) fn late_fields(stored: &str, arriving: &str) -> Option<String> {
    let mut members: Members<'_> = serde_json::from_str(stored).ok()?;
    let arriving: Members<'_> = serde_json::from_str(arriving).ok()?;
    let mut changed = false;
    for (name, value) in arriving.0.into_iter().filter(|(name, _)| is_late(name)) {
        match members.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if known.get() == value.get() => continue,
            Some((_, known)) => *known = value,
            None => members.0.push((name, value)),
        }
        changed = true;
    }
    changed.then(|| serde_json::to_string(&members).ok()).flatten()
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
                    members.push((Cow::Owned(name), map.next_value()?));
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
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_underscore_fields_and_enrichment_are_taken_and_the_rest_keeps_its_text() {
        let stored = r#"{"message":"a","n":1.50,"enrichment":"pending","_old":1}"#;
        let arriving = r#"{"message":"b","enrichment":"done","_aiContext":{"summary":"s"},"_old":2}"#;
        assert_eq!(
            late_fields(stored, arriving).as_deref(),
            Some(r#"{"message":"a","n":1.50,"enrichment":"done","_old":2,"_aiContext":{"summary":"s"}}"#)
        );
    }

    #[test]
    fn a_plain_resend_changes_nothing() {
        let entry = r#"{"message":"a","_context":{"k":1}}"#;
        assert_eq!(late_fields(entry, entry), None);
        assert_eq!(late_fields(entry, r#"{"message":"b"}"#), None);
    }
}
