//! Which requests are asked for.

use crate::store::Entry;

/// A choice among requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// Only this method, any case.
    pub method: Option<String>,
    /// Only this status and above.
    pub status_min: Option<u16>,
    /// Only this status and below.
    pub status_max: Option<u16>,
}

impl RequestFilter {
    /// Whether a request is asked for. A request without response has status 0.
    pub fn includes(&self, entry: &Entry) -> bool {
        let status = entry.status.unwrap_or(0);
        self.status_min.is_none_or(|least| status >= least)
            && self.status_max.is_none_or(|most| status <= most)
            && self.method.as_deref().is_none_or(|method| method_of(entry).eq_ignore_ascii_case(method))
    }
}

fn method_of(entry: &Entry) -> String {
    #[derive(serde::Deserialize)]
    struct Method {
        method: Option<String>,
    }
    let read = serde_json::from_str::<Method>(entry.text()).ok();
    read.and_then(|fields| fields.method).unwrap_or_else(|| "GET".to_owned())
}
