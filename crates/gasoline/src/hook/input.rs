//! What an editor says when it calls a hook. Claude Code and VS Code write the same members.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// Events after which an editor takes additional context.
const TAKES_CONTEXT: [&str; 5] =
    ["PostToolUse", "PreToolUse", "UserPromptSubmit", "SessionStart", "SubagentStart"];

/// Arguments that only tools for edits have, of Claude Code and of VS Code.
const EDITS: [&str; 11] = [
    "old_string",
    "new_string",
    "content",
    "edits",
    "new_source",
    "patch",
    "oldString",
    "newString",
    "replacements",
    "code",
    "newCode",
];

/// What the hook is called with.
#[derive(Debug, Deserialize)]
pub(crate) struct HookInput {
    #[serde(alias = "hookEventName")]
    pub(crate) hook_event_name: String,
    /// Which conversation it is: each has its own "since the last call".
    #[serde(default, alias = "sessionId")]
    pub(crate) session_id: String,
    #[serde(default, alias = "toolInput")]
    tool_input: Value,
}

impl HookInput {
    /// Reads it; `None` if it is something else.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// Whether the editor would show the model what is printed.
    pub(crate) fn takes_context(&self) -> bool {
        TAKES_CONTEXT.contains(&self.hook_event_name.as_str())
    }

    /// The file that was just edited, if that is what happened.
    pub(crate) fn edited_file(&self) -> Option<PathBuf> {
        if self.hook_event_name != "PostToolUse" {
            return None;
        }
        let is_edit = EDITS.iter().any(|name| self.tool_input.get(name).is_some());
        let path = ["file_path", "filePath", "notebook_path", "path"]
            .iter()
            .find_map(|name| self.tool_input.get(name)?.as_str());
        path.filter(|_| is_edit).map(PathBuf::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> Option<HookInput> {
        HookInput::read(value.to_string().as_bytes())
    }

    #[test]
    fn an_edit_is_told_from_other_calls() {
        let call = |tool_input: Value| {
            json!({
                "session_id": "abc123", "transcript_path": "/home/me/.claude/projects/shop/abc123.jsonl", "cwd": "/home/me/shop",
                "permission_mode": "default", "hook_event_name": "PostToolUse", "tool_name": "Edit",
                "tool_input": tool_input, "tool_response": { "success": true },
            })
        };
        let edited = |input| read(&call(input)).unwrap().edited_file();
        let path = Some(PathBuf::from("/home/me/shop/src/Cart.tsx"));
        assert_eq!(
            edited(
                json!({ "file_path": "/home/me/shop/src/Cart.tsx", "old_string": "a", "new_string": "b" })
            ),
            path
        );
        assert_eq!(edited(json!({ "file_path": "/home/me/shop/src/Cart.tsx", "content": "text" })), path);
        let of_vs_code =
            json!({ "filePath": "/home/me/shop/src/Cart.tsx", "oldString": "a", "newString": "b" });
        assert_eq!(edited(of_vs_code), path);
        assert_eq!(edited(json!({ "filePath": "/home/me/shop/src/Cart.tsx", "startLine": 1 })), None);
        assert_eq!(edited(json!({ "file_path": "/home/me/shop/src/Cart.tsx" })), None);
        assert_eq!(edited(json!({ "command": "ls" })), None);
        let other = json!({ "hookEventName": "Stop", "sessionId": "abc123" });
        assert!(!read(&other).unwrap().takes_context());
    }

    #[test]
    fn junk_is_no_input() {
        for junk in [json!(null), json!([]), json!("hello"), json!({}), json!({ "hook_event_name": 7 })] {
            assert!(read(&junk).is_none(), "{junk}");
        }
    }
}
