//! Occurrences of the same error gathered, newest first.

use std::collections::BTreeMap;
use std::sync::Arc;

use gasoline_wire::Timestamp;
use serde_json::Value;

use super::super::places::Places;
use super::super::query::Query;
use super::fingerprint::{self, Occurrence};
use crate::store::Entry;

/// One error and how often it happened.
#[derive(Debug)]
pub(super) struct Group<'v> {
    /// The occurrence that is shown: the first with context, else the first.
    pub(super) shown: &'v Arc<Entry>,
    /// Context of the first that has any, whether or not the query admits it.
    pub(super) context: Option<Value>,
    /// Where in the original source.
    pub(super) mapped: Option<String>,
    /// Occurrences that the query admits.
    pub(super) count: usize,
    /// Browser time of the earliest of them.
    pub(super) first: Timestamp,
    /// Browser time of the latest.
    pub(super) last: Timestamp,
    /// Arrival of the latest.
    pub(super) last_seq: u64,
    /// Where all of them happened.
    pub(super) places: Places,
}

/// Occurrences with one identity, in order of arrival.
#[derive(Default)]
struct Gathering<'v> {
    what: String,
    context: Option<Value>,
    mapped: Option<String>,
    first_with_context: Option<&'v Arc<Entry>>,
    admitted: Vec<&'v Arc<Entry>>,
}

/// The errors among `entries`, up to `as_of`, that the query admits by anything but its cursor.
pub(super) fn groups<'v>(entries: &'v [Arc<Entry>], query: &Query, as_of: u64) -> Vec<Group<'v>> {
    let mut gatherings: Vec<Gathering<'v>> = Vec::new();
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.seq <= as_of && entry.is_error()) {
        let Occurrence { what, place, context, mapped } = fingerprint::read(entry);
        let index = *known.entry((what.clone(), place)).or_insert_with(|| {
            gatherings.push(Gathering { what, ..Gathering::default() });
            gatherings.len() - 1
        });
        gatherings[index].add(entry, query.admits(entry), context, mapped);
    }
    let mut groups: Vec<_> = joined_by_source(gatherings).into_iter().filter_map(Gathering::finish).collect();
    groups.sort_unstable_by_key(|group| std::cmp::Reverse(group.last_seq));
    groups
}

impl<'v> Gathering<'v> {
    fn add(&mut self, entry: &'v Arc<Entry>, admitted: bool, context: Option<Value>, mapped: Option<String>) {
        // Context with source says more than context without.
        if context.is_some() && (self.context.is_none() || (self.mapped.is_none() && mapped.is_some())) {
            self.context = context;
            self.mapped = mapped;
            self.first_with_context = admitted.then_some(entry);
        }
        if admitted {
            self.admitted.push(entry);
        }
    }

    fn finish(mut self) -> Option<Group<'v>> {
        self.admitted.sort_unstable_by_key(|entry| entry.seq);
        let (first, last) = (*self.admitted.first()?, *self.admitted.last()?);
        let times = || self.admitted.iter().map(|entry| entry.time);
        let mut places = Places::default();
        self.admitted.iter().for_each(|entry| places.add(entry));
        Some(Group {
            count: self.admitted.len(),
            first: times().min().unwrap_or(first.time),
            last: times().max().unwrap_or(last.time),
            last_seq: last.seq,
            shown: self.first_with_context.unwrap_or(first),
            context: self.context,
            mapped: self.mapped,
            places,
        })
    }
}

/// The same place in the source is the same error, even if a rebuild moved it within the script.
fn joined_by_source(gatherings: Vec<Gathering<'_>>) -> Vec<Gathering<'_>> {
    let mut joined: Vec<Gathering<'_>> = Vec::with_capacity(gatherings.len());
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    for gathering in gatherings {
        let earlier = gathering.mapped.clone().and_then(|mapped| {
            let key = (gathering.what.clone(), mapped);
            let earlier = known.get(&key).copied();
            known.entry(key).or_insert(joined.len());
            earlier
        });
        match earlier {
            Some(index) => joined[index].admitted.extend(gathering.admitted),
            None => joined.push(gathering),
        }
    }
    joined
}
