//! The store against plain lists, by steps made up at random.

use proptest::prelude::*;

use super::*;

/// One step of the model test.
#[derive(Clone, Debug)]
enum Step {
    Send { test: Option<u8>, size: usize, event: Option<u8> },
    Amend { test: Option<u8>, event: u8, size: usize },
    Clear { test: Option<u8> },
}

fn step() -> impl Strategy<Value = Step> {
    let test = proptest::option::of(0..3_u8);
    prop_oneof![
        20 => (test.clone(), 0..400_usize, proptest::option::of(0..40_u8))
            .prop_map(|(test, size, event)| Step::Send { test, size, event }),
        6 => (test.clone(), 0..40_u8, 0..400_usize)
            .prop_map(|(test, event, size)| Step::Amend { test, event, size }),
        1 => test.prop_map(|test| Step::Clear { test }),
    ]
}

const MODEL_LIMITS: (usize, usize) = (10, 9_000);
const MODEL_EARLY_LIMITS: EarlyLimits = EarlyLimits { amendments: 4, bytes: 1_500, milliseconds: 0 };

/// An entry as the model knows it.
#[derive(Clone, Debug, PartialEq)]
struct Modelled {
    number: usize,
    test: Option<u8>,
    event: Option<u8>,
    /// Length of the note that was merged into it.
    note: Option<usize>,
    cost: usize,
}

impl Modelled {
    /// Whether that changed anything.
    fn note(&mut self, size: usize) -> bool {
        let length = |note: Option<usize>| note.map_or(0, |size| size + r#","_note":"""#.len());
        self.cost = self.cost - length(self.note) + length(Some(size));
        self.note.replace(size) != Some(size)
    }
}

/// An amendment as the model knows it.
#[derive(Clone, Copy, Debug)]
struct ModelledAmendment {
    test: Option<u8>,
    event: u8,
    /// Length of its note.
    size: usize,
    cost: usize,
}

/// What the store should hold, as plain lists in order of arrival.
#[derive(Debug, Default)]
struct Model {
    held: Vec<Modelled>,
    early: Vec<ModelledAmendment>,
    known: std::collections::BTreeSet<u8>,
    evicted: BTreeMap<Option<u8>, u64>,
    merges_dropped: BTreeMap<Option<u8>, u64>,
}

impl Model {
    fn bytes(&self, test: Option<u8>) -> usize {
        self.held.iter().filter(|entry| entry.test == test).map(|entry| entry.cost).sum()
    }

    fn early_bytes(&self) -> usize {
        self.early.iter().map(|amendment| amendment.cost).sum()
    }

    fn all_bytes(&self) -> usize {
        self.held.iter().map(|entry| entry.cost).sum::<usize>() + self.early_bytes()
    }

    fn evict_oldest(&mut self, test: Option<u8>) {
        let oldest = self.held.iter().position(|entry| entry.test == test).unwrap();
        self.held.remove(oldest);
        *self.evicted.entry(test).or_default() += 1;
    }

    /// Too many of one test cost that test; too many bytes cost whichever test holds most.
    fn shrink(&mut self, changed: Option<u8>) {
        let (most_entries, most_bytes) = MODEL_LIMITS;
        while self.held.iter().filter(|entry| entry.test == changed).count() > most_entries {
            self.evict_oldest(changed);
        }
        while self.all_bytes() > most_bytes {
            let tests = [None, Some(0), Some(1), Some(2)];
            let heaviest = tests.into_iter().max_by_key(|&test| self.bytes(test)).unwrap();
            self.evict_oldest(heaviest);
        }
    }

    /// How many entries are new, and whether one was amended by what waited for it; a known identity is a resend.
    fn send(&mut self, entry: Modelled) -> (usize, usize) {
        if entry.event.is_some_and(|event| !self.known.insert(event)) {
            return (0, 0);
        }
        let (test, event) = (entry.test, entry.event);
        self.held.push(entry);
        self.shrink(test);
        let mut is_amended = false;
        while let Some(position) = self.early.iter().position(|waiting| Some(waiting.event) == event) {
            let waiting = self.early.remove(position);
            is_amended |= self.amend(waiting);
        }
        (1, usize::from(is_amended))
    }

    /// Whether late fields change an entry. What has no entry yet waits; what has none any more is counted.
    fn amend(&mut self, amendment: ModelledAmendment) -> bool {
        let stored = self.held.iter_mut().find(|entry| entry.event == Some(amendment.event));
        let Some(entry) = stored else {
            if self.known.contains(&amendment.event) {
                self.drop_merge(amendment);
            } else {
                self.wait(amendment);
            }
            return false;
        };
        let (test, is_changed) = (entry.test, entry.note(amendment.size));
        self.shrink(test);
        is_changed
    }

