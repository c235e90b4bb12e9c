//! Sessions as the generator of code sees them.
#![allow(unreachable_pub, dead_code, reason = "shared by several tests, none of which uses all of it")]

use std::collections::BTreeMap;

use gasoline_core::analysis::query::Query;
use gasoline_core::codegen::{self, Assertions, Masks, TestOptions};
use gasoline_core::intake::{self, IntakeLimits, Kind, Route};
use gasoline_core::redact::{FingerprintKey, Redactor};
use gasoline_core::store::{Arrival, Scope, Store, StoreLimits, View};
use gasoline_wire::Timestamp;
use serde_json::{Value, json};

/// What a session looks like to the tools that write code.
pub fn view(session: &Value) -> View {
    view_of(session, &codegen::KINDS)
}

/// The entries of these kinds.
pub fn view_of(session: &Value, kinds: &[Kind]) -> View {
    let key = FingerprintKey::new([3; 16]);
    let redactor = Redactor::new(key);
    let mut store = Store::new(StoreLimits::default(), key);
    let routes = [Route::EnhancedActions, Route::NetworkBodies, Route::Logs, Route::DomSnapshots];
    let received_at = Timestamp::from_milliseconds(1_767_225_600_000).unwrap();
    for route in routes {
        let Some(entries) = session.get(route.field()) else { continue };
        let body = json!({ route.field(): entries }).to_string();
        let taken = intake::take(&redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
        assert_eq!(taken.first_rejection, None);
        store.append(taken.entries, &Arrival { received_at, sole_test: None });
    }
    for screenshot in session.get("screenshots").and_then(Value::as_array).into_iter().flatten() {
        let body = screenshot.to_string();
        let taken =
            intake::take(&redactor, &IntakeLimits::default(), Route::Screenshots, body.as_bytes()).unwrap();
        assert_eq!(taken.first_rejection, None);
        store.append(taken.entries, &Arrival { received_at, sole_test: None });
    }
    store.view(&Scope::Everything, kinds)
}

/// Everything.
pub fn query() -> Query {
    Query { limit: usize::MAX, ..Query::default() }
}

/// What `generate_test` asserts by default.
pub fn test_options() -> TestOptions {
    TestOptions {
        test_name: None,
        last_n_actions: None,
        base_url: None,
        assertions: Assertions {
            addresses: true,
            network: true,
            response_shape: true,
            no_errors: true,
            dom_state: true,
            visual: false,
        },
        fixtures: false,
        include_fixtures: false,
        mask_dynamic: Masks::Off,
        elements: BTreeMap::new(),
    }
}
