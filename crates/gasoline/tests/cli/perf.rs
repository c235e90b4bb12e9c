//! `gasoline perf`: loads that became slower, as people and pipelines see them.

use std::process::Stdio;

use serde_json::json;

use crate::http::{download, post};
use crate::scratch::Scratch;
use crate::server_process::Server;

fn run(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String) {
    let output = scratch.gasoline(arguments).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), text.replace(scratch.path().to_str().unwrap(), "SCRATCH"))
}

/// A capture of pages that loaded in these times.
fn capture(folder: &Scratch, name: &str, times: &[f64]) -> String {
    let scratch = Scratch::new();
    let (_server, _) = Server::start(&scratch, &[]);
    let total = json!({ "count": 1, "size": 10 });
    for (number, load) in times.iter().enumerate() {
        post(
            scratch.port,
            "/performance-snapshot",
            &json!({
                "ts": 1_700_000_000_000_u64 + number as u64 * 1_000, "url": "http://localhost:3000/cart",
                "timing": { "domContentLoaded": 300, "load": load, "firstContentfulPaint": 90, "largestContentfulPaint": 120,
                    "timeToFirstByte": 8, "domInteractive": 250 },
                "network": { "requestCount": 4, "transferSize": 20000, "decodedSize": 50000, "slowestRequests": [],
                    "byType": { "script": total, "style": total, "image": total, "font": total, "fetch": total, "other": total } },
                "longTasks": { "count": 0, "totalBlockingTime": 0, "longest": 0 },
            }),
        );
    }
    let file = folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(&file, download(scratch.port, "/export/capture")).unwrap();
    file
}

#[test]
fn a_slower_page_fails_the_command_when_it_is_confirmed() {
    let folder = Scratch::new();
    let before = capture(&folder, "before.gasoline", &[800.0; 10]);
    let after = capture(&folder, "after.gasoline", &[1_700.0; 3]);
    let (code, text) = run(&folder, &["perf", &after, "--baseline", &before]);
    assert_eq!(code, Some(1), "{text}");
    insta::assert_snapshot!(text, @r##"
    /cart: 800 ms before (10 loads), 1700 ms now (3 loads), +113%
      confirmed: load from 800 to 1700
    "##);
    assert_eq!(run(&folder, &["perf", &before, "--baseline", &before]).0, Some(0));
    assert_eq!(run(&folder, &["perf", &after, "--baseline", &before, "--fail-on", "never"]).0, Some(0));
    assert_eq!(run(&folder, &["perf", &after, "--baseline", &before, "--url", "/shop"]).0, Some(3));
    assert_eq!(run(&folder, &["perf", &after, "--baseline", "none.gasoline"]).0, Some(2));
}

#[test]
fn one_slow_load_is_only_possible() {
    let folder = Scratch::new();
    let file = capture(&folder, "run.gasoline", &[800.0, 800.0, 800.0, 1_700.0]);
    let (code, text) = run(&folder, &["perf", &file]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("possible"), "{text}");
    assert_eq!(run(&folder, &["perf", &file, "--fail-on", "possible"]).0, Some(1));
    let (code, text) = run(&folder, &["perf", &file, "--url", "/shop"]);
    assert_eq!(
        (code, text.as_str()),
        (Some(3), "error: no page load was measured with an address that contains `/shop`\n")
    );
}
