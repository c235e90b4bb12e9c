//! What each method expects, for clients that send something else.
//!
//! rmcp tries its request types one after the other; parameters that fit none of them look to it like a method it does
//! not know. Here they are held against the one type they were meant for, so that the answer names the field.
#![allow(
    deprecated,
    reason = "logging and subscriptions are deprecated only in protocol versions above those we speak"
)]

use rmcp::model::{
    CallToolRequestParams, CompleteRequestParams, ErrorCode, ErrorData, GetPromptRequestParams,
    InitializeRequestParams, JsonObject, PaginatedRequestParams, ReadResourceRequestParams,
    SetLevelRequestParams, SubscribeRequestParams, UnsubscribeRequestParams,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A method and its parameters.
struct Method {
    name: &'static str,
    /// The parameters in short; `?` marks what may be left out.
    expected: &'static str,
    /// What is wrong with parameters, if anything is.
    complaint: fn(Value) -> Option<String>,
}

const URI: &str = r#"{"uri": string}"#;
const PAGE: &str = r#"{"cursor"?: string}"#;

/// Every method this server answers.
const METHODS: [Method; 13] = [
    Method {
        name: "completion/complete",
        expected: r#"{"ref": {"type": "ref/prompt", "name": string} or {"type": "ref/resource", "uri": string}, "argument": {"name": string, "value": string}}"#,
        complaint: complaint::<CompleteRequestParams>,
    },
    Method {
        name: "initialize",
        expected: r#"{"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}"#,
        complaint: complaint::<InitializeRequestParams>,
    },
    Method {
        name: "logging/setLevel",
        expected: r#"{"level": "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"}"#,
        complaint: complaint::<SetLevelRequestParams>,
    },
    Method { name: "ping", expected: "none", complaint: complaint::<JsonObject> },
    Method {
        name: "prompts/get",
        expected: r#"{"name": string, "arguments"?: object}"#,
        complaint: complaint::<GetPromptRequestParams>,
    },
    Method { name: "prompts/list", expected: PAGE, complaint: complaint::<PaginatedRequestParams> },
    Method { name: "resources/list", expected: PAGE, complaint: complaint::<PaginatedRequestParams> },
    Method { name: "resources/read", expected: URI, complaint: complaint::<ReadResourceRequestParams> },
    Method { name: "resources/subscribe", expected: URI, complaint: complaint::<SubscribeRequestParams> },
    Method {
        name: "resources/templates/list",
        expected: PAGE,
        complaint: complaint::<PaginatedRequestParams>,
    },
    Method { name: "resources/unsubscribe", expected: URI, complaint: complaint::<UnsubscribeRequestParams> },
    Method {
        name: "tools/call",
        expected: r#"{"name": string, "arguments"?: object}"#,
        complaint: complaint::<CallToolRequestParams>,
    },
    Method { name: "tools/list", expected: PAGE, complaint: complaint::<PaginatedRequestParams> },
];

/// The answer to a request that could not be read as what its method says.
pub(super) fn refusal(method: &str, params: Option<Value>) -> ErrorData {
    refuse(method, |known| {
        let params = params.unwrap_or_else(|| JsonObject::new().into());
        misshapen(&params).or_else(|| (known.complaint)(params))
    })
}

/// The answer to a request whose parameters cannot even be taken apart.
pub(super) fn unreadable(method: &str, reason: &serde_json::Error) -> ErrorData {
    refuse(method, |_| Some(format!("`params`: {reason}")))
}

fn refuse(method: &str, complaint: impl FnOnce(&Method) -> Option<String>) -> ErrorData {
    let Some(known) = METHODS.iter().find(|known| known.name == method) else {
        return ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("unknown method `{method}`"), None);
    };
    let complaint = complaint(known).map(|complaint| format!("{complaint}; ")).unwrap_or_default();
    let message = format!("invalid params for `{method}`: {complaint}expected {}", known.expected);
    ErrorData::invalid_params(message, None)
}

/// What is wrong whatever the method.
fn misshapen(params: &Value) -> Option<String> {
    let Some(params) = params.as_object() else {
        return Some("`params` is not an object".to_owned());
    };
    let metadata = params.get("_meta").filter(|metadata| !metadata.is_object() && !metadata.is_null());
    metadata.map(|_| "`_meta` is not an object".to_owned())
}

