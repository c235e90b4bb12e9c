//! How long ago something was, in words short enough for a line.

use gasoline_wire::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Seconds from `then` to `now`. A clock that was set back makes things recent, not future.
pub(super) fn seconds_between(then: Timestamp, now: Timestamp) -> i64 {
    (now.as_milliseconds() - then.as_milliseconds()).max(0) / 1_000
}

/// For example `12 s ago`.
pub(super) fn ago(then: Timestamp, now: Timestamp) -> String {
    format!("{} ago", duration(seconds_between(then, now)))
}

/// In the unit in which a person would say it.
pub(super) fn duration(seconds: i64) -> String {
    match seconds {
        ..MINUTE => format!("{seconds} s"),
        MINUTE..HOUR => format!("{} min", seconds / MINUTE),
        HOUR..DAY => format!("{} h", seconds / HOUR),
        DAY.. => format!("{} d", seconds / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_their_largest_unit() {
        for (seconds, text) in [
            (0, "0 s"),
            (59, "59 s"),
            (60, "1 min"),
            (3_599, "59 min"),
            (3_600, "1 h"),
            (86_399, "23 h"),
            (86_400, "1 d"),
            (864_000, "10 d"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn what_seems_to_lie_in_the_future_is_just_now() {
        assert_eq!(ago(Timestamp::default().shifted(5_000), Timestamp::default()), "0 s ago");
    }
}
