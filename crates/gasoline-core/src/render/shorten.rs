//! Cuts long strings inside a JSON value until the value fits.
#![expect(
    clippy::string_slice,
    reason = "every offset comes from a match or an ASCII delimiter, so it lies between characters"
)]

use serde_json::Value;

/// String lengths tried in turn; the last leaves every field recognisable.
const STEPS: [usize; 5] = [2_000, 800, 300, 120, 40];

/// `value` with its long strings cut, just enough to serialise to at most `bytes`; `None` if even the shortest form
/// does not fit.
pub(super) fn to_fit(value: &Value, bytes: usize) -> Option<Value> {
    STEPS.iter().map(|&longest| cut(value, longest)).find(|shorter| shorter.to_string().len() <= bytes)
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
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), cut(field, longest))).collect())
        }
        other => other.clone(),
    }
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
        let shorter = to_fit(&long, 1_000).unwrap();
        assert_eq!(shorter["stack"], format!("{}… [4200 more bytes]", "x".repeat(800)));
        assert_eq!(shorter["line"], 7);
        assert_eq!(to_fit(&long, 10), None);
    }
}
