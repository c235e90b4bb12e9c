//! Words in addresses that are data although they look like names: identities that the server gave out.
//!
//! `/tickets/ujrjoddc` is no other page than `/tickets/sl0dyixa`. By itself such a word says nothing; but an answer had it
//! in a field called `id`.

use aho_corasick::AhoCorasick;

use crate::address::{Parts, is_data, template, without_query};
use crate::shape::Json;

/// Shorter words stand in too many places.
const SHORTEST: usize = 3;

/// Fields that hold identities, and how others end that do. Slugs and keys do not count: they are made to stay, and tell
/// one page from another.
const FIELDS: [&str; 3] = ["id", "uuid", "guid"];
const FIELD_ENDINGS: [&str; 6] = ["Id", "ID", "_id", "-id", "Uuid", "_uuid"];

/// The words that are identities.
#[derive(Debug, Default)]
pub(crate) struct Identities(Vec<String>);

impl Identities {
    /// Those among the words of `addresses` that one of the `answers` gave out.
    pub(crate) fn of<'a>(
        addresses: impl Iterator<Item = &'a str>,
        answers: impl Iterator<Item = Json<'a>>,
    ) -> Self {
        let words = words_of(addresses);
        let Some(finder) = (!words.is_empty()).then(|| AhoCorasick::new(&words).ok()).flatten() else {
            return Self::default();
        };
        let mut given = vec![false; words.len()];
        for Json(answer) in answers {
            for found in finder.find_overlapping_iter(answer) {
                let is_given = is_identity(answer, found.start(), found.end());
                if let Some(given) = given.get_mut(found.pattern().as_usize()) {
                    *given |= is_given;
                }
            }
        }
        Self(
            words
                .into_iter()
                .zip(given)
                .filter(|(_, is_given)| *is_given)
                .map(|(word, _)| word.to_owned())
                .collect(),
        )
    }

    /// A path with `*` for every segment that is data, or looks like it.
    pub(crate) fn general_path(&self, path: &str) -> String {
        let is_identity = |segment: &str| self.0.iter().any(|identity| identity == segment);
        template(path, "*", |segment| is_data(segment) || is_identity(segment)).into_owned()
    }
}

/// Segments that may be identities: the first of a path or route says what the others are about.
fn words_of<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut words: Vec<&str> = addresses
        .flat_map(|address| {
            let parts = Parts::of(address);
            [parts.path, without_query(parts.fragment.unwrap_or_default())]
        })
        .flat_map(|path| path.split('/').filter(|segment| !segment.is_empty()).skip(1))
        .filter(|segment| segment.len() >= SHORTEST && !is_data(segment))
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether what stands there is all of a text in a field of identities. Answers are JSON in a JSON text, so that
/// quotes come with a backslash.
fn is_identity(answer: &str, start: usize, end: usize) -> bool {
    let (Some(before), Some(after)) = (answer.get(..start), answer.get(end..)) else {
        return false;
    };
    let field = before.strip_suffix("\\\"").map(str::trim_end).and_then(|rest| rest.strip_suffix(':'));
    let field = field.map(str::trim_end).and_then(|rest| rest.strip_suffix("\\\""));
    let name = field.and_then(|rest| rest.rsplit("\\\"").next());
    after.starts_with("\\\"") && name.is_some_and(holds_identities)
}

pub(crate) fn holds_identities(field: &str) -> bool {
    FIELDS.contains(&field) || FIELD_ENDINGS.iter().any(|ending| field.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn general(path: &str, answer: &Value) -> String {
        let address = format!("http://localhost{path}?q=1");
        let answer = json!(answer.to_string()).to_string();
        Identities::of([address.as_str()].into_iter(), [Json(&answer)].into_iter()).general_path(path)
    }

    #[test]
    fn what_an_answer_called_an_identity_is_data() {
        let answer = json!({ "tickets": [{ "id": "aaa" }, { "title": "b", "id": "ujrjoddc" }] });
        assert_eq!(general("/tickets/ujrjoddc/answers", &answer), "/tickets/*/answers");
        for field in ["_id", "ticketId", "uuid", "parent_id", "ticketUuid", "ticketID"] {
            assert_eq!(general("/tickets/ujrjoddc", &json!({ field: "ujrjoddc" })), "/tickets/*", "{field}");
        }
    }

    #[test]
    fn names_stay_whatever_else_answers_say() {
        let answer = json!({
            "title": "open", "id": "open tickets", "ids": "x", "kind": { "id": "tickets" }, "id2": "open",
            "open": { "id": 7 }, "id\"": "open", "slug": "open", "grid": "open", "paid": "open",
        });
        assert_eq!(general("/tickets/open/id", &answer), "/tickets/open/id");
    }

    #[test]
    fn routes_are_looked_at_as_paths_are() {
        let answer = json!(json!({ "id" : "bxk" }).to_string()).to_string();
        let addresses = ["http://localhost/#/contacts/bxk?tab=2"];
        let identities = Identities::of(addresses.into_iter(), [Json(&answer)].into_iter());
        assert_eq!(identities.general_path("/contacts/bxk"), "/contacts/*");
    }
}
