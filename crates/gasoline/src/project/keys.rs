//! The keys that a project file may have, and the nearest one to a name that is none of them.

/// Keys at the top.
pub(super) const TOP: [&str; 5] = ["ignore-endpoints", "noise", "sensitive-names", "sites", "source-maps"];

/// Keys of one `[[noise]]`.
pub(super) const NOISE: [&str; 4] = ["addresses", "hosts", "label", "messages"];

/// Names less alike than this are different words.
const ALIKE: f64 = 0.7;

/// The key that was probably meant.
pub(super) fn nearest(name: &str, keys: &[&'static str]) -> Option<&'static str> {
    let written = name.to_lowercase().replace('_', "-");
    let likeness = |key: &&str| strsim::jaro_winkler(&written, key);
    let best = keys.iter().copied().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(&best) >= ALIKE).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_have_a_nearest_one_and_other_words_have_none() {
        for (name, meant) in [
            ("site", Some("sites")),
            ("sensitive_names", Some("sensitive-names")),
            ("sensitiveNames", Some("sensitive-names")),
            ("ignore-endpoint", Some("ignore-endpoints")),
            ("nosie", Some("noise")),
            ("sourcemaps", Some("source-maps")),
            ("xyz", None),
        ] {
            assert_eq!(nearest(name, &TOP), meant, "{name}");
        }
    }
}
