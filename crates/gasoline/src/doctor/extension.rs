//! The third link: whether a browser reports to the server, through the extension, the CI script or `gasoline attach`.

use gasoline_wire::Timestamp;

use super::age::{ago, duration, seconds_between};
use super::finding::{Finding, Link};
use crate::server::Vitals;

/// The extension says hello every 30 s. Chrome may delay that once; after this long it is gone.
const SILENCE_SECONDS: i64 = 120;

/// An extension that waits for a server finds a new one within this time.
const ARRIVAL_SECONDS: i64 = 60;

/// Looks for a capture client that is heard of.
pub(super) fn examine(port: u16, vitals: &Vitals, now: Timestamp) -> Finding {
    if let Some(mismatch) = &vitals.mismatch {
        return misfit(mismatch);
    }
    let is_recent = |time: Timestamp| seconds_between(time, now) < SILENCE_SECONDS;
    let extension = named("the extension", vitals.extension_version.as_deref());
    match (vitals.extension_last_seen, guest(vitals)) {
        (Some(seen), _) if is_recent(seen) => {
            Link::Extension.ok(format!("{extension} was seen {}", ago(seen, now)))
        }
        // A guest says hello once and then lets its entries speak.
        (_, Some((guest, seen))) if is_recent(seen) || vitals.last_entry_at.is_some_and(is_recent) => {
            Link::Extension.ok(format!("{guest} said hello {}", ago(seen, now)))
        }
        // Test runs end; that is nothing to repair.
        (_, Some((guest, seen))) => Link::Extension.warning(
            format!("only {guest} was here, {}", ago(seen, now)),
            "run the tests again, or open a browser with the extension",
        ),
        (Some(seen), None) => Link::Extension.broken(
            format!("{extension} was last seen {}", ago(seen, now)),
            "open the browser, or reload the extension in chrome://extensions",
        ),
        (None, None) => never_seen(port, vitals.uptime_seconds),
    }
}

/// The client that came last of those that need no extension.
fn guest(vitals: &Vitals) -> Option<(String, Timestamp)> {
    let guests = [
        ("the CI script", &vitals.ci_version, vitals.ci_last_seen),
        ("`gasoline attach`", &vitals.attach_version, vitals.attach_last_seen),
    ];
    let here = guests.into_iter().filter_map(|(name, version, seen)| Some((name, version, seen?)));
    let (name, version, seen) = here.max_by_key(|(_, _, seen)| *seen)?;
    Some((named(name, version.as_deref()), seen))
}

/// A client and its version, if it said one.
fn named(client: &str, version: Option<&str>) -> String {
    version.map_or_else(|| client.to_owned(), |version| format!("{client} (version {version})"))
}

/// The server's words end with what to update.
fn misfit(mismatch: &str) -> Finding {
    let text = mismatch.trim_end_matches('.');
    let (found, remedy) = text.rsplit_once("; ").unwrap_or((text, "update the extension and gasoline"));
    Link::Extension.broken(found, remedy)
}

fn never_seen(port: u16, uptime_seconds: i64) -> Finding {
    let age = duration(uptime_seconds);
    if uptime_seconds < ARRIVAL_SECONDS {
        return Link::Extension.warning(
            format!("not seen yet, {age} after the server started"),
            "wait a minute if it is installed, or install it with `gasoline extension`",
        );
    }
    Link::Extension.broken(
        format!("never seen since the server started {age} ago"),
        format!("install it with `gasoline extension`, and see that its popup names port {port}"),
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::doctor::finding::State;

    const NOW: i64 = 1_000_000_000;

    fn at(seconds_ago: i64) -> Option<Timestamp> {
        Some(Timestamp::from_milliseconds(NOW - seconds_ago * 1_000).unwrap())
    }

    pub(in crate::doctor) fn quiet() -> Vitals {
        Vitals {
            uptime_seconds: 3_600,
            extension_last_seen: None,
            ci_last_seen: None,
            attach_last_seen: None,
            extension_version: None,
            ci_version: None,
            attach_version: None,
            mismatch: None,
            log_file: None,
            test_records: None,
            missing_options: None,
            last_entry_at: None,
            entries: 0,
            dropped: 0,
            lost: 0,
            clients: 0,
        }
    }

    fn state(vitals: &Vitals) -> State {
        examine(7890, vitals, at(0).unwrap()).state
    }

    #[test]
    fn an_extension_is_missed_when_it_stays_silent() {
        assert_eq!(state(&Vitals { extension_last_seen: at(119), ..quiet() }), State::Ok);
        assert_eq!(state(&Vitals { extension_last_seen: at(120), ..quiet() }), State::Broken);
    }

    #[test]
    fn one_that_never_came_is_missed_only_after_it_had_time_to_come() {
        assert_eq!(state(&quiet()), State::Broken);
        assert_eq!(state(&Vitals { uptime_seconds: 59, ..quiet() }), State::Warning);
    }

    #[test]
    fn the_ci_script_is_as_good_and_may_go() {
        assert_eq!(state(&Vitals { ci_last_seen: at(5), ..quiet() }), State::Ok);
        assert_eq!(state(&Vitals { ci_last_seen: at(900), last_entry_at: at(5), ..quiet() }), State::Ok);
        assert_eq!(state(&Vitals { ci_last_seen: at(900), ..quiet() }), State::Warning);
        let both = Vitals { ci_last_seen: at(5), extension_last_seen: at(900), ..quiet() };
        assert_eq!(state(&both), State::Ok);
    }

    #[test]
    fn an_attachment_is_as_good_as_the_ci_script_and_the_latest_of_both_is_named() {
        let vitals = Vitals {
            ci_last_seen: at(900),
            attach_last_seen: at(5),
            attach_version: Some("1.2.3".to_owned()),
            ..quiet()
        };
        let finding = examine(7890, &vitals, at(0).unwrap());
        assert_eq!(finding, Link::Extension.ok("`gasoline attach` (version 1.2.3) said hello 5 s ago"));
    }

    #[test]
    fn a_version_that_does_not_fit_is_broken_although_it_reports() {
        let mismatch = Some("The extension (1; 2) is too old; update it.".to_owned());
        let finding =
            examine(7890, &Vitals { mismatch, extension_last_seen: at(1), ..quiet() }, at(0).unwrap());
        assert_eq!(finding, Link::Extension.broken("The extension (1; 2) is too old", "update it"));
    }
}
