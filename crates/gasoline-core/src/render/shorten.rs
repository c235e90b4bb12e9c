//! Cuts long strings inside a JSON value until the value fits.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

use serde_json::{Map, Value, json};

/// String lengths tried in turn; the last leaves every field recognisable.
const STEPS: [usize; 5] = [2_000, 800, 300, 120, 40];
/// String lengths tried where members have to be left out.
const LAST_STEPS: [usize; 2] = [40, 8];
/// Bytes of a name; the longest we write ourselves are shorter.
const LONGEST_NAME: usize = 60;

/// `value` with its long strings, lists and objects cut, just enough to serialise to at most `bytes`. If even the shortest
/// form is longer, the members that stand first.
pub(super) fn to_fit(value: &Value, bytes: usize) -> Value {
    let cut_to = |&longest: &usize| cut(value, longest);
    STEPS
        .iter()
        .map(cut_to)
        .find(|shorter| shorter.to_string().len() <= bytes)
        .unwrap_or_else(|| first_members(value, bytes))
}

/// As many members as fit, each in its shortest form.
fn first_members(value: &Value, bytes: usize) -> Value {
    let mut kept = Map::new();
    let mut left = bytes.saturating_sub("{}".len());
    for (name, field) in value.as_object().into_iter().flatten() {
        let name = short_name(name);
        let forms = LAST_STEPS.iter().map(|&longest| cut(field, longest));
        let size = |field: &Value| json!({ name.as_str(): field }).to_string().len();
        let fitting = forms.map(|field| (size(&field), field)).find(|(size, _)| *size <= left);
        let fitting = fitting.or_else(|| {
            let inner =
                first_members(field.as_object().map(|_| field)?, left.saturating_sub(size(&Value::Null)));
            Some((size(&inner), inner)).filter(|(size, _)| *size <= left)
        });
        if let Some((size, field)) = fitting {
            left -= size;
            kept.insert(name, field);
        }
    }
    Value::Object(kept)
}

fn cut(value: &Value, longest: usize) -> Value {
    match value {
        Value::String(text) => Value::String(cut_text(text, longest)),
        Value::Array(items) => {
            let kept = (longest / 20).max(3);
            let mut shorter: Vec<_> = items.iter().take(kept).map(|item| cut(item, longest)).collect();
            if items.len() > kept {
                shorter.push(Value::from(format!("[{} more]", items.len() - kept)));
            }
            Value::Array(shorter)
        }
        Value::Object(fields) => {
            let kept = (longest / 10).max(12);
            let shown = fields.iter().take(kept).map(|(name, field)| (short_name(name), cut(field, longest)));
            let more = fields.len().saturating_sub(kept);
            let more = (more > 0).then(|| (format!("[{more} more]"), Value::from("…")));
            Value::Object(shown.chain(more).collect())
        }
        other => other.clone(),
    }
}

fn short_name(name: &str) -> String {
    cut_text(name, LONGEST_NAME)
}

fn cut_text(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let kept = text.floor_char_boundary(longest);
    format!("{}… [{} more bytes]", &text[..kept], text.len() - kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_cut_between_characters_and_say_how_much_is_missing() {
        assert_eq!(cut_text("aé", 2), "a… [2 more bytes]");
        let long = serde_json::json!({ "stack": "x".repeat(5_000), "line": 7 });
        let shorter = to_fit(&long, 1_000);
        assert_eq!(shorter["stack"], format!("{}… [4200 more bytes]", "x".repeat(800)));
        assert_eq!(shorter["line"], 7);
        assert_eq!(to_fit(&long, 15), json!({ "line": 7 }));
        assert_eq!(to_fit(&long, 5), json!({}));
    }
}
