//! The name of the operation in a GraphQL document, read from its first tokens. Arguments and values are passed over.

use std::borrow::Cow;

/// The name of a document's first operation: `GetUser`; of an anonymous one its first field: `{user}`. `None` for a text
/// that is no such document: searches have a `query`, too.
pub(super) fn operation_name(document: &str) -> Option<Cow<'_, str>> {
    let mut tokens = Tokens(document);
    loop {
        match tokens.next()? {
            Token::Name("query" | "mutation" | "subscription") => return tokens.after_keyword(),
            Token::Name("fragment") => tokens.skip_block()?,
            Token::Sign(b'{') => return tokens.first_field(),
            _ => return None,
        }
    }
}

/// Whether a text may be the name of an operation.
pub(super) fn is_name(text: &str) -> bool {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !text.is_empty() && text.bytes().all(is_inside) && !text.starts_with(|first: char| first.is_ascii_digit())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'d> {
    Name(&'d str),
    Sign(u8),
}

/// The rest of a document.
struct Tokens<'d>(&'d str);

impl<'d> Tokens<'d> {
    /// After `query` and its like: a name and what may follow one, or an anonymous operation.
    fn after_keyword(&mut self) -> Option<Cow<'d, str>> {
        match self.next()? {
            Token::Name(name) => {
                let is_operation = matches!(self.next()?, Token::Sign(b'(' | b'{' | b'@'));
                is_operation.then_some(Cow::Borrowed(name))
            }
            Token::Sign(sign) => {
                self.skip_to_selection(sign)?;
                self.first_field()
            }
        }
    }

    /// Passes over variables and directives up to the brace of the selection. Default values have braces of their own.
    fn skip_to_selection(&mut self, first: u8) -> Option<()> {
        let (mut token, mut depth) = (Token::Sign(first), 0_usize);
        loop {
            match token {
                Token::Sign(b'{') if depth == 0 => return Some(()),
                Token::Sign(b'(') => depth += 1,
                Token::Sign(b')') => depth = depth.checked_sub(1)?,
                _ => {}
            }
            token = self.next()?;
        }
    }

    /// The first field of a selection, by its own name rather than its alias.
    fn first_field(&mut self) -> Option<Cow<'d, str>> {
        let Token::Name(mut field) = self.next()? else { return None };
        if let Some(Token::Sign(b':')) = self.next()
            && let Token::Name(name) = self.next()?
        {
            field = name;
        }
        Some(Cow::Owned(format!("{{{field}}}")))
    }

    /// Passes over everything up to the end of the next block in braces.
    fn skip_block(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                Token::Sign(b'{') => depth += 1,
                Token::Sign(b'}') if depth <= 1 => return Some(()),
                Token::Sign(b'}') => depth -= 1,
                _ => {}
            }
        }
    }

    /// The next name or sign; strings are passed over.
    fn next(&mut self) -> Option<Token<'d>> {
        loop {
            self.0 = self.0.trim_start_matches([' ', '\t', '\r', '\n', ',', '\u{feff}']);
            match *self.0.as_bytes().first()? {
                b'#' => self.0 = self.0.split_once('\n')?.1,
                b'"' => self.skip_string()?,
                first if first == b'_' || first.is_ascii_alphanumeric() => return Some(self.name()),
                first => {
                    self.0 = self.0.get(1..)?;
                    return Some(Token::Sign(first));
                }
            }
        }
    }

    fn name(&mut self) -> Token<'d> {
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = self.0.as_bytes().iter().take_while(|byte| is_inside(byte)).count();
        let (name, rest) = self.0.split_at(length);
        self.0 = rest;
        Token::Name(name)
    }

    fn skip_string(&mut self) -> Option<()> {
        if let Some(block) = self.0.strip_prefix("\"\"\"") {
            self.0 = block.split_once("\"\"\"")?.1;
            return Some(());
        }
        let mut is_escaped = true;
        let end = self.0.bytes().position(|byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        })?;
        self.0 = self.0.get(end + 1..)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_named_whatever_stands_before_and_inside_them() {
        for (document, name) in [
            ("query GetUser($id: ID!) { user(id: $id) { name } }", "GetUser"),
            ("\u{feff}# comment {\n mutation\tSave@live{ save }", "Save"),
            ("subscription OnMessage{messages{id}}", "OnMessage"),
            ("{ user(id: 7) { name } }", "{user}"),
            ("{ me: user(id: \"ann\") { name } }", "{user}"),
            ("{ id }", "{id}"),
            ("query { cart { total } }", "{cart}"),
            ("query ($in: Filter = {a: \"}{(\"}) @x(y: \"\"\"q\"{\"\"\") { found }", "{found}"),
            ("fragment F on User { a { b } } query Later { user { ...F } }", "Later"),
        ] {
            assert_eq!(operation_name(document).as_deref(), Some(name), "{document}");
        }
    }

    #[test]
    fn searches_and_damaged_documents_have_no_operation() {
        for text in [
            "",
            "shoes",
            "query",
            "query planner",
            "mutation rates of mice",
            "{",
            "{ ...F }",
            "fragment F on User { a",
            "query ) {a}",
            "query (",
            "# only",
            "query \"a",
            "日本",
        ] {
            assert_eq!(operation_name(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_letters_digits_and_underscores() {
        assert!(is_name("GetUser_2") && is_name("_x"));
        assert!(!is_name("") && !is_name("2x") && !is_name("a b") && !is_name("é"));
    }
}