fn complaint<P: DeserializeOwned>(params: Value) -> Option<String> {
    let error = serde_path_to_error::deserialize::<_, P>(params).err()?;
    let field = error.path().to_string();
    let place = if field == "." { String::new() } else { format!("`{field}`: ") };
    Some(format!("{place}{}", error.inner()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn methods_are_sorted_by_name() {
        assert!(METHODS.iter().is_sorted_by_key(|method| method.name));
    }

    #[test]
    fn each_complaint_names_its_field() {
        let cases = [
            ("completion/complete", json!({ "ref": { "type": "ref/tool" }, "argument": {} })),
            ("completion/complete", json!({ "ref": { "type": "ref/prompt", "name": "p" } })),
            ("initialize", json!({})),
            ("initialize", json!({ "protocolVersion": 5, "capabilities": {}, "clientInfo": {} })),
            (
                "initialize",
                json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "x" } }),
            ),
            ("logging/setLevel", json!({ "level": "x" })),
            ("ping", json!([])),
            ("ping", json!({ "_meta": 5 })),
            ("prompts/get", json!({})),
            ("prompts/get", json!({ "name": "p", "arguments": [] })),
            ("prompts/list", json!(5)),
            ("resources/list", json!({ "cursor": 5 })),
            ("resources/read", json!({})),
            ("resources/subscribe", json!({ "uri": 5 })),
            ("resources/templates/list", json!("x")),
            ("resources/unsubscribe", json!({})),
            ("tools/call", json!({ "arguments": {} })),
            ("tools/call", json!({ "name": "t", "arguments": 5 })),
            ("tools/list", json!({ "_meta": [] })),
        ];
        let text: String = cases
            .into_iter()
            .map(|(method, params)| {
                let refusal = refusal(method, Some(params));
                assert_eq!(refusal.code, ErrorCode::INVALID_PARAMS);
                format!("{}\n", refusal.message)
            })
            .collect();
        insta::assert_snapshot!(text, @r#"
        invalid params for `completion/complete`: `ref.type`: unknown variant `ref/tool`, expected `ref/resource` or `ref/prompt`; expected {"ref": {"type": "ref/prompt", "name": string} or {"type": "ref/resource", "uri": string}, "argument": {"name": string, "value": string}}
        invalid params for `completion/complete`: missing field `argument`; expected {"ref": {"type": "ref/prompt", "name": string} or {"type": "ref/resource", "uri": string}, "argument": {"name": string, "value": string}}
        invalid params for `initialize`: missing field `protocolVersion`; expected {"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}
        invalid params for `initialize`: `protocolVersion`: invalid type: integer `5`, expected a string; expected {"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}
        invalid params for `initialize`: `clientInfo`: missing field `version`; expected {"protocolVersion": string, "capabilities": object, "clientInfo": {"name": string, "version": string}}
        invalid params for `logging/setLevel`: `level`: unknown variant `x`, expected one of `debug`, `info`, `notice`, `warning`, `error`, `critical`, `alert`, `emergency`; expected {"level": "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"}
        invalid params for `ping`: `params` is not an object; expected none
        invalid params for `ping`: `_meta` is not an object; expected none
        invalid params for `prompts/get`: missing field `name`; expected {"name": string, "arguments"?: object}
        invalid params for `prompts/get`: `arguments`: invalid type: sequence, expected a map; expected {"name": string, "arguments"?: object}
        invalid params for `prompts/list`: `params` is not an object; expected {"cursor"?: string}
        invalid params for `resources/list`: `cursor`: invalid type: integer `5`, expected a string; expected {"cursor"?: string}
        invalid params for `resources/read`: missing field `uri`; expected {"uri": string}
        invalid params for `resources/subscribe`: `uri`: invalid type: integer `5`, expected a string; expected {"uri": string}
        invalid params for `resources/templates/list`: `params` is not an object; expected {"cursor"?: string}
        invalid params for `resources/unsubscribe`: missing field `uri`; expected {"uri": string}
        invalid params for `tools/call`: missing field `name`; expected {"name": string, "arguments"?: object}
        invalid params for `tools/call`: `arguments`: invalid type: integer `5`, expected a map; expected {"name": string, "arguments"?: object}
        invalid params for `tools/list`: `_meta` is not an object; expected {"cursor"?: string}
        "#);
    }

    #[test]
    fn absent_parameters_are_empty_ones() {
        assert_eq!(refusal("resources/read", None), refusal("resources/read", Some(json!({}))));
    }

    #[test]
    fn a_method_nobody_knows_stays_unknown() {
        let refusal = refusal("no/such", Some(json!(5)));
        assert_eq!(
            (refusal.code, &*refusal.message),
            (ErrorCode::METHOD_NOT_FOUND, "unknown method `no/such`")
        );
    }
}
