//! Answers as text of bounded size. The only place where an answer is measured and cut.

mod answer;
mod shorten;
pub mod snapshot;
pub mod tokens;

pub use answer::{Answer, AnswerFile, AnswerPicture};
