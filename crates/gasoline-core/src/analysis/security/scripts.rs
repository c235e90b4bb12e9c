//! Scripts of other hosts, and source maps that everyone can read.

use serde_json::{Map, json};

use super::documents::severity_of;
use super::finding::{Collector, Found};
use super::hosts;
use super::sighting::shown;
use super::table::{self, Rule};
use super::traffic::{Call, Fields, Traffic};
use crate::address::{Parts, without_query};

/// What Observatory takes off.
const OVER_HTTP: u32 = 50;
const WITHOUT_INTEGRITY: u32 = 5;
const MAP: u32 = 5;

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    traffic.resources.iter().for_each(|resource| script(resource, found));
    traffic.calls.iter().for_each(|call| source_map(call, found));
}

fn script(resource: &Fields<'_>, found: &mut Collector) {
    let (url, page) = (resource.text("url"), resource.text("pageUrl"));
    let is_script = resource.text("initiatorType") == "script" || resource.text("resourceKind") == "script";
    let hosts_differ = Parts::of(url).host() != Parts::of(page).host();
    if !is_script || !hosts_differ || page.is_empty() || hosts::is_development(url) {
        return;
    }
    if hosts::scheme(url) == "http" {
        // Over HTTPS a browser blocks it; that is mixed content.
        if hosts::scheme(page) != "https" {
            let what = "comes over unencrypted HTTP: others on the way can put another in its place";
            add(&table::SCRIPT_OVER_HTTP, OVER_HTTP, resource, what, found);
        }
    } else if resource.text("integrity").is_empty() && resource.text("resourceKind").is_empty() {
        let what = "has no `integrity`: a change on that host changes your page";
        add(&table::SCRIPT_WITHOUT_INTEGRITY, WITHOUT_INTEGRITY, resource, what, found);
    }
}

fn add(rule: &'static Rule, weight: u32, resource: &Fields<'_>, what: &str, found: &mut Collector) {
    let (url, page) = (resource.text("url"), resource.text("pageUrl"));
    let evidence = Map::from_iter([
        ("page_url".to_owned(), json!(shown(page))),
        ("resource_url".to_owned(), json!(shown(url))),
        ("resource_type".to_owned(), json!("script")),
    ]);
    found.add(Found {
        rule,
        severity: severity_of(weight, page).min(severity_of(weight, url)),
        kind: "",
        title: rule.name.to_owned(),
        description: format!("The script {} {what}.", shown(without_query(url))),
        endpoint: Parts::of(url).origin.to_owned(),
        field: Parts::of(url).path,
        evidence,
        source: None,
        address: url,
        entry: resource.entry,
    });
}

/// A frame of a script that was found again in its source: the map was there for everyone.
fn source_map(call: &Call<'_>, found: &mut Collector) {
    let Some(initiator) = &call.request.initiator else { return };
    let (Some(frame), Some(mapped)) = (&initiator.frame, &initiator.mapped) else { return };
    let Some(script) = frame.find("http").and_then(|start| frame.get(start..)) else { return };
    if hosts::is_development(script) {
        return;
    }
    let origin = Parts::of(script).origin;
    let evidence = Map::from_iter([
        ("script".to_owned(), json!(shown(without_query(script).trim_end_matches(')')))),
        ("source_file".to_owned(), json!(mapped.file)),
    ]);
    found.add(Found {
        rule: &table::SOURCE_MAP,
        severity: severity_of(MAP, script),
        kind: "",
        title: table::SOURCE_MAP.name.to_owned(),
        description: format!(
            "Scripts of {origin} have source maps that everyone can read; they name {}.",
            mapped.file
        ),
        endpoint: origin.to_owned(),
        field: "",
        evidence,
        source: None,
        address: script,
        entry: call.entry,
    });
}
