//! How long a picture takes on its way in, its small copy included, and what the buffer of pictures holds in memory.

use std::time::Instant;

use gasoline_wire::Route;
use serde_json::{Value, json};

use super::milliseconds_since;
use crate::bench::Bench;
use crate::drawing;
use crate::figure::{Figure, Limit, Unit};
use crate::samples::Samples;
use crate::sender::Sender;

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;
/// Twice as many as are kept.
const PICTURES: usize = 40;
const SLOWEST: Limit = Limit::AtMost(50.0);
const MOST_MEMORY: Limit = Limit::AtMost(10.0);

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let server = bench.start_gasoline()?;
    let mut sender = Sender::open(&server).await?;
    let data = drawing::page(WIDTH, HEIGHT)?;
    // Decoding takes memory of its own, which the process keeps: that is not the buffer's.
    sender.post(Route::Screenshots.path(), &picture(0, &data)).await?;
    let before = server.memory()?.resident;
    let mut times = Samples::default();
    for number in 1..=PICTURES {
        let start = Instant::now();
        sender.post(Route::Screenshots.path(), &picture(number, &data)).await?;
        times.push(milliseconds_since(start));
    }
    let memory = server.memory()?.resident - before;
    Ok(vec![
        Figure::limited("picture_with_thumbnail", times.median(), Unit::Milliseconds, SLOWEST)
            .with("slowest_ms", times.largest())
            .with("sent_kilobytes", data.len() as f64 / 1e3),
        Figure::limited("pictures_memory", memory, Unit::Megabytes, MOST_MEMORY),
    ])
}

fn picture(number: usize, data: &str) -> Value {
    json!({
        "ts": format!("2026-01-22T10:30:{:02}.000Z", number % 60), "url": format!("http://localhost:3000/{number}"),
        "trigger": "navigation", "data": data,
        "viewport": { "width": WIDTH, "height": HEIGHT, "devicePixelRatio": 1 },
    })
}
