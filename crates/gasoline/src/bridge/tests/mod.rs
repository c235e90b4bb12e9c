//! The bridge against servers that misbehave in every way a real one might.

mod client;
mod corpus;
mod fake_server;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gasoline_server::clock::ManualClock;
use http::Method;

use self::client::{Client, INITIALIZE, INITIALIZED, eventually};
use self::fake_server::{FakeServer, Reply, Seen};
use super::Ended;

const REQUEST: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;

/// Answers handshakes and notifications; requests and streams are up to the test.
fn answer_with(request: impl Fn(&Seen) -> Reply) -> impl Fn(&Seen) -> Reply {
    let sessions = AtomicUsize::new(0);
    move |seen| match seen.method {
        Method::POST if seen.body.contains(r#""initialize""#) => {
            let names = ["first", "second", "third", "fourth"];
            Reply::initialized(names[sessions.fetch_add(1, Ordering::Relaxed)])
        }
        Method::POST if seen.body.contains("notifications/") => Reply::accepted(),
        Method::DELETE => Reply::accepted(),
        Method::GET => Reply::open_events(""),
        _ => request(seen),
    }
}

fn answer_everything() -> impl Fn(&Seen) -> Reply {
    answer_with(|_| Reply::events(&format!("data: {ANSWER}\n\n")))
}

#[tokio::test]
async fn messages_pass_byte_for_byte() {
    let request = r#"{"jsonrpc": "2.0", "id": 7, "method": "x", "params": {"big": 12345678901234567890.10, "later": null}}"#;
    let answer = r#"{"id":7,  "jsonrpc":"2.0","result":{"big":1.10,"ü":"\u00fc"}}"#;
    let (server, port) =
        FakeServer::start(answer_with(move |_| Reply::events(&format!("data: {answer}\n\n")))).await;
    let mut client = Client::initialized(port).await;
    client.write(request).await;
    assert_eq!(client.read().await, answer);
    assert_eq!(server.posted(), [INITIALIZE, INITIALIZED, request]);
}

#[tokio::test]
async fn an_answer_may_also_be_json_of_several_lines() {
    let pretty = "{\n\"jsonrpc\":\"2.0\",\r\n\"id\":7,\"result\":{}\n}\n";
    let (_server, port) = FakeServer::start(answer_with(move |_| Reply::json(200, pretty))).await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    let line: serde_json::Value = serde_json::from_str(&client.read().await).unwrap();
    assert_eq!(line["id"], 7);
}

#[tokio::test]
async fn the_session_and_the_agreed_version_go_with_every_message() {
    let (server, port) = FakeServer::start(answer_everything()).await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    client.read().await;
    let request = server.seen().into_iter().find(|seen| seen.body == REQUEST).unwrap();
    assert_eq!(request.session.as_deref(), Some("first"));
    assert_eq!(request.protocol_version.as_deref(), Some("2025-06-18"));
}

#[tokio::test]
async fn a_forgotten_session_is_opened_again_without_the_client_noticing() {
    let (server, port) = FakeServer::start(answer_with(|seen| match seen.session.as_deref() {
        Some("first") => Reply::json(404, "no such session"),
        _ => Reply::events(&format!("data: {ANSWER}\n\n")),
    }))
    .await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    assert_eq!(client.read().await, ANSWER);
    let expected = [INITIALIZE, INITIALIZED, REQUEST, INITIALIZE, INITIALIZED, REQUEST];
    assert_eq!(server.posted(), expected);
}

#[tokio::test]
async fn an_answer_that_never_came_is_asked_for_again_but_not_for_ever() {
    let (server, port) = FakeServer::start(answer_with(|_| Reply::events("id: 0\ndata:\n\n"))).await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    let answer = client.read().await;
    assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"#), "{answer}");
    assert_eq!(server.posted().iter().filter(|body| *body == REQUEST).count(), 3);
}

