//! Secrets in the address that a page was opened from: the browser sent it in a `Referer` header.

use serde_json::{Map, json};

use super::Severity;
use super::credentials::{limited, reservation};
use super::finding::{Collector, Found};
use super::secret::{Nature, Secret};
use super::sighting::{self, shown};
use super::table;
use super::traffic::{Traffic, page_template};
use crate::analysis::requests::is_foreign;

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for document in &traffic.documents {
        let (referrer, url) = (document.text("referrer"), document.text("url"));
        for sighting in sighting::in_text(referrer) {
            let secret = Secret::of(&sighting);
            let is_other_site = is_foreign(referrer, url);
            let severity = match secret.nature {
                Nature::Ordinary | Nature::Signature => continue,
                // The same server has seen it already.
                _ if !is_other_site => Severity::Info,
                _ => Severity::Critical,
            };
            let evidence = Map::from_iter([
                ("page_url".to_owned(), json!(shown(url))),
                ("referrer".to_owned(), json!(shown(referrer))),
                ("param_name".to_owned(), json!(sighting.name)),
                ("pattern".to_owned(), json!(secret.pattern)),
                ("redacted_value".to_owned(), json!(secret.preview)),
            ]);
            let to = if is_other_site { "to another site" } else { "to its own site" };
            let description =
                format!("The request for a page carried {} {to}, in the Referer header.", secret.article());
            found.add(Found {
                rule: &table::IN_REFERRER,
                severity: limited(severity, &secret),
                kind: secret.pattern,
                title: format!("{} sent in a Referer header", secret.label()),
                description: description + reservation(&secret),
                endpoint: format!("page {}", page_template(referrer)),
                field: &sighting.path,
                evidence,
                source: None,
                address: url,
                entry: document.entry,
            });
        }
    }
}
