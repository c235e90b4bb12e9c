//! Where the last call of a conversation ended, kept in a small file between calls.

use std::fs;
use std::path::{Path, PathBuf};

use gasoline_server::platform::create_private_folder;
use serde::{Deserialize, Serialize};

/// Conversations remembered; the one used longest ago is forgotten first.
const MOST_CONVERSATIONS: usize = 50;
/// Characters of an editor's id that are kept.
const LONGEST_ID: usize = 200;

#[derive(Debug, Default, Deserialize, Serialize)]
struct Content {
    /// Id and cursor, the one used last at the end.
    conversations: Vec<(String, String)>,
}

/// The file.
#[derive(Debug)]
pub(crate) struct Memory {
    path: PathBuf,
    content: Content,
}

impl Memory {
    /// Reads the file of a server. One that cannot be read is as good as none.
    pub(crate) fn read(folder: &Path, port: u16) -> Self {
        let path = folder.join(format!("hook-{port}.json"));
        let content = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Self { path, content: content.unwrap_or_default() }
    }

    /// Where the last call of a conversation ended.
    pub(crate) fn cursor(&self, conversation: &str) -> Option<&str> {
        let id = shortened(conversation);
        self.content.conversations.iter().find(|(known, _)| *known == id).map(|(_, cursor)| cursor.as_str())
    }

    /// Notes where a call ended. A file that cannot be written only means that the next call repeats what this one said.
    pub(crate) fn note(&mut self, conversation: &str, cursor: &str) {
        let id = shortened(conversation);
        let list = &mut self.content.conversations;
        if list.last().is_some_and(|(known, last)| *known == id && last == cursor) {
            return;
        }
        list.retain(|(known, _)| *known != id);
        list.push((id, cursor.to_owned()));
        let excess = list.len().saturating_sub(MOST_CONVERSATIONS);
        list.drain(..excess);
        let text = serde_json::to_vec(&self.content).unwrap_or_default();
        let folder = self.path.parent().unwrap_or(Path::new("."));
        create_private_folder(folder).and_then(|()| fs::write(&self.path, text)).ok();
    }
}

fn shortened(id: &str) -> String {
    id.chars().take(LONGEST_ID).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_conversation_has_its_own_cursor_and_the_oldest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut memory = Memory::read(folder.path(), 7890);
        for number in 0..MOST_CONVERSATIONS {
            memory.note(&format!("c{number}"), "run-1");
        }
        memory.note("c0", "run-2");
        memory.note("new", "run-3");
        let memory = Memory::read(folder.path(), 7890);
        let cursors = ["c0", "c1", "c2", "new"].map(|id| memory.cursor(id));
        assert_eq!(cursors, [Some("run-2"), None, Some("run-1"), Some("run-3")]);
        assert_eq!(Memory::read(folder.path(), 7891).cursor("c0"), None);
    }

    #[test]
    fn a_damaged_file_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hook-7890.json"), "{\"conv").unwrap();
        assert_eq!(Memory::read(folder.path(), 7890).cursor("a"), None);
    }
}
