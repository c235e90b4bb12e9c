//! `gasoline verify` around commands that stand for a reproduction: they speak to the server as captured pages do.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::ci::{POST, text};
use crate::scratch::Scratch;

/// What a captured page does: `page LEVEL MESSAGE`, `call STATUS`.
const PAGE: &str = r#"
page() { post /logs "{\"entries\":[{\"type\":\"console\",\"level\":\"$1\",\"message\":\"$2\",\"url\":\"http://localhost/cart\"}]}"; }
call() { post /network-bodies "{\"bodies\":[{\"method\":\"GET\",\"url\":\"http://localhost/api/cart\",\"status\":$1}]}"; }
"#;

fn verify(scratch: &Scratch, folder: &Path, options: &[&str], script: &str) -> Output {
    let script = format!("{POST}{PAGE}{script}");
    let arguments = [&["verify"], options, &["--", "bash", "-c", &script]].concat();
    scratch.gasoline(&arguments).current_dir(folder).output().unwrap()
}

fn code_and_text(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), text(&output.stdout))
}

#[test]
fn a_recorded_run_is_compared_with_a_later_one() {
    let scratch = Scratch::new();
    let here = scratch.path();
    let recorded = verify(
        &scratch,
        here,
        &["--save", "before.gasoline"],
        "page error 'Cart is undefined'; call 500; exit 1",
    );
    assert_eq!(
        code_and_text(&recorded),
        (Some(0), "Recorded in before.gasoline: the command failed with exit status 1; 1 console errors and 1 failed requests.\n".to_owned())
    );
    let baseline = ["--baseline", "before.gasoline", "--output", "receipt.md"];
    let fixed = verify(&scratch, here, &baseline, "page info fine; call 200");
    assert_eq!((fixed.status.code(), text(&fixed.stderr)), (Some(0), String::new()));
    insta::assert_snapshot!(text(&fixed.stdout), @"
    fixed: 2 of 2 issues gone, 0 new; occurrences 2 before, 0 after.
      before: recorded
      after: passed
      resolved: Cart is undefined → (not seen)
      resolved: GET /api/cart → 500 → GET /api/cart → 200
    ");
    let receipt = fs::read_to_string(here.join("receipt.md")).unwrap();
    insta::assert_snapshot!(receipt.replace(&format!("{POST}{PAGE}").replace('\n', ""), ""), @"
    ## Fix receipt

    **fixed: 2 of 2 issues gone, 0 new; occurrences 2 before, 0 after.**

    `bash -c page info fine; call 200`

    | run | result |
    |---|---|
    | before | recorded |
    | after | passed |

    | | before | after |
    |---|---|---|
    | console errors | 1 | 0 |
    | failed requests | 1 | 0 |

    | what became of it | before | after |
    |---|---|---|
    | resolved | Cart is undefined | (not seen) |
    | resolved | GET /api/cart → 500 | GET /api/cart → 200 |
    ");
    let same = verify(
        &scratch,
        here,
        &["--baseline", "before.gasoline"],
        "page error 'Cart is undefined'; call 500; exit 1",
    );
    assert_eq!(same.status.code(), Some(1), "{}", text(&same.stdout));
    assert!(text(&same.stdout).starts_with("unchanged: "), "{}", text(&same.stdout));
    let failing =
        verify(&scratch, here, &["--baseline", "before.gasoline"], "page info fine; call 200; exit 1");
    assert!(
        text(&failing.stdout)
            .starts_with("improved: no issue was seen in the browser, but the command still fails.")
    );
    let nothing = verify(&scratch, here, &["--baseline", "before.gasoline"], "true");
    assert_eq!(nothing.status.code(), Some(3));
    assert!(text(&nothing.stdout).starts_with("inconclusive: nothing was captured in this run"));
}

/// A picture of 40 x 20 pixels, white or with a black mark, and where the button stands: `look 4 "$WHITE"`.
const LOOK: &str = r##"
WHITE=iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAIklEQVR42mP4P0CAYdTiUYtHLR61eNTiUYtHLR61eORYDAAP7lco5XGeBgAAAABJRU5ErkJggg==
MARKED=iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAKElEQVR42mP4P0CAYdTiUYtHLaaVxQx4wajFoxaPWjwULB4tMoefxQDg42gJ3xjJZgAAAABJRU5ErkJggg==
look() {
  post /screenshots "{\"ts\":\"2026-01-22T10:30:00.000Z\",\"url\":\"http://localhost/cart\",\"trigger\":\"explicit\",\"data\":\"$2\",\"viewport\":{\"width\":40,\"height\":20,\"devicePixelRatio\":1},\"elements\":[{\"selector\":\"#buy\",\"boundingBox\":{\"x\":5,\"y\":$1,\"width\":10,\"height\":8}}]}"
}
"##;

#[test]
fn pages_that_both_runs_pictured_are_compared() {
    let scratch = Scratch::new();
    let here = scratch.path();
    let before = format!("{LOOK}page error boom; look 8 $MARKED; exit 1");
    assert_eq!(verify(&scratch, here, &["--save", "before.gasoline"], &before).status.code(), Some(0));
    let options = ["--baseline", "before.gasoline", "--output", "receipt.md"];
    let after = verify(&scratch, here, &options, &format!("{LOOK}page info fine; look 0 $WHITE"));
    let said = "  looks of /cart: 80 pixels changed (10 %), in 1 place\n";
    assert!(text(&after.stdout).contains(said), "{}", text(&after.stdout));
    let receipt = fs::read_to_string(here.join("receipt.md")).unwrap();
    let (_, looks) = receipt.split_once("Looks of").unwrap();
    insta::assert_snapshot!(looks, @r"
     `/cart`:

    - 80 pixels changed (10 %), in 1 place
    - \`\#buy\` moved 8 px up

    ![before](receipt-before-1.png)

    ![after](receipt-after-1.png)

    ![what changed on /cart](receipt-changes-1.png)
    ");
    for name in ["receipt-before-1.png", "receipt-after-1.png", "receipt-changes-1.png"] {
        assert!(fs::read(here.join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
}

#[test]
fn commands_that_do_not_run_get_a_clear_error_and_leave_nothing_behind() {
    let scratch = Scratch::new();
    let here = scratch.path();
    let missing = scratch
        .gasoline(&["verify", "--save", "x.gasoline", "--", "no-such-command"])
        .current_dir(here)
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(127));
    assert!(text(&missing.stderr).contains("cannot run `no-such-command`"), "{}", text(&missing.stderr));
    let hung = verify(&scratch, here, &["--save", "x.gasoline", "--timeout", "1"], "sleep 600");
    assert_eq!(hung.status.code(), Some(3));
    assert!(text(&hung.stderr).contains("did not end within 1 s"), "{}", text(&hung.stderr));
    // `output` waits for the end of standard output, which the process left behind holds.
    let left = verify(&scratch, here, &["--save", "x.gasoline"], "sleep 600 & page info fine");
    assert_eq!(left.status.code(), Some(0), "{}", text(&left.stderr));
    let nobody = verify(&scratch, here, &[], "page error boom");
    assert_eq!(nobody.status.code(), Some(2));
    assert!(text(&nobody.stderr).contains("standard input is closed"), "{}", text(&nobody.stderr));
    let unknown = verify(&scratch, here, &["--baseline", "none.gasoline"], "true");
    assert_eq!(unknown.status.code(), Some(3));
    fs::write(here.join("junk.gasoline"), "junk").unwrap();
    let junk = verify(&scratch, here, &["--baseline", "junk.gasoline"], "true");
    assert_eq!(junk.status.code(), Some(3), "{}", text(&junk.stderr));
    assert_eq!(scratch.gasoline(&["verify"]).output().unwrap().status.code(), Some(2));
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
    let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// A repository whose first commit is broken, with a change that is not committed.
fn repository(scratch: &Scratch) -> std::path::PathBuf {
    let folder = scratch.path().join("app");
    fs::create_dir_all(folder.join("web")).unwrap();
    git(&folder, &["init", "-q"]);
    fs::write(folder.join("web/state"), "broken").unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "broken"]);
    fs::write(folder.join("web/state"), "fine").unwrap();
    folder.join("web")
}

const REPRODUCTION: &str =
    r#"if [ "$(cat state)" = broken ]; then page error boom; exit 1; else page info fine; fi"#;

#[test]
fn a_fix_is_proven_against_another_commit() {
    let scratch = Scratch::new();
    let web = repository(&scratch);
    let options = [
        "--against-rev",
        "HEAD",
        "--runs",
        "4",
        "--setup",
        "pwd > ../../setup; test -f state",
        "--output",
        "../../r.md",
    ];
    let proven = verify(&scratch, &web, &options, REPRODUCTION);
    assert_eq!(proven.status.code(), Some(0), "{}", text(&proven.stderr));
    insta::assert_snapshot!(text(&proven.stdout), @"
    fixed: failed 4 of 4 → 0 of 4, p = 0.014
      before (HEAD): failed 4 of 4
      after: failed 0 of 4
      resolved: boom → (not seen)
    ");
    assert_eq!(git(&web, &["worktree", "list"]).lines().count(), 1);
    assert_eq!(git(&web, &["status", "--short"]), " M state\n");
    let receipt = fs::read_to_string(scratch.path().join("r.md")).unwrap();
    assert!(receipt.contains("| before (HEAD) | failed 4 of 4 |"), "{receipt}");
}

#[test]
fn nothing_is_fixed_that_never_failed_and_the_copy_goes_whatever_happens() {
    let scratch = Scratch::new();
    let web = repository(&scratch);
    let never = verify(&scratch, &web, &["--against-rev", "HEAD", "--runs", "1"], "page info fine");
    assert_eq!(never.status.code(), Some(3));
    assert!(text(&never.stdout).contains("it never failed before"), "{}", text(&never.stdout));
    for (options, script, status, expected) in [
        (vec!["--against-rev", "no-such-rev"], "true", 2, "`no-such-rev` is no commit here"),
        (vec!["--against-rev", "--help"], "true", 2, "is no commit here"),
        (
            vec!["--against-rev", "HEAD", "--setup", "exit 7"],
            "true",
            3,
            "the setup command failed with exit status 7",
        ),
        (vec!["--against-rev", "HEAD", "--timeout", "1"], "sleep 600", 3, "did not end within 1 s"),
    ] {
        let mut options = options;
        if options[1].starts_with('-') {
            options = vec!["--against-rev=--help"];
        }
        let refused = verify(&scratch, &web, &options, script);
        assert_eq!(refused.status.code(), Some(status), "{options:?}");
        assert!(text(&refused.stderr).contains(expected), "{}", text(&refused.stderr));
        assert_eq!(git(&web, &["worktree", "list"]).lines().count(), 1);
    }
    let outside = scratch.path().join("outside");
    fs::create_dir(&outside).unwrap();
    let no_repository = verify(&scratch, &outside, &["--against-rev", "HEAD"], "true");
    assert!(
        text(&no_repository.stderr).contains("git: not a git repository"),
        "{}",
        text(&no_repository.stderr)
    );
}
