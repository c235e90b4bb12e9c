//! Adds late fields to the JSON of an entry already stored.

use std::borrow::Cow;

use gasoline_wire::Enrichment;
use serde_json::Value;
use serde_json::value::RawValue;

use super::members::Members;
use super::printable::bounded;
use super::{ai_context, further, summary, throwing_component};

/// The field that is merged member by member.
const AI_CONTEXT: &str = "_aiContext";
/// Which kinds of context an error has, as documented. Only the server knows all of them.
const ENRICHMENTS: &str = "_enrichments";
/// Characters of a reason.
const LONGEST_REASON: usize = 200;

/// Whether a field may be added after the entry was stored.
fn is_late(name: &str) -> bool {
    name.starts_with('_') || name == "enrichment"
}

/// Whether an entry brings fields that would have been merged.
pub(crate) fn carries_late_fields(arriving: &str) -> bool {
    serde_json::from_str::<Members<'_>>(arriving)
        .is_ok_and(|members| members.0.iter().any(|(name, _)| is_late(name)))
}

/// `stored` with the late fields of `arriving` added or replaced; `None` when nothing changes.
pub(crate) fn late_fields(stored: &str, arriving: &str) -> Option<String> {
    let mut members: Members<'_> = serde_json::from_str(stored).ok()?;
    let arriving: Members<'_> = serde_json::from_str(arriving).ok()?;
    let mut changed = false;
    for (name, value) in arriving.0.into_iter().filter(|(name, _)| is_late(name)) {
        changed |= match name.as_str() {
            "enrichment" => merge_state(&mut members, &value),
            AI_CONTEXT => merge_context(&mut members, &value),
            ENRICHMENTS => false,
            _ => members.set(&name, value),
        };
    }
    changed.then(|| serde_json::to_string(&members).ok()).flatten()
}

/// Takes a state that says more than the one known.
fn merge_state(members: &mut Members<'_>, arriving: &RawValue) -> bool {
    let read = |value: &RawValue| serde_json::from_str::<Enrichment>(value.get()).ok();
    let known = members.get("enrichment").and_then(read);
    let state = match further(known.as_ref(), read(arriving).as_ref()) {
        Some(Enrichment::Failed(reason)) => Enrichment::Failed(bounded(&reason, LONGEST_REASON)),
        Some(state) => state,
        None => return false,
    };
    serde_json::value::to_raw_value(&state).is_ok_and(|raw| members.set("enrichment", Cow::Owned(raw)))
}

/// Merges the parts and writes what follows from them.
fn merge_context(members: &mut Members<'_>, arriving: &RawValue) -> bool {
    let known = members.get(AI_CONTEXT).map(RawValue::get);
    let Some(mut context) = ai_context::merged(known, arriving.get()) else { return false };
    throwing_component::settle(&mut context);
    let sentence = summary::compose(&summary::Subject {
        kind: members.text("type"),
        mechanism: members.text("mechanism"),
        message: members.text("message").unwrap_or_default(),
        stack: members.text("stack"),
        source: members.text("source"),
        context: &context,
    });
    context.shift_insert(0, "summary".to_owned(), Value::from(sentence));
    let is_mapped = ai_context::is_mapped(context.get("sourceSnippets"));
    let changed = set_json(members, AI_CONTEXT, &Value::Object(context));
    let kinds =
        [(members.get("_context").is_some(), "context"), (is_mapped, "sourceMap"), (true, "aiContext")];
    let kinds: Value = kinds.into_iter().filter(|(present, _)| *present).map(|(_, kind)| kind).collect();
    set_json(members, ENRICHMENTS, &kinds) | changed
}

fn set_json(members: &mut Members<'_>, name: &str, value: &Value) -> bool {
    serde_json::value::to_raw_value(value).is_ok_and(|raw| members.set(name, Cow::Owned(raw)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_underscore_fields_and_enrichment_are_taken_and_the_rest_keeps_its_text() {
        let stored = r#"{"message":"a","n":1.50,"enrichment":"pending","_old":1}"#;
        let arriving = r#"{"message":"b","enrichment":"done","_vitals":{"lcp":1.50},"_old":2}"#;
        assert_eq!(
            late_fields(stored, arriving).as_deref(),
            Some(r#"{"message":"a","n":1.50,"enrichment":"done","_old":2,"_vitals":{"lcp":1.50}}"#)
        );
    }

    #[test]
    fn a_plain_resend_changes_nothing() {
        let entry = r#"{"message":"a","_context":{"k":1}}"#;
        assert_eq!(late_fields(entry, entry), None);
        assert_eq!(late_fields(entry, r#"{"message":"b"}"#), None);
    }

    #[test]
    fn a_resend_of_the_error_does_not_make_it_pending_again() {
        let done = r#"{"message":"a","enrichment":"done"}"#;
        let failed = r#"{"message":"a","enrichment":{"failed":"why"}}"#;
        assert_eq!(late_fields(done, r#"{"message":"a","enrichment":"pending"}"#), None);
        assert_eq!(late_fields(done, failed), None);
        assert_eq!(late_fields(failed, r#"{"enrichment":"pending"}"#), None);
        assert_eq!(late_fields(failed, done).as_deref(), Some(done));
    }

    #[test]
    fn a_script_shown_as_it_was_served_says_so_and_counts_as_no_map() {
        let error = r#"{"message":"boom"}"#;
        let late = r#"{"_aiContext":{"sourceSnippets":[{"file":"a.js","line":3,"column":2,"snippet":[],"note":"no map"}]}}"#;
        let expected = r#"{"message":"boom","_aiContext":{"summary":"Error in a.js:3 — 'boom'.","sourceSnippets":[{"file":"a.js","line":3,"column":2,"snippet":[],"note":"no map"}]},"_enrichments":["aiContext"]}"#;
        assert_eq!(late_fields(error, late).as_deref(), Some(expected));
    }

    #[test]
    fn the_same_amendments_in_any_order_and_number_give_the_same_entry() {
        let error = r#"{"type":"exception","message":"TypeError: x is not a function","_context":{},"enrichment":"pending"}"#;
        let page = r#"{"_aiContext":{"componentAncestry":{"framework":"react","components":[{"name":"App"}]},"missing":{"stateSnapshot":"no store"}}}"#;
        let outside = r#"{"enrichment":"done","_aiContext":{"sourceSnippets":[{"file":"src/a.ts","line":3,"column":2,"snippet":[{"line":3,"text":"x()","isError":true}]}]}}"#;
        let apply = |entry: String, late: &&str| late_fields(&entry, late).unwrap_or(entry);
        let merged = |lates: &[&str]| lates.iter().fold(error.to_owned(), apply);
        let expected = r#"{"type":"exception","message":"TypeError: x is not a function","_context":{},"enrichment":"done","_aiContext":{"summary":"TypeError in src/a.ts:3 — `x` is not a function. Component tree: App.","sourceSnippets":[{"file":"src/a.ts","line":3,"column":2,"snippet":[{"line":3,"text":"x()","isError":true}]}],"componentAncestry":{"framework":"react","components":[{"name":"App"}]},"missing":{"stateSnapshot":"no store"}},"_enrichments":["context","sourceMap","aiContext"]}"#;
        assert_eq!(merged(&[page, outside]), expected);
        assert_eq!(merged(&[outside, page]), expected);
        assert_eq!(merged(&[outside, page, error, outside, page, error]), expected);
    }
}
