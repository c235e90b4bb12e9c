//! A load in words, for a reader.

use gasoline_wire::{PerformanceSnapshot, ResourceTotal};

use super::growth::Change;
use super::regression::{self, Certainty, Regression, Unit};
use super::{Growth, Interaction, LargestPaint, PageLoad};
use crate::enrichment::printable;
use crate::learned::Measured;

/// Milliseconds above which people notice that a page reacts late.
const SLOW_INTERACTION: f64 = 200.0;
/// Characters of an address.
const URL_CHARACTERS: usize = 100;

/// An address as text that a page cannot use to write lines of its own.
fn address(url: &str) -> String {
    let shown: String = printable(url).chars().take(URL_CHARACTERS).collect();
    format!("`{}`", shown.replace('`', "'"))
}

/// The report: timing, network, main thread, layout, what is worse, and what to look at next.
pub fn report(load: &PageLoad) -> String {
    let usual = load.baseline.as_ref().and_then(|baseline| baseline.before_latest);
    let mut lines = vec![heading(load), String::new()];
    lines.extend(timing(&load.snapshot, usual.as_ref()));
    lines.extend(load.vitals.largest_paint.as_ref().map(largest_paint));
    lines.extend(load.vitals.interaction.as_ref().map(interaction));
    lines.extend(network(&load.snapshot, usual.as_ref()));
    lines.extend(main_thread(&load.snapshot, usual.as_ref()));
    lines.push(String::new());
    lines.extend(regressions(load));
    lines.extend(load.grew.iter().map(growth));
    lines.extend(history(load));
    lines.push(String::new());
    lines.push(format!("Next: {}", advice(load)));
    lines.join("\n")
}

fn heading(load: &PageLoad) -> String {
    let url = address(&load.snapshot.url);
    let path = address(&load.path);
    match load.samples() {
        0 => format!("Load of {url}. No baseline yet: this is the first load of {path} that was measured."),
        1 => format!("Load of {url}, compared with 1 earlier load of {path}."),
        samples => format!("Load of {url}, compared with {samples} earlier loads of {path}."),
    }
}

fn timing(snapshot: &PerformanceSnapshot, usual: Option<&Measured>) -> Vec<String> {
    let timing = &snapshot.timing;
    let optional = |figure: Option<f64>| figure.map_or("not reported".to_owned(), milliseconds);
    let compared = |figure: f64, usual: Option<f64>| {
        usual.map_or_else(
            || milliseconds(figure),
            |usual| format!("{} (usually {})", milliseconds(figure), milliseconds(usual)),
        )
    };
    let mut lines = vec![
        format!("Load timing: load {}", compared(timing.load, usual.map(|usual| usual.load))),
        format!(
            "  first byte {}, DOM interactive {}, DOM content loaded {}",
            milliseconds(timing.time_to_first_byte),
            milliseconds(timing.dom_interactive),
            milliseconds(timing.dom_content_loaded)
        ),
        format!(
            "  first contentful paint {}, largest contentful paint {}",
            optional(timing.first_contentful_paint),
            optional(timing.largest_contentful_paint)
        ),
    ];
    if let Some(interaction) = timing.interaction_to_next_paint {
        lines.push(format!("  interaction to next paint {}", milliseconds(interaction)));
    }
    lines
}

fn largest_paint(paint: &LargestPaint) -> String {
    let element = paint.target.as_deref().map_or("an element that is gone".to_owned(), address);
    let url = paint.url.as_deref().map(|url| format!(" with {}", address(url))).unwrap_or_default();
    let parts = parts(&[
        ("first byte", paint.time_to_first_byte),
        ("wait before its resource", paint.resource_load_delay),
        ("load of its resource", paint.resource_load_duration),
        ("wait before it was painted", paint.element_render_delay),
    ]);
    format!("  largest paint: {element}{url}: {parts}")
}

fn interaction(interaction: &Interaction) -> String {
    let element = interaction.target.as_deref().map_or("an element that is gone".to_owned(), address);
    let kind = interaction.kind.as_deref().map_or(String::new(), |kind| format!("{} on ", printable(kind)));
    let parts = parts(&[
        ("before its listeners", interaction.input_delay),
        ("in its listeners", interaction.processing_duration),
        ("until the next paint", interaction.presentation_delay),
    ]);
    let script = interaction.script.as_deref().filter(|script| !script.is_empty()).map(|script| {
        let function = interaction.function.as_deref().filter(|name| !name.is_empty());
        let function = function.map(|name| format!(" {}", address(name))).unwrap_or_default();
        let duration = interaction.script_duration.map(|time| format!(" {}", milliseconds(time)));
        format!("; longest script {}{function}{}", address(script), duration.unwrap_or_default())
    });
    format!("  slowest interaction: {kind}{element}: {parts}{}", script.unwrap_or_default())
}

/// The parts that took any time.
fn parts(parts: &[(&str, f64)]) -> String {
    let shown = parts.iter().filter(|(_, time)| *time >= 1.0);
    shown.map(|(name, time)| format!("{name} {}", milliseconds(*time))).collect::<Vec<_>>().join(", ")
}

fn network(snapshot: &PerformanceSnapshot, usual: Option<&Measured>) -> Vec<String> {
    let network = &snapshot.network;
    let usually = usual.map(|usual| {
        format!(" (usually {} requests, {})", usual.request_count.round(), bytes(usual.transfer_size))
    });
    let types = &network.by_type;
    let by_type: Vec<String> = [
        ("script", types.script),
        ("style", types.style),
        ("image", types.image),
        ("font", types.font),
        ("fetch", types.fetch),
        ("other", types.other),
    ]
    .into_iter()
    .filter(|(_, total)| total.count > 0)
    .map(|(name, ResourceTotal { count, size })| format!("{name} {count} ({})", bytes(size)))
    .collect();
    let mut lines = vec![format!(
        "Network: {} requests, {} transferred, {} decoded{}",
        network.request_count,
        bytes(network.transfer_size),
        bytes(network.decoded_size),
        usually.unwrap_or_default()
    )];
    if !by_type.is_empty() {
        lines.push(format!("  {}", by_type.join(", ")));
    }
    for slow in &network.slowest_requests {
        let url = address(&slow.url);
        lines.push(format!("  slowest: {url} {} ({})", milliseconds(slow.duration), bytes(slow.size)));
    }
    lines
}