    fn wait(&mut self, amendment: ModelledAmendment) {
        self.early.push(amendment);
        while self.early.len() > MODEL_EARLY_LIMITS.amendments
            || self.early_bytes() > MODEL_EARLY_LIMITS.bytes
        {
            let oldest = self.early.remove(0);
            self.drop_merge(oldest);
        }
        self.shrink(None);
    }

    fn drop_merge(&mut self, amendment: ModelledAmendment) {
        *self.merges_dropped.entry(amendment.test).or_default() += 1;
    }

    /// Removes what belongs to a test, or all; returns how many entries that were.
    fn clear(&mut self, test: Option<u8>) -> usize {
        let before = self.held.len();
        match test {
            Some(_) => {
                self.held.retain(|entry| entry.test != test);
                self.early.retain(|amendment| amendment.test != test);
                self.evicted.remove(&test);
                self.merges_dropped.remove(&test);
            }
            None => *self = Self { known: std::mem::take(&mut self.known), ..Self::default() },
        }
        before - self.held.len()
    }

    fn losses(&self, test: Option<u8>) -> Losses {
        let count = |counts: &BTreeMap<Option<u8>, u64>| match test {
            Some(_) => counts.get(&test).copied().unwrap_or_default(),
            None => counts.values().sum(),
        };
        Losses { evicted: count(&self.evicted), lost: 0, merges_dropped: count(&self.merges_dropped) }
    }
}

/// A test of the model, or everything.
fn scope_of(test: Option<u8>) -> Scope {
    test.map_or(Scope::Everything, |test| Scope::Test(format!("t{test}").into()))
}

/// What the store holds, in the model's words.
fn modelled(entry: &Entry) -> Modelled {
    let fields: serde_json::Value = serde_json::from_str(entry.text()).unwrap();
    let digits = |text: &str| text.get(1..).unwrap().parse().unwrap();
    assert_eq!(fields["test_id"].as_str(), entry.test_id.as_deref());
    Modelled {
        number: fields["number"].as_u64().unwrap() as usize,
        test: entry.test_id.as_deref().map(digits),
        event: fields["eventId"].as_str().map(digits),
        note: fields["_note"].as_str().map(str::len),
        cost: entry.cost(),
    }
}

/// Does the same to both; they must agree on what became of it.
fn take_step(store: &mut Store, model: &mut Model, number: usize, step: Step) {
    let own = |test: Option<u8>| test.map(|test| format!(r#","test_id":"t{test}""#)).unwrap_or_default();
    match step {
        Step::Send { test, size, event } => {
            let own = own(test);
            let id = event.map(|event| format!(r#","eventId":"e{event}""#)).unwrap_or_default();
            let text = format!(r#"{{"message":"{}","number":{number}{own}{id}}}"#, "x".repeat(size));
            let sent = send(store, &text);
            let cost = sent.added.first().map_or(0, |entry| entry.cost());
            let expected = model.send(Modelled { number, test, event, note: None, cost });
            assert_eq!((sent.added.len(), sent.merged.len()), expected);
        }
        Step::Amend { test, event, size } => {
            let own = own(test);
            let text = format!(r#"{{"eventId":"e{event}","_note":"{}"{own}}}"#, "y".repeat(size));
            let cost = text.len() + size_of::<EarlyAmendment>();
            let changed = model.amend(ModelledAmendment { test, event, size, cost });
            assert_eq!(send(store, &text).merged.len(), usize::from(changed));
        }
        Step::Clear { test } => {
            assert_eq!(store.clear(&scope_of(test), &Kind::ALL).count(), model.clear(test));
        }
    }
}

proptest! {
    #[test]
    fn holds_what_plain_lists_would_and_counts_the_rest(steps in proptest::collection::vec(step(), 1..200)) {
        let (log_entries, total_bytes) = MODEL_LIMITS;
        let limits = StoreLimits { log_entries, total_bytes, early: MODEL_EARLY_LIMITS, ..limits() };
        let mut store = store(limits);
        let mut model = Model::default();
        for (number, step) in steps.into_iter().enumerate() {
            take_step(&mut store, &mut model, number, step);
            let view = store.view(&Scope::Everything, &Kind::ALL);
            let held: Vec<_> = view.entries(Kind::Log).iter().map(|entry| modelled(entry)).collect();
            prop_assert_eq!(&held, &model.held);
            prop_assert!(view.entries(Kind::Log).is_sorted_by_key(|entry| entry.seq));
            prop_assert_eq!(store.bytes(), model.all_bytes());
            for test in [None, Some(0), Some(1), Some(2)] {
                prop_assert_eq!(store.losses(&scope_of(test)), model.losses(test));
            }
        }
    }
}
