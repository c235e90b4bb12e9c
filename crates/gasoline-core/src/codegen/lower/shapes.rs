//! What answers of one endpoint have in common: names and types, nothing that was missing or null once.

use super::super::script;
use super::request::Request;
use crate::address::is_data;
use crate::shape::{Array, Limits, Node, Object, Reading, Seen, Shape};

/// Levels described.
const DEEPEST: usize = 3;
/// Fields of one object that are asserted.
const MOST_FIELDS: usize = 30;
const LIMITS: Limits = Limits { levels: DEEPEST, ..Limits::LEARNED };

/// What the awaited answer has in common with all JSON answers of its status; none if it is no JSON itself, or if another that is
/// none may come in its place next time.
pub(super) fn of(calls: &[&Request<'_>], awaited: &Request<'_>) -> Option<script::Shape> {
    let is_earlier = |call: &&Request<'_>| call.ended < awaited.started;
    let is_certain = is_json(awaited) && calls.iter().all(|call| is_json(call) || is_earlier(call));
    if !is_certain {
        return None;
    }
    let told = calls.iter().filter(|call| call.status == awaited.status && !call.truncated);
    let mut shape = Shape::new(LIMITS);
    for call in told.filter(|call| is_json(call)) {
        let reading = shape.observe(&call.body()?);
        (reading == Reading::Whole).then_some(())?;
    }
    common(shape.root(), 0)
}

fn is_json(call: &Request<'_>) -> bool {
    call.content_type.contains("json")
}

/// The one type of all values; none for null, because what is null now has some other type at other times.
fn common(node: &Node, depth: usize) -> Option<script::Shape> {
    Some(match node.only_type()? {
        Seen::Null => return None,
        Seen::Boolean => script::Shape::Boolean,
        Seen::Number => script::Shape::Number,
        Seen::Text => script::Shape::Text,
        Seen::Object(object) => script::Shape::Object(common_fields(object, depth)),
        Seen::Array(array) => script::Shape::List(common_element(array, depth).map(Box::new)),
    })
}

/// Keys that look like ids are data: another session has others.
fn common_fields(object: &Object, depth: usize) -> Vec<(String, script::Shape)> {
    let fields = object.fields.iter().filter(|field| object.always_has(field) && !is_data(&field.name));
    let common = fields.filter_map(|field| Some((field.name.to_string(), common(&field.node, depth + 1)?)));
    common.take(MOST_FIELDS).collect()
}

/// Nothing is said of the elements of a list that may be empty.
fn common_element(array: &Array, depth: usize) -> Option<script::Shape> {
    if array.empty > 0 { None } else { common(&array.element, depth + 1) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shape::Json;

    fn asserted(bodies: &[&str]) -> String {
        let written: Vec<String> = bodies.iter().map(|body| json!(body).to_string()).collect();
        let calls: Vec<Request<'_>> = written
            .iter()
            .map(|body| Request {
                status: 200,
                content_type: "application/json".into(),
                body: Some(Json(body)),
                ..Request::default()
            })
            .collect();
        shape_of(&calls)
    }

    /// What is asserted of the last call.
    fn shape_of(calls: &[Request<'_>]) -> String {
        let shape = calls.last().and_then(|last| of(&calls.iter().collect::<Vec<_>>(), last));
        shape.as_ref().map_or("nothing".to_owned(), shown)
    }

    #[test]
    fn the_shape_is_that_of_the_awaited_answer_or_none() {
        // Situation recordings-04.
        let json = json!(r#"{"a":1}"#).to_string();
        let html = json!("<p>").to_string();
        let call = |started: i64, ended: i64, content_type: &'static str| Request {
            status: 200,
            started,
            ended,
            content_type: content_type.into(),
            body: Some(Json(if content_type.contains("json") { &json } else { &html })),
            ..Request::default()
        };
        let (first, second) = ("application/json", "text/html");
        assert_eq!(shape_of(&[call(0, 10, first), call(20, 30, second)]), "nothing");
        assert_eq!(shape_of(&[call(0, 10, second), call(20, 30, first)]), "{a: number}");
        assert_eq!(shape_of(&[call(0, 25, second), call(20, 30, first)]), "nothing", "either may come last");
        assert_eq!(shape_of(&[call(0, 10, first), call(20, 30, first)]), "{a: number}");
    }

    fn shown(shape: &script::Shape) -> String {
        match shape {
            script::Shape::Text => "text".to_owned(),
            script::Shape::Number => "number".to_owned(),
            script::Shape::Boolean => "boolean".to_owned(),
            script::Shape::List(element) => {
                format!("[{}]", element.as_deref().map_or_else(String::new, shown))
            }
            script::Shape::Object(fields) => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, shape)| format!("{name}: {}", shown(shape))).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }

    #[test]
    fn only_what_every_answer_has_is_asserted() {
        let check = |bodies: &[&str], expected: &str| assert_eq!(asserted(bodies), expected, "{bodies:?}");
        check(&[r#"{"id":1,"name":"é","gone":null,"7781":true}"#], "{id: number, name: text}");
        check(&[r#"{"a":1,"b":1}"#, r#"{"b":"x","a":2}"#, r#"{"a":3,"c":1}"#], "{a: number}");
        check(&[r#"{"cvv":"[redacted:card:number:9:00000000000000ff]"}"#], "{cvv: number}");
        check(&[r#"[{"a":1,"b":2},{"a":1,"b":null}]"#], "[{a: number}]");
        check(&[r#"{"list":[1]}"#, r#"{"list":[]}"#], "{list: []}");
        check(&[r#"{"a":{"b":{"c":{"d":1},"e":[1]}}}"#], "{a: {b: {c: {}, e: []}}}");
        check(&["[1]", "{}"], "nothing");
        check(&["null"], "nothing");
        check(&["{}", "<html>"], "nothing");
        check(&[r#"{"a":1}"#, r#"{"a":1"#], "nothing");
        check(&[], "nothing");
    }
}