fn main_thread(snapshot: &PerformanceSnapshot, usual: Option<&Measured>) -> Vec<String> {
    let tasks = snapshot.long_tasks;
    let usually = usual.map(|usual| format!(" (usually {})", milliseconds(usual.total_blocking_time)));
    let shift = snapshot.cumulative_layout_shift;
    vec![
        format!(
            "Main thread: {}, blocked {}{}, longest {}",
            if tasks.count == 1 { "1 long task".to_owned() } else { format!("{} long tasks", tasks.count) },
            milliseconds(tasks.total_blocking_time),
            usually.unwrap_or_default(),
            milliseconds(tasks.longest)
        ),
        format!(
            "Layout stability: {}",
            shift.map_or("not reported".to_owned(), |shift| format!("cumulative layout shift {shift:.3}"))
        ),
    ]
}

fn regressions(load: &PageLoad) -> Vec<String> {
    if load.samples() == 0 {
        return vec!["Regressions: unknown without a baseline.".to_owned()];
    }
    if load.regressions.is_empty() {
        return vec!["Regressions: none.".to_owned()];
    }
    let mut lines = vec!["Regressions:".to_owned()];
    lines.extend(load.regressions.iter().map(regression));
    lines
}

fn regression(regression: &Regression) -> String {
    let Regression { metric, before, after, percent, certainty, unit } = regression;
    let shown = |figure: f64| match unit {
        Unit::Milliseconds => milliseconds(figure),
        Unit::Bytes => bytes(figure),
        Unit::Count => figure.round().to_string(),
        Unit::Score => format!("{figure:.3}"),
    };
    let name = metric.replace('_', " ");
    let by = percent.map(|percent| format!(" (+{percent} %)")).unwrap_or_default();
    let certainty = match certainty {
        Certainty::Possible => "possible",
        Certainty::Confirmed => "confirmed",
    };
    format!("  {certainty}: {name} {} → {}{by}", shown(*before), shown(*after))
}

fn growth(growth: &Growth) -> String {
    let change = match growth.change {
        Change::New => "new request",
        Change::Larger => "larger",
        Change::Slower => "slower",
    };
    let marks = [(growth.third_party, ", third party"), (growth.from_cache, ", from cache or size hidden")];
    let marks: String = marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).collect();
    let url = address(&growth.url);
    format!("  {change}: {url} {}, {}{marks}", bytes(growth.size), milliseconds(growth.duration))
}

fn history(load: &PageLoad) -> Option<String> {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let loads = load.history();
    let (least, most) =
        loads.iter().fold((f64::MAX, f64::MIN), |(least, most), load| (least.min(*load), most.max(*load)));
    let level = |load: &f64| {
        let share = if most > least { (load - least) / (most - least) } else { 0.0 };
        LEVELS.get((share * 7.0).round() as usize).copied().unwrap_or('█')
    };
    let line: String = loads.iter().map(level).collect();
    (loads.len() > 1).then(|| {
        format!("Last {} loads: {line} {} to {}", loads.len(), milliseconds(least), milliseconds(most))
    })
}

/// What is most worth looking at.
fn advice(load: &PageLoad) -> String {
    let confirmed = load.regressions.iter().find(|each| each.certainty == Certainty::Confirmed);
    if let Some(regression) = confirmed {
        let culprit = load.grew.first().map(|growth| format!(", beginning with {}", address(&growth.url)));
        return format!(
            "find what raised the {}{}.",
            regression.metric.replace('_', " "),
            culprit.unwrap_or_default()
        );
    }
    if !load.regressions.is_empty() {
        let loads = load.baseline.as_ref().map_or(2, regression::loads_to_settle);
        let times = if loads == 1 { "once more".to_owned() } else { format!("{loads} more times") };
        return format!("reload {times}; a single slow load may be chance.");
    }
    if let Some(delay) =
        load.snapshot.timing.interaction_to_next_paint.filter(|delay| *delay > SLOW_INTERACTION)
    {
        let target = load.vitals.interaction.as_ref().and_then(|slowest| slowest.target.as_deref());
        let on = target.map(|target| format!(" on {}", address(target))).unwrap_or_default();
        return format!("an interaction{on} took {} until the page showed it.", milliseconds(delay));
    }
    let Some(slowest) = load.snapshot.network.slowest_requests.first() else {
        return "nothing stands out.".to_owned();
    };
    let url = address(&slowest.url);
    let tasks = load.snapshot.long_tasks;
    if tasks.total_blocking_time > slowest.duration {
        return format!("the main thread was blocked for {}.", milliseconds(tasks.total_blocking_time));
    }
    format!("the slowest request was {url} with {}.", milliseconds(slowest.duration))
}

fn milliseconds(figure: f64) -> String {
    format!("{} ms", figure.round())
}

fn bytes(figure: f64) -> String {
    match figure {
        figure if figure < 1_024.0 => format!("{} B", figure.round()),
        figure if figure < 1_024.0 * 1_024.0 => format!("{:.1} KB", figure / 1_024.0),
        figure => format!("{:.1} MB", figure / 1_024.0 / 1_024.0),
    }
}
