//! Whole reports of histories of loads.

use gasoline_wire::Timestamp;
use serde_json::json;

use super::*;
use crate::intake::{self, IntakeLimits, Route};
use crate::learned::Learner;
use crate::redact::{FingerprintKey, Redactor};
use crate::store::{Arrival, Scope, Store, StoreLimits};

struct Browser {
    store: Store,
    redactor: Redactor,
    baselines: Baselines,
    loads: i64,
}

impl Browser {
    fn new() -> Self {
        let key = FingerprintKey::new([3; 16]);
        Self {
            store: Store::new(StoreLimits::default(), key),
            redactor: Redactor::new(key),
            baselines: Baselines::default(),
            loads: 0,
        }
    }

    fn post(&mut self, route: Route, body: &Value) {
        let received_at = Timestamp::from_milliseconds(self.loads * 1_000).unwrap();
        let limits = IntakeLimits::default();
        let intake = intake::take(&self.redactor, &limits, route, body.to_string().as_bytes()).unwrap();
        assert_eq!(intake.first_rejection, None);
        let appended = self.store.append(intake.entries, &Arrival { received_at, sole_test: None });
        for entry in appended.added.iter().filter(|entry| entry.kind == Kind::Performance) {
            self.baselines.note(entry);
        }
    }

    fn load(&mut self, milliseconds: f64, requests: u32, resources: &[(&str, f64)]) {
        self.loads += 1;
        let page = format!("p{}", self.loads);
        let resource = |(url, size): &(&str, f64)| {
            json!({
                "type": "resource", "url": url, "pageUrl": "http://localhost:3000/shop", "page": page,
                "initiatorType": "script", "transferSize": size, "decodedSize": size, "startTime": 5, "duration": 40,
            })
        };
        let entries: Vec<Value> = resources.iter().map(resource).collect();
        self.post(Route::Logs, &json!({ "entries": entries }));
        self.post(
            Route::PerformanceSnapshot,
            &json!({
                "ts": self.loads * 1_000, "url": "http://localhost:3000/shop?x=1", "page": page, "eventId": format!("{page}-1"), "session": "s",
                "timing": {
                    "domContentLoaded": milliseconds / 2.0, "load": milliseconds, "firstContentfulPaint": 120.4,
                    "largestContentfulPaint": null, "timeToFirstByte": 12, "domInteractive": milliseconds / 3.0,
                },
                "network": {
                    "requestCount": requests, "transferSize": 150_000, "decodedSize": 400_000,
                    "byType": {
                        "script": { "count": 3, "size": 120_000 }, "style": { "count": 1, "size": 9_000 },
                        "image": { "count": 0, "size": 0 }, "font": { "count": 0, "size": 0 },
                        "fetch": { "count": 2, "size": 2_000 }, "other": { "count": 0, "size": 0 },
                    },
                    "slowestRequests": [{ "url": "http://localhost:3000/api/cart", "duration": 310.2, "size": 900 }],
                },
                "longTasks": { "count": 1, "totalBlockingTime": 30, "longest": 80 },
                "cumulativeLayoutShift": 0.01,
            }),
        );
    }

    fn newest(&self) -> PageLoad {
        let view = self.store.view(&Scope::Everything, &[Kind::Performance, Kind::Resource]);
        newest_load(&view, &self.baselines, "/shop").unwrap()
    }
}