#[tokio::test]
async fn an_answer_is_given_once_even_if_the_connection_breaks_after_it() {
    let (server, port) = FakeServer::start(answer_with(|seen| match seen.body.contains("ping") {
        true => Reply::events("data: {\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}\n\n"),
        false => Reply::broken_events(&format!("data: {ANSWER}\n\n")),
    }))
    .await;
    let ping = r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    assert_eq!(client.read().await, ANSWER);
    client.write(ping).await;
    assert!(client.read().await.contains(r#""id":8"#));
    assert_eq!(server.posted(), [INITIALIZE, INITIALIZED, REQUEST, ping]);
}

#[tokio::test]
async fn a_cancelled_request_is_neither_answered_nor_repeated() {
    let (server, port) = FakeServer::start(answer_with(|seen| match seen.body.contains("slow") {
        true => Reply::open_events(": working\n\n"),
        false => Reply::events(&format!("data: {ANSWER}\n\n")),
    }))
    .await;
    let slow = r#"{"jsonrpc":"2.0","id":"s","method":"slow"}"#;
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}"#;
    let mut client = Client::initialized(port).await;
    for line in [slow, cancel, REQUEST] {
        client.write(line).await;
    }
    assert_eq!(client.read().await, ANSWER);
    assert_eq!(server.posted(), [INITIALIZE, INITIALIZED, slow, cancel, REQUEST]);
}

/// server-hangs-01
#[tokio::test]
async fn an_answer_that_takes_longer_than_its_tool_may_is_given_up() {
    let (server, port) = FakeServer::start(answer_with(|_| Reply::open_events(": working\n\n"))).await;
    let clock = Arc::new(ManualClock::at(0));
    let mut client = Client::initialized_by(clock.clone(), port).await;
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"query_dom"}}"#;
    client.write(call).await;
    eventually("the server has the call", || server.posted().iter().any(|body| body == call)).await;
    clock.until_timers(2).await;
    clock.advance(15_000);
    assert_eq!(
        client.read().await,
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"the server did not answer within 15 s; try again; `gasoline doctor` says how the server is"}}"#
    );
    assert_eq!(server.posted().iter().filter(|body| *body == call).count(), 1);
}

/// server-hangs-02
#[tokio::test]
async fn a_server_that_says_nothing_at_all_is_given_up_long_before() {
    let others = answer_with(|_| Reply::silence());
    let answer = move |seen: &Seen| if seen.path == "/health" { Reply::silence() } else { others(seen) };
    let (server, port) = FakeServer::start(answer).await;
    let clock = Arc::new(ManualClock::at(0));
    let mut client = Client::initialized_by(clock.clone(), port).await;
    client.write(REQUEST).await;
    eventually("the server has the request", || server.posted().iter().any(|body| body == REQUEST)).await;
    clock.until_timers(2).await;
    clock.advance(2_000);
    eventually("it is asked how it is", || server.seen().iter().any(|seen| seen.path == "/health")).await;
    clock.until_timers(2).await;
    clock.advance(5_000);
    let answer = client.read().await;
    let expected = format!("the server on port `{port}` hangs: it has not said how it is for 5 s; ");
    assert!(
        answer.starts_with(r#"{"jsonrpc":"2.0","id":7,"error""#) && answer.contains(&expected),
        "{answer}"
    );
}

#[tokio::test]
async fn a_refusal_is_answered_with_the_id_of_the_request() {
    let (_server, port) = FakeServer::start(answer_with(|_| Reply::json(500, "out of \"luck\""))).await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    insta::assert_snapshot!(
        client.read().await,
        @r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"the server refused the message with status 500 Internal Server Error: out of \"luck\""}}"#
    );
}

#[tokio::test]
async fn what_the_server_says_unasked_arrives_once_even_if_its_stream_breaks() {
    let (server, port) = FakeServer::start(move |seen| match (&seen.method, &seen.last_event_id) {
        (&Method::GET, None) => Reply::events(
            "data: \nid: 1\nretry: 3000\n\nid: 1\ndata: {\"n\":1}\n\nid: 2\ndata: {\"n\":2}\n\n",
        ),
        (&Method::GET, Some(_)) => Reply::open_events("id: 2\ndata: {\"n\":2}\n\nid: 3\ndata: {\"n\":3}\n\n"),
        _ => answer_everything()(seen),
    })
    .await;
    let mut client = Client::initialized(port).await;
    for expected in [r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#] {
        assert_eq!(client.read().await, expected);
    }
    let resumed = server.seen().into_iter().filter_map(|seen| seen.last_event_id).next();
    assert_eq!(resumed.as_deref(), Some("2"));
}

