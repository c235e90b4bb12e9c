//! Parts of a document that are generated, between two markers; the text around them is written by hand.

use anyhow::{Context, Result, bail};

const BEGIN: &str = "<!-- begin generated: ";
const NAME_END: &str = " -->";
const END: &str = "<!-- end generated -->";

/// The document with every block replaced by what `block` gives for its name.
pub(crate) fn filled(text: &str, block: impl Fn(&str) -> Option<String>) -> Result<String> {
    let mut rest = text;
    let mut written = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after.split_once(NAME_END).context("a `begin generated` marker has no end")?;
        let Some((_, after)) = after.split_once(END) else {
            bail!("generated block `{name}` has no `{END}`");
        };
        let content = block(name).with_context(|| format!("nothing generates the block `{name}`"))?;
        written.push_str(&format!("{before}{BEGIN}{name}{NAME_END}\n\n{content}\n{END}"));
        rest = after;
    }
    written.push_str(rest);
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> Option<String> {
        (name == "tools").then(|| "new\n".to_owned())
    }

    #[test]
    fn only_what_stands_between_the_markers_is_replaced() {
        let text = "a\n<!-- begin generated: tools -->\nold\n<!-- end generated -->\nb\n";
        let once = filled(text, known).unwrap();
        insta::assert_snapshot!(once, @r"
        a
        <!-- begin generated: tools -->

        new

        <!-- end generated -->
        b
        ");
        assert_eq!(filled(&once, known).unwrap(), once);
    }

    #[test]
    fn an_unknown_or_open_block_is_an_error() {
        let unknown = "<!-- begin generated: other --><!-- end generated -->";
        assert_eq!(filled(unknown, known).unwrap_err().to_string(), "nothing generates the block `other`");
        let open = filled("<!-- begin generated: tools -->", known).unwrap_err();
        assert_eq!(open.to_string(), "generated block `tools` has no `<!-- end generated -->`");
    }
}
