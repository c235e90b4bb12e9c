//! Redaction as a whole: what goes, what stays, and that no escaping hides anything.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::rules::samples;

/// One for all tests: compiling the rules takes longer than most of them.
pub(super) fn redactor() -> &'static Redactor {
    static SHARED: std::sync::OnceLock<Redactor> = std::sync::OnceLock::new();
    SHARED.get_or_init(|| Redactor::new(FingerprintKey::new([7; 16])))
}

pub(super) fn redact(entry: &str) -> String {
    redact_as(entry, EntryPolicy::Ordinary)
}

fn redact_as(entry: &str, policy: EntryPolicy) -> String {
    match redactor().entry(entry, policy) {
        EntryRedaction::Untouched(text) | EntryRedaction::Rewritten(text) => text.into_inner().into(),
    }
}

#[test]
fn clean_entries_pass_through_byte_for_byte() {
    let entry =
        r#"{"level":"error", "message" : "Unexpected token < in JSON","n":1.50,"x":[1, 2,{"y":null}]}"#;
    assert_eq!(redact(entry), entry);
}

#[test]
fn only_the_secret_changes_and_numbers_keep_their_text() {
    let entry = r#"{ "n": 1.50, "url":"http://localhost/?token=abcdefgh&page=2","args":[{"password":"hunter2"}, 3e2] }"#;
    insta::assert_snapshot!(redact(entry), @r#"{ "n": 1.50, "url":"http://localhost/?token=[redacted:url-parameter:string:8:2b19af29df4fa3e2]&page=2","args":[{"password":"[redacted:sensitive-field:string:7:57b403cd817e2a0a]"}, 3e2] }"#);
}

#[test]
fn bodies_inside_strings_are_searched_as_the_json_they_are() {
    let entry = r#"{"requestBody":"{\"user\":\"ann\",\"password\":\"hunter2\",\"cvv\":123}"}"#;
    let redacted = redact(entry);
    assert!(!redacted.contains("hunter2") && !redacted.contains("123}"), "{redacted}");
    let outer: Value = serde_json::from_str(&redacted).unwrap();
    assert!(outer["requestBody"].as_str().unwrap().starts_with(r#"{"user":"ann","password":"[redacted:"#));
}

#[test]
fn object_keys_and_bare_numbers_are_covered() {
    let key = samples::expand("ghp_{alnum:36}").text;
    assert!(!redact(&format!(r#"{{"{key}":1}}"#)).contains(&key));
    let redacted = redact(r#"{"card":4111111111111111,"cvv":123,"token":5,"ok":true,"password":null}"#);
    let value: Value = serde_json::from_str(&redacted).unwrap();
    assert!(value["card"].as_str().unwrap().starts_with("[redacted:card-number:number:16:"));
    assert!(value["cvv"].as_str().unwrap().starts_with("[redacted:sensitive-field:number:3:"));
    assert_eq!((&value["token"], &value["ok"], &value["password"]), (&5.into(), &true.into(), &Value::Null));
}

#[test]
fn a_recognised_format_in_a_sensitive_field_names_its_own_rule() {
    let key = samples::expand("sk_live_{alnum:24}").text;
    assert!(redact(&format!(r#"{{"apiKey":"{key}"}}"#)).contains("[redacted:stripe-key:string:32:"));
}

#[test]
fn storage_values_are_reduced_to_markers_even_when_harmless() {
    let entry = r#"{"type":"storage","key":"theme","value":"dark","args":{"value":"kept"}}"#;
    let redacted = redact_as(entry, EntryPolicy::StorageWrite);
    assert!(redacted.contains(r#""value":"[redacted:storage-value:string:4:"#), "{redacted}");
    assert!(redacted.contains(r#"{"value":"kept"}"#));
}

#[test]
fn a_stored_value_that_was_cut_shows_its_true_length_and_end() {
    let value = format!("{}xyz", "v".repeat(997));
    let entry = format!(r#"{{"type":"storage","value":"{value}","valueLength":5000}}"#);
    insta::assert_snapshot!(redact_as(&entry, EntryPolicy::StorageWrite), @r#"{"type":"storage","value":"[redacted:storage-value:string:5000:79eb654406c4cf9f:vvvvvv...xyz]","valueLength":5000}"#);
    let wrong = r#"{"type":"storage","value":"dark","valueLength":"long"}"#;
    assert!(redact_as(wrong, EntryPolicy::StorageWrite).contains("[redacted:storage-value:string:4:"));
}

#[test]
fn all_below_a_sensitive_name_goes_but_its_shape_stays() {
    let body = r#"{"password":["hunter2"],"token":{"value":"hunter2","n":[7,{"x":-1.5}],"ok":true,"none":null},"otp":[1,2],"tokens":512,"cvcCode":123,"id":[7]}"#;
    insta::assert_snapshot!(redact(body), @r#"{"password":["[redacted:sensitive-field:string:7:57b403cd817e2a0a]"],"token":{"value":"[redacted:sensitive-field:string:7:57b403cd817e2a0a]","n":["[redacted:sensitive-field:number:1:e854fc6b8897624d]",{"x":"[redacted:sensitive-field:number:4:5c7509e817135a20]"}],"ok":true,"none":null},"otp":["[redacted:sensitive-field:number:1:8b71022f090511f4]","[redacted:sensitive-field:number:1:53d59ea19489577d]"],"tokens":512,"cvcCode":"[redacted:sensitive-field:number:3:b0fe99bb372041d0]","id":[7]}"#);
    // As a body within an entry, where markers must leave JSON behind.
    let entry = serde_json::json!({ "requestBody": body }).to_string();
    let outer: Value = serde_json::from_str(&redact(&entry)).unwrap();
    let inner: Value = serde_json::from_str(outer["requestBody"].as_str().unwrap()).unwrap();
    assert_eq!(inner, serde_json::from_str::<Value>(&redact(body)).unwrap());
}

#[test]
fn the_type_of_a_secret_is_none() {
    let state = r#"{"keys":{"token":{"type":"string"},"password":{"type":"hunter2"}}}"#;
    insta::assert_snapshot!(redact(state), @r#"{"keys":{"token":{"type":"string"},"password":{"type":"[redacted:sensitive-field:string:7:57b403cd817e2a0a]"}}}"#);
}

#[test]
fn a_body_that_was_cut_off_hides_all_below_a_sensitive_name() {
    let entry = r#"{"requestBody":"{\"id\":7,\"secret\":{\"list\":[\"hunter2\",\"hun"}"#;
    insta::assert_snapshot!(redact(entry), @r#"{"requestBody":"{\"id\":7,\"secret\":{\"list\":[\"[redacted:sensitive-field:string:7:57b403cd817e2a0a]\",\"[redacted:sensitive-field:string:3:40b5ea35068fa445]"}"#);
}

/// Entries that hold `body` as an object, as text, and as text within text.
fn nested(body: &str) -> Vec<String> {
    let text = serde_json::json!({ "responseBody": body }).to_string();
    let deeper = serde_json::json!({ "message": format!("got {body}"), "args": [text.clone()] }).to_string();
    vec![format!(r#"{{"args":[{body}]}}"#), text, deeper]
}

/// numbers-in-bodies-01
#[test]
fn digits_within_numbers_and_ids_are_no_card() {
    for body in [
        r#"{"x":0.5407875184901059,"y":[-73.4111111111111111,4111111111111111.5]}"#,
        r#"{"id":4539578763621486123,"orderId":4111111111111111,"e":1.4111111111111111e-7}"#,
    ] {
        for entry in nested(body) {
            assert_eq!(redact(&entry), entry);
        }
    }
}

/// numbers-in-bodies-02
#[test]
fn a_card_as_a_number_becomes_a_quoted_marker_at_every_depth() {
    for entry in nested(r#"{"number":4111111111111111,"list":[4111111111111111]}"#) {
        let redacted = redact(&entry);
        assert!(!redacted.contains("4111111111111111"), "{redacted}");
        let value: Value = serde_json::from_str(&redacted).unwrap();
        let text = value["responseBody"].as_str().or_else(|| value["args"][0].as_str());
        let body: Value =
            text.map_or_else(|| value["args"][0].clone(), |text| serde_json::from_str(text).unwrap());
        let body =
            body["responseBody"].as_str().map_or(body.clone(), |text| serde_json::from_str(text).unwrap());
        for number in [&body["number"], &body["list"][0]] {
            assert!(number.as_str().unwrap().starts_with("[redacted:card-number:number:16:"), "{redacted}");
        }
    }
}

/// numbers-in-bodies-03
#[test]
fn part_numbers_stay() {
    for text in ["part no. 219-09-9999", "SKU 123-45-6789", "model 555-55-5555-X"] {
        let entry = serde_json::json!({ "message": text }).to_string();
        assert_eq!(redact(&entry), entry);
    }
}

/// Text that only looks like JSON is searched as text; quotes are spelled as it spells them.
#[test]
fn numbers_in_a_cut_body_are_quoted_as_the_text_around() {
    let body = redactor().text(r#"{\"a\":1,\"cvv\":123,\"b\":"#).into_inner();
    insta::assert_snapshot!(body, @r#"{\"a\":1,\"cvv\":\"[redacted:sensitive-field:number:3:b0fe99bb372041d0]\",\"b\":"#);
    let query = redactor().text("?q=%7B%22cvv%22%3A123%2C").into_inner();
    insta::assert_snapshot!(query, @"?q=%7B%22cvv%22%3A%22[redacted:sensitive-field:number:3:b0fe99bb372041d0]%22%2C");
}

#[test]
fn emails_phones_and_ids_stay() {
    let entry = r#"{"message":"ann@example.com +49 30 1234567 order 4111111111111112 at 1705919400123"}"#;
    assert_eq!(redact(entry), entry);
}

/// Texts that consist of secrets, of any length.
fn secrets_only(repeats: usize) -> Vec<String> {
    let mixed: String = RuleSet::rules()
        .iter()
        .flat_map(|rule| rule.must_match)
        .map(|template| format!("{}\n", samples::expand(template).text))
        .collect();
    let lines = [
        "password=hunter2&token=abcdefgh&".to_owned(),
        r#""password":"hunter2","#.to_owned(),
        "4111 1111 1111 1111, ".to_owned(),
        "4111111111111111,".to_owned(),
        "%5B4111111111111111%2C".to_owned(),
        "Authorization: Bearer ".to_owned(),
        r#"name="token" {<"#.to_owned(),
        "<password ".to_owned(),
        "123-45-6789 ".to_owned(),
        "%3Ftoken%3Dabcdefgh".to_owned(),
        r#"\"secret\":\"hunter2\","#.to_owned(),
        r#""token":{"#.to_owned(),
        "password: 'hunter2 ".to_owned(),
        "Cookie: a=b; ".to_owned(),
        mixed,
    ];
    lines.iter().map(|line| line.repeat(repeats * 200 / line.len() + 1)).collect()
}

/// large-batches-01: findings were compared with each other.
#[test]
fn ten_times_the_secrets_take_at_most_eleven_times_the_work() {
    let steps = |text: &String| work::steps_of(|| drop(redactor().text(text)));
    let (small, large) = (secrets_only(100), secrets_only(1_000));
    for (small, large) in small.iter().zip(&large) {
        let allowed = steps(small) * 11 * large.len() / (10 * small.len());
        let taken = steps(large);
        assert!(taken <= allowed, "{taken} steps, at most {allowed} are linear: {small:.60}");
    }
}

/// Ways a secret can be written inside an entry.
fn disguises(text: &str) -> Vec<String> {
    let plain = Value::from(text).to_string();
    let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let percent: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let nested = Value::from(Value::from(text).to_string()).to_string();
    let nested_escaped = Value::from(format!("\"{escaped}\"")).to_string();
    vec![plain, format!("\"{escaped}\""), format!("\"{percent}\""), nested, nested_escaped]
}

#[test]
fn no_escaping_hides_any_sample_of_any_rule() {
    for rule in RuleSet::rules() {
        for template in rule.must_match {
            let sample = samples::expand(template);
            for disguise in disguises(&sample.text) {
                let entry = format!(r#"{{"message":{disguise}}}"#);
                let redacted = redact(&entry);
                assert!(redacted.contains("[redacted:"), "{}: {entry}", rule.id);
                assert!(serde_json::from_str::<Value>(&redacted).is_ok(), "{redacted}");
            }
        }
    }
}

proptest! {
    /// Whatever a body holds, at whatever depth, it stays JSON of the same structure.
    #[test]
    fn bodies_stay_json(numbers in proptest::collection::vec(any::<f64>(), 1..6), ids in proptest::collection::vec(any::<u64>(), 1..6), noise in "\\PC{0,20}") {
        let numbers: Vec<f64> = numbers.into_iter().filter(|number| number.is_finite()).collect();
        let body = serde_json::json!({ "numbers": numbers, "ids": ids, "password": noise, "token": ids[0], "text": format!("token: {noise} password='{noise}") });
        let entry = serde_json::json!({ "responseBody": body.to_string() }).to_string();
        let redacted: Value = serde_json::from_str(&redact(&entry)).unwrap();
        let inner: Value = serde_json::from_str(redacted["responseBody"].as_str().unwrap()).unwrap();
        prop_assert_eq!(&inner["numbers"], &body["numbers"]);
        prop_assert_eq!(inner.as_object().unwrap().len(), 5);
    }

    #[test]
    fn redaction_is_idempotent_and_yields_valid_json(noise in "\\PC{0,40}", rule in 0..RuleSet::rules().len()) {
        let sample = samples::expand(RuleSet::rules()[rule].must_match[0]).text;
        let entry = serde_json::json!({ "message": format!("{noise} {sample} {noise}"), "url": noise }).to_string();
        let once = redact(&entry);
        prop_assert!(serde_json::from_str::<Value>(&once).is_ok());
        prop_assert_eq!(redact(&once), once);
    }

    #[test]
    fn partly_escaped_secrets_are_found(mask in any::<u64>()) {
        let secret = samples::expand("ghp_{alnum:36}").text;
        let mixed: String = secret
            .chars()
            .enumerate()
            .map(|(index, c)| if mask >> (index % 64) & 1 == 1 { format!("\\u{:04x}", c as u32) } else { c.to_string() })
            .collect();
        let redacted = redact(&format!(r#"{{"message":"{mixed}"}}"#));
        prop_assert!(redacted.contains("[redacted:github-token:string:40:"), "{}", redacted);
    }
}

#[test]
fn names_that_a_project_declares_secret_are_so_everywhere() {
    let names = ["badgeNumber".to_owned()];
    let redactor = Redactor::with_names(FingerprintKey::new([7; 16]), &names);
    let entry = serde_json::json!({
        "url": "http://localhost/staff?badge_number=B-17&page=2",
        "requestBody": r#"{"badgeNumber":["B-17",17],"page":2}"#,
        "headers": {"Badge-Number": "B-17"},
        "fields": [{"name": "badge number", "value": "B-17"}],
        "message": "badgeNumber: B-17 refused",
        "cut": r#"{"badgeNumber":"B-17","na"#,
    })
    .to_string();
    let EntryRedaction::Rewritten(redacted) = redactor.entry(&entry, EntryPolicy::Ordinary) else {
        panic!("{entry}")
    };
    let redacted = redacted.into_inner();
    assert!(!redacted.contains("B-17") && redacted.contains("page=2"), "{redacted}");
    let outer: Value = serde_json::from_str(&redacted).unwrap();
    let body: Value = serde_json::from_str(outer["requestBody"].as_str().unwrap()).unwrap();
    assert!(body["badgeNumber"][1].as_str().unwrap().starts_with("[redacted:sensitive-field:number:2:"));
    assert_eq!(body["page"], 2);
    // Without the declaration nothing of it is a secret.
    assert_eq!(redact(&entry), entry);
}
