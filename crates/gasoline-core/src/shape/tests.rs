//! What is learned of whole, cut and damaged JSON, and how much at most.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Value, json};

use super::*;

const LIMITS: Limits = Limits::LEARNED;

fn learned(limits: Limits, texts: &[&str]) -> Shape {
    let mut shape = Shape::new(limits);
    for text in texts {
        shape.observe(text);
    }
    shape
}

/// `{id: number, name?: null|text}`; of a field that is not always there the question mark says so, of an array that it may be empty.
fn shown(node: &Node) -> String {
    let types: Vec<String> = node.types().map(shown_type).collect();
    types.join("|")
}

fn shown_type(seen: Seen<'_>) -> String {
    match seen {
        Seen::Null => "null".to_owned(),
        Seen::Boolean => "boolean".to_owned(),
        Seen::Number => "number".to_owned(),
        Seen::Text => "text".to_owned(),
        Seen::Array(array) => {
            format!("[{}{}]", shown(&array.element), if array.empty > 0 { "?" } else { "" })
        }
        Seen::Object(object) => {
            let mark = |field: &Field| if object.always_has(field) { "" } else { "?" };
            let field = |field: &Field| format!("{}{}: {}", field.name, mark(field), shown(&field.node));
            let unnamed = (object.unnamed > 0).then(|| format!("+{}", object.unnamed));
            let fields: Vec<String> = object.fields.iter().map(field).chain(unnamed).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

fn check(texts: &[&str], expected: &str) {
    assert_eq!(shown(learned(LIMITS, texts).root()), expected, "{texts:?}");
}

#[test]
fn values_are_merged_field_by_field() {
    check(&["7"], "number");
    check(&["null", "true", "\"a\"", "-1.5e3", "[]", "{}"], "null|boolean|number|text|{}|[?]");
    check(&[r#"{"id":1,"name":"ann"}"#, r#"{"name":null,"id":2}"#], "{id: number, name: null|text}");
    check(&[r#"{"id":1}"#, r#"{"id":2,"more":{"a":[]}}"#], "{id: number, more?: {a: [?]}}");
    check(&[r#"[{"id":1},{"id":"2","more":true}]"#], "[{id: number|text, more?: boolean}]");
    check(&["[[1],[]]"], "[[number?]]");
    check(&[r#"{"a\n\u00e9":1}"#], "{a\né: number}");
    check(&["<html>", ""], "");
}

#[test]
fn presence_is_counted_in_objects_however_often_a_name_stands_in_one() {
    let shape = learned(LIMITS, &[r#"{"a":1,"b":1,"a":"x"}"#, r#"{"b":2}"#, r#"{"b":3,"a":4}"#]);
    let Some(Seen::Object(object)) = shape.root().only_type() else { panic!("{shape:?}") };
    let counts: Vec<_> = object.fields.iter().map(|field| (&*field.name, field.present)).collect();
    assert_eq!((counts, object.whole), (vec![("a", 2), ("b", 3)], 3));
    assert_eq!(shown(shape.root()), "{a?: number|text, b: number}");
    assert!(!object.fields[0].node.is_nullable());
}

#[test]
fn a_marker_counts_as_what_it_replaced() {
    let number = r#"{"cvv":"[redacted:sensitive-field:number:3:00000000000000ff]"}"#;
    let text = r#"{"cvv":"[redacted:jwt:string:9:00000000000000ff]"}"#;
    check(&[number], "{cvv: number}");
    check(&[text], "{cvv: text}");
}

#[test]
fn a_cut_value_teaches_what_is_there_and_lacks_nothing() {
    let whole = r#"{"id":1,"items":[{"a":1,"b":2}],"total":3}"#;
    let mut shape = learned(LIMITS, &[whole]);
    assert_eq!(shape.observe(r#"{"id":"x","items":[{"a":1},{"a":null"#), Reading::Cut);
    assert_eq!(shape.observe(r#"{"id":1,"new":"#), Reading::Cut);
    assert_eq!(shape.observe(r#"{"id":1,"items":["#), Reading::Cut);
    assert_eq!(
        shown(shape.root()),
        "{id: number|text, items: [{a: null|number, b?: number}], total: number}"
    );
    assert_eq!((shape.whole(), shape.cut()), (1, 3));
    assert_eq!(shape.observe("{]"), Reading::Invalid);
    assert_eq!(shape.observe("1 2"), Reading::Invalid);
    assert_eq!((shape.whole(), shape.cut()), (1, 3));
}

#[test]
fn nesting_beyond_any_limit_is_passed_over() {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(Shape::new(LIMITS).observe(&nested), Reading::Whole);
    assert_eq!(Shape::new(LIMITS).observe(&"[".repeat(100_000)), Reading::Cut);
}

#[test]
fn only_the_first_elements_of_an_array_are_learned() {
    let elements = |count| format!("[{}\"last\"]", "1,".repeat(count));
    check(&[&elements(LIMITS.elements - 1)], "[number|text]");
    check(&[&elements(LIMITS.elements)], "[number]");
}

#[test]
fn deeper_levels_are_known_to_be_there() {
    let nested = |depth: usize| format!("{}7{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    let told =
        |inside: &str| format!("{}{inside}{}", "{a: ".repeat(LIMITS.levels), "}".repeat(LIMITS.levels));
    check(&[&nested(LIMITS.levels)], &told("number"));
    check(&[&nested(LIMITS.levels + 1)], &told("{+1}"));
    let limits = Limits { levels: 1, ..LIMITS };
    let shape = learned(limits, &[r#"{"a":[1,[2]],"b":[],"c":{"d":1}}"#]);
    assert_eq!(shown(shape.root()), "{a: [], b: [?], c: {+1}}");
}

#[test]
fn fields_beyond_the_limits_are_counted() {
    let map = |from: usize, to: usize| {
        let fields: Vec<String> = (from..to).map(|key| format!("\"k{key}\":1")).collect();
        format!("{{{}}}", fields.join(","))
    };
    let count = |limits, texts: &[&str]| {
        let shape = learned(limits, texts);
        match shape.root().only_type() {
            Some(Seen::Object(object)) => (object.fields.len(), object.unnamed, shape.bytes),
            _ => panic!("{shape:?}"),
        }
    };
    let most = LIMITS.fields;
    let (fields, unnamed, bytes) = count(LIMITS, &[&map(0, most + 7), &map(1_000, 1_005), &map(0, most)]);
    assert_eq!((fields, unnamed), (most, 12));
    let small = Limits { bytes: bytes / 2, ..LIMITS };
    let (fields, unnamed, used) = count(small, &[&map(0, most)]);
    assert!(used <= small.bytes && fields < most && fields as u64 + unnamed == most as u64);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z\"\\\\é\n]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map("[a-c1\n]{1,3}", inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Whether a shape says of a value what the value is.
fn admits(node: &Node, value: &Value) -> bool {
    node.types().any(|seen| match (seen, value) {
        (Seen::Null, Value::Null)
        | (Seen::Boolean, Value::Bool(_))
        | (Seen::Number, Value::Number(_))
        | (Seen::Text, Value::String(_)) => true,
        (Seen::Array(array), Value::Array(items)) => {
            (array.empty > 0 || !items.is_empty()) && items.iter().all(|item| admits(&array.element, item))
        }
        (Seen::Object(object), Value::Object(fields)) => {
            let known = |name: &str| object.fields.iter().find(|field| *field.name == *name);
            let lacks = |field: &Field| object.always_has(field) && !fields.contains_key(&*field.name);
            !object.fields.iter().any(lacks)
                && fields
                    .iter()
                    .all(|(name, value)| known(name).is_some_and(|field| admits(&field.node, value)))
        }
        _ => false,
    })
}

proptest! {
    #![proptest_config(Config { rng_seed: RngSeed::Fixed(7_890), failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_shape_admits_every_value_it_was_learned_from(one in any_json(), other in any_json()) {
        let texts = [one.to_string(), serde_json::to_string_pretty(&other).unwrap()];
        let mut shape = Shape::new(LIMITS);
        for text in &texts {
            prop_assert_eq!(shape.observe(text), Reading::Whole);
        }
        prop_assert!(admits(shape.root(), &one) && admits(shape.root(), &other), "{:?}", shape);
    }

    #[test]
    fn a_cut_copy_of_a_value_changes_no_presence(value in any_json(), cut in 0.0..1.0_f64) {
        let text = value.to_string();
        let whole = learned(LIMITS, &[&text]);
        let end = text.floor_char_boundary((text.len() as f64 * cut) as usize);
        let both = learned(LIMITS, &[&text, text.split_at(end).0]);
        prop_assert_eq!(shown(whole.root()), shown(both.root()));
    }
}

#[test]
fn names_are_known_and_values_are_not() {
    let secret = json!({ "name": "ann", "list": ["bob"], "n": 4_711 }).to_string();
    let kept = format!("{:?}", learned(LIMITS, &[&secret]));
    assert!(
        kept.contains("list") && !kept.contains("ann") && !kept.contains("bob") && !kept.contains("4711")
    );
}
