//! Chores of this repository: `cargo xtask gen [--check]`, `cargo xtask tidy` and `cargo xtask deny`.

mod dependencies;
mod documents;
mod generate;
mod generated_blocks;
mod markdown;
mod situations;
mod tidy;
mod tool_definitions;
mod tree;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["gen"] => generate::run(generate::Mode::Write),
        ["gen", "--check"] => generate::run(generate::Mode::Check),
        ["tidy"] => tidy::run(),
        ["deny"] => dependencies::run(),
        _ => bail!("usage: cargo xtask gen [--check] | tidy | deny"),
    }
}