#[test]
fn a_first_load_has_nothing_to_be_compared_with() {
    let mut browser = Browser::new();
    browser.load(800.0, 6, &[]);
    let load = browser.newest();
    assert_eq!((load.samples(), load.regressions.len()), (0, 0));
    insta::assert_snapshot!(report(&load), @r##"
    Load of `http://localhost:3000/shop?x=1`. No baseline yet: this is the first load of `/shop` that was measured.

    Load timing: load 800 ms
      first byte 12 ms, DOM interactive 267 ms, DOM content loaded 400 ms
      first contentful paint 120 ms, largest contentful paint not reported
    Network: 6 requests, 146.5 KB transferred, 390.6 KB decoded
      script 3 (117.2 KB), style 1 (8.8 KB), fetch 2 (2.0 KB)
      slowest: `http://localhost:3000/api/cart` 310 ms (900 B)
    Main thread: 1 long task, blocked 30 ms, longest 80 ms
    Layout stability: cumulative layout shift 0.010

    Regressions: unknown without a baseline.

    Next: the slowest request was `http://localhost:3000/api/cart` with 310 ms.
    "##);
}

#[test]
fn one_slow_load_is_possible_and_says_what_would_settle_it() {
    let mut browser = Browser::new();
    let scripts = [("http://localhost:3000/app.js", 90_000.0)];
    for _ in 0..9 {
        browser.load(800.0, 6, &scripts);
    }
    browser.load(
        1_700.0,
        14,
        &[("http://localhost:3000/app.js", 190_000.0), ("https://ads.test/ad.js?n=1", 0.0)],
    );
    let load = browser.newest();
    insta::assert_snapshot!(report(&load), @r##"
    Load of `http://localhost:3000/shop?x=1`, compared with 9 earlier loads of `/shop`.

    Load timing: load 1700 ms (usually 800 ms)
      first byte 12 ms, DOM interactive 567 ms, DOM content loaded 850 ms
      first contentful paint 120 ms, largest contentful paint not reported
    Network: 14 requests, 146.5 KB transferred, 390.6 KB decoded (usually 6 requests, 146.5 KB)
      script 3 (117.2 KB), style 1 (8.8 KB), fetch 2 (2.0 KB)
      slowest: `http://localhost:3000/api/cart` 310 ms (900 B)
    Main thread: 1 long task, blocked 30 ms (usually 30 ms), longest 80 ms
    Layout stability: cumulative layout shift 0.010

    Regressions:
      possible: load 800 ms → 1700 ms (+113 %)
      confirmed: request count 6 → 14 (+133 %)
      larger: `http://localhost:3000/app.js` 185.5 KB, 40 ms
      new request: `https://ads.test/ad.js` 0 B, 40 ms, third party, from cache or size hidden
    Last 10 loads: ▁▁▁▁▁▁▁▁▁█ 800 ms to 1700 ms

    Next: find what raised the request count, beginning with `http://localhost:3000/app.js`.
    "##);
    insta::assert_snapshot!("slow_load_numbers", serde_json::to_string_pretty(&load.numbers()).unwrap());
}

#[test]
fn three_slow_loads_are_confirmed() {
    let mut browser = Browser::new();
    for _ in 0..9 {
        browser.load(800.0, 6, &[]);
    }
    assert!(!browser.newest().is_confirmed());
    for _ in 0..3 {
        browser.load(1_700.0, 6, &[]);
    }
    let load = browser.newest();
    assert!(load.is_confirmed());
    assert_eq!(
        (load.regressions[0].metric, load.regressions[0].before, load.regressions[0].after),
        ("load", 800.0, 1_700.0)
    );
}

#[test]
fn thirty_unchanged_loads_are_no_regression() {
    let mut browser = Browser::new();
    for load in 0..30 {
        browser.load(800.0 + f64::from(load % 7) * 20.0, 6, &[]);
        assert_eq!(browser.newest().regressions, []);
    }
}

#[test]
fn the_newest_load_of_an_address_is_meant() {
    let mut browser = Browser::new();
    browser.load(800.0, 6, &[]);
    let view = browser.store.view(&Scope::Everything, &[Kind::Performance]);
    assert!(newest_load(&view, &browser.baselines, "/other").is_none());
    assert_eq!(newest_load(&view, &browser.baselines, "").unwrap().path, "/shop");
}

#[test]
fn what_the_vitals_are_due_to_is_named() {
    let mut browser = Browser::new();
    browser.load(400.0, 2, &[]);
    browser.post(
        Route::Logs,
        &json!({ "entries": [{
            "type": "performance", "page": "p1", "eventId": "p1-1", "session": "s",
            "_vitals": {
                "largestContentfulPaint": 380, "interactionToNextPaint": 412.4,
                "largestPaint": {
                    "target": "main>img.hero", "url": "http://localhost:3000/hero.png",
                    "timeToFirstByte": 12, "resourceLoadDelay": 140, "resourceLoadDuration": 200, "elementRenderDelay": 28,
                },
                "interaction": {
                    "target": "#save", "kind": "pointer", "inputDelay": 8, "processingDuration": 380, "presentationDelay": 24,
                    "script": "http://localhost:3000/app.js", "function": "onSave", "scriptDuration": 371,
                },
            },
        }] }),
    );
    let view = browser.store.view(&Scope::Everything, &[Kind::Performance]);
    let load = newest_load(&view, &browser.baselines, "").unwrap();
    insta::assert_snapshot!(report(&load), @r##"
    Load of `http://localhost:3000/shop?x=1`. No baseline yet: this is the first load of `/shop` that was measured.

    Load timing: load 400 ms
      first byte 12 ms, DOM interactive 133 ms, DOM content loaded 200 ms
      first contentful paint 120 ms, largest contentful paint not reported
      interaction to next paint 412 ms
      largest paint: `main>img.hero` with `http://localhost:3000/hero.png`: first byte 12 ms, wait before its resource 140 ms, load of its resource 200 ms, wait before it was painted 28 ms
      slowest interaction: pointer on `#save`: before its listeners 8 ms, in its listeners 380 ms, until the next paint 24 ms; longest script `http://localhost:3000/app.js` `onSave` 371 ms
    Network: 2 requests, 146.5 KB transferred, 390.6 KB decoded
      script 3 (117.2 KB), style 1 (8.8 KB), fetch 2 (2.0 KB)
      slowest: `http://localhost:3000/api/cart` 310 ms (900 B)
    Main thread: 1 long task, blocked 30 ms, longest 80 ms
    Layout stability: cumulative layout shift 0.010

    Regressions: unknown without a baseline.

    Next: an interaction on `#save` took 412 ms until the page showed it.
    "##);
    assert_eq!(load.numbers()["slowest_interaction"]["processing_duration"], 380.0);
    assert_eq!(load.numbers()["largest_paint"]["target"], "main>img.hero");
}
