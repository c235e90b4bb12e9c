//! `gasoline diff` and `gasoline flakes` on files that `gasoline ci` saved.

use std::process::Output;

use crate::ci::{POST, text};
use crate::scratch::Scratch;

/// A test that calls an endpoint with a status and a duration, and ends.
const TEST: &str = r#"
post /hello '{"client":"ci","version":"0.1.0","wire":1,"session":"s","clock":0}'
a_test() {
  post /test-boundary "{\"test_id\":\"$1\",\"action\":\"start\",\"title\":\"$1\"}"
  post /network-bodies "{\"bodies\":[{\"test_id\":\"$1\",\"method\":\"GET\",\"url\":\"http://localhost/api/cart\",\"status\":$2,\"duration\":$3}]}"
  post /test-boundary "{\"test_id\":\"$1\",\"action\":\"end\",\"status\":\"$4\"}"
}
"#;

fn save(scratch: &Scratch, file: &str, suite: &str) {
    let script = format!("{POST}{TEST}{suite}");
    let run = scratch
        .gasoline(&["ci", "--save", file, "--", "bash", "-c", &script])
        .current_dir(scratch.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
}

fn gasoline(scratch: &Scratch, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        scratch.gasoline(arguments).current_dir(scratch.path()).output().unwrap();
    (status.code(), text(&stdout), text(&stderr))
}

#[test]
fn two_runs_are_compared_from_a_file_and_from_a_folder_of_records() {
    let scratch = Scratch::new();
    save(&scratch, "main.gasoline", "a_test pays 200 20 passed; a_test ships 200 20 passed");
    save(&scratch, "same", "a_test pays 200 25 passed; a_test ships 200 20 passed");
    save(&scratch, "pr.gasoline", "a_test pays 200 20 passed; a_test ships 500 20 failed");
    assert_eq!(
        gasoline(&scratch, &["diff", "main.gasoline", "same"]),
        (Some(0), "Nothing changed in 2 tests.\n".to_owned(), String::new())
    );
    let (code, changed, _) = gasoline(&scratch, &["diff", "main.gasoline", "pr.gasoline"]);
    insta::assert_snapshot!(changed, @"
    ships
      passed → failed
      GET /api/cart: status 200 → 500
    ");
    assert_eq!(code, Some(1));
    let (code, _, refused) = gasoline(&scratch, &["diff", "main.gasoline", "./main.gasoline"]);
    assert_eq!((code, refused.contains("compared with itself")), (Some(3), true), "{refused}");
    assert_eq!(gasoline(&scratch, &["diff", "main.gasoline", "none.gasoline"]).0, Some(3));
}

#[test]
fn what_separates_failing_runs_is_told() {
    let scratch = Scratch::new();
    for (file, duration, status) in
        [("a", 20, "passed"), ("b", 600, "failed"), ("c", 25, "passed"), ("d", 700, "failed")]
    {
        save(&scratch, &format!("{file}.gasoline"), &format!("a_test pays 200 {duration} {status}"));
    }
    let (code, told, _) =
        gasoline(&scratch, &["flakes", "a.gasoline", "b.gasoline", "c.gasoline", "d.gasoline"]);
    insta::assert_snapshot!(told, @"
    pays: failed 2 of 4 runs
      GET /api/cart took over 25 ms: in 2 of 2 failing runs, 0 of 2 passing (p = 0.167)
    ");
    assert_eq!(code, Some(1));
    let stable = gasoline(&scratch, &["flakes", "a.gasoline", "c.gasoline"]);
    assert_eq!(
        stable,
        (Some(0), "No test failed in some of 2 runs and passed in others.\n".to_owned(), String::new())
    );
    let (code, _, once) = gasoline(&scratch, &["flakes", "a.gasoline"]);
    assert_eq!(
        (code, once.lines().next()),
        (Some(3), Some("error: every test ran only once, so there is nothing to compare"))
    );
    assert_eq!(gasoline(&scratch, &["flakes"]).0, Some(2));
}