#[tokio::test]
async fn the_stream_moves_to_the_new_session() {
    let (server, port) = FakeServer::start(answer_with(|seen| match seen.session.as_deref() {
        Some("first") => Reply::json(404, ""),
        _ => Reply::events(&format!("data: {ANSWER}\n\n")),
    }))
    .await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    client.read().await;
    eventually("a stream in the second session", || {
        let streams = server.seen().into_iter().filter(|seen| seen.method == Method::GET);
        streams.into_iter().any(|seen| seen.session.as_deref() == Some("second"))
    })
    .await;
}

#[tokio::test]
async fn before_the_handshake_only_ping_is_answered() {
    let (server, port) = FakeServer::start(answer_everything()).await;
    let mut client = Client::connect(port);
    client.write(INITIALIZED).await;
    client.write(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
    assert_eq!(client.read().await, r#"{"jsonrpc":"2.0","id":"p","result":{}}"#);
    client.write(REQUEST).await;
    let refusal = client.read().await;
    assert!(refusal.starts_with(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"#), "{refusal}");
    client.write(INITIALIZE).await;
    assert!(client.read().await.contains("protocolVersion"));
    assert_eq!(server.posted(), [INITIALIZE]);
}

#[tokio::test]
async fn a_second_handshake_opens_a_second_session_and_ends_the_first() {
    let (server, port) = FakeServer::start(answer_everything()).await;
    let mut client = Client::initialized(port).await;
    client.write(INITIALIZE).await;
    assert!(client.read().await.contains("protocolVersion"));
    client.write(REQUEST).await;
    client.read().await;
    let seen = server.seen();
    let ended = seen.iter().find(|seen| seen.method == Method::DELETE).unwrap();
    assert_eq!(ended.session.as_deref(), Some("first"));
    assert_eq!(seen.last().unwrap().session.as_deref(), Some("second"));
}

#[tokio::test]
async fn bad_lines_are_answered_and_do_no_harm() {
    let (_server, port) = FakeServer::start(answer_everything()).await;
    let mut client = Client::initialized(port).await;
    for (line, code) in [("{", -32700), ("[]", -32600), ("\"x\"", -32600)] {
        client.write(line).await;
        let answer: serde_json::Value = serde_json::from_str(&client.read().await).unwrap();
        assert_eq!(answer["error"]["code"], code);
        assert_eq!(answer["id"], serde_json::Value::Null);
    }
    client.write(REQUEST).await;
    assert_eq!(client.read().await, ANSWER);
}

#[tokio::test]
async fn leaving_ends_the_session() {
    let (server, port) = FakeServer::start(answer_everything()).await;
    let client = Client::initialized(port).await;
    assert_eq!(client.leave().await, (Vec::new(), Ended::AfterHandshake));
    let ended = server.seen().into_iter().find(|seen| seen.method == Method::DELETE).unwrap();
    assert_eq!(ended.session.as_deref(), Some("first"));
}

#[tokio::test]
async fn requests_under_way_when_the_input_ends_are_still_answered() {
    let (_server, port) = FakeServer::start(answer_everything()).await;
    let mut client = Client::initialized(port).await;
    client.write(REQUEST).await;
    assert_eq!(client.leave().await.0, [ANSWER]);
}

#[tokio::test]
async fn input_that_ends_without_handshake_had_no_client() {
    let (_server, port) = FakeServer::start(answer_everything()).await;
    assert_eq!(Client::connect(port).leave().await.1, Ended::WithoutHandshake);
}

#[tokio::test]
async fn a_server_that_is_gone_is_reported_with_what_to_do() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let mut client = Client::connect(port);
    client.write(INITIALIZE).await;
    let answer: serde_json::Value = serde_json::from_str(&client.read().await).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&0.into(), &(-32000).into()));
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("nothing listens on port `{port}`")), "{message}");
    assert!(message.contains("restart the MCP server"), "{message}");
}
