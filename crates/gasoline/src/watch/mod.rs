//! Significant events as lines, for a second terminal or an agent's background command.

mod line;
mod pace;

pub(crate) use self::line::{json_line, text_line};
pub(crate) use self::pace::Pace;
