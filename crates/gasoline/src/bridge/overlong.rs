//! Finds the id of a message that is too long to be kept, while its bytes pass by: its sender waits for an answer
//! under that id, and clients write it first or last.

use super::message::RequestId;

/// Longer ids are not repeated.
const LONGEST_ID: usize = 256;

/// Where in the message the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before a key of the message itself, or outside of it.
    BeforeKey,
    /// In such a key, or behind it.
    Key,
    /// In the value of such a key.
    Value,
}

/// Reads a JSON object byte by byte and remembers one of its members.
#[derive(Debug)]
pub(super) struct IdSearch {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    place: Place,
    key: Vec<u8>,
    value: Vec<u8>,
    found: Option<RequestId>,
}

impl Default for IdSearch {
    fn default() -> Self {
        Self {
            depth: 0,
            is_in_string: false,
            is_escaped: false,
            place: Place::BeforeKey,
            key: Vec::new(),
            value: Vec::new(),
            found: None,
        }
    }
}

impl IdSearch {
    /// Looks at the next bytes of the message.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.take(*byte));
    }

    /// The id, as far as the message was well formed.
    pub(super) fn finish(self) -> Option<RequestId> {
        self.found
    }

    fn take(&mut self, byte: u8) {
        if self.is_in_string {
            self.keep(byte);
            let ends = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.is_in_string = !ends;
            return;
        }
        match byte {
            b'"' => {
                if self.depth == 1 && self.place == Place::BeforeKey {
                    self.place = Place::Key;
                    self.key.clear();
                }
                self.is_in_string = true;
                self.keep(byte);
            }
            b':' if self.depth == 1 && self.place == Place::Key => {
                self.place = Place::Value;
                self.value.clear();
            }
            b',' if self.depth == 1 => self.end_member(),
            b'{' | b'[' => {
                self.keep(byte);
                self.depth += 1;
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_member();
                }
                self.depth = self.depth.saturating_sub(1);
                self.keep(byte);
            }
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        let kept = match self.place {
            Place::Key => &mut self.key,
            Place::Value => &mut self.value,
            Place::BeforeKey => return,
        };
        if kept.len() <= LONGEST_ID {
            kept.push(byte);
        }
    }

    fn end_member(&mut self) {
        if self.place == Place::Value && self.key.trim_ascii() == br#""id""# && self.value.len() <= LONGEST_ID
        {
            self.found = std::str::from_utf8(&self.value).ok().and_then(RequestId::parse);
        }
        self.place = Place::BeforeKey;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(message: &str) -> Option<String> {
        let mut search = IdSearch::default();
        // As reads would deliver it.
        message.as_bytes().chunks(3).for_each(|bytes| search.read(bytes));
        search.finish().map(|id| id.as_json().to_owned())
    }

    #[test]
    fn the_id_is_found_first_or_last_and_only_of_the_message_itself() {
        let inner = r#"{"id":99,"text":"} \" ] , \"id\": 98","list":[{"id":97}]}"#;
        assert_eq!(
            id(&format!(r#"{{"jsonrpc":"2.0","id":7,"method":"x","params":{inner}}}"#)).as_deref(),
            Some("7")
        );
        assert_eq!(
            id(&format!(r#"{{"method":"x","params":{inner}, "id" : "a,b" }}"#)).as_deref(),
            Some("\"a,b\"")
        );
        assert_eq!(id(&format!(r#"{{"method":"x","params":{inner}}}"#)), None);
    }

    #[test]
    fn what_is_no_id_is_none() {
        for message in [
            r#"{"id":null}"#,
            r#"{"id":1.5}"#,
            r#"{"id":{"id":1}}"#,
            r#"[{"id":1}]"#,
            "id",
            r#"{"id":1"#,
            "}}{\"id\"",
        ] {
            assert_eq!(id(message), None, "{message}");
        }
        assert_eq!(id(&format!(r#"{{"id":"{}"}}"#, "x".repeat(1_000))), None);
    }
}
