//! What led to an error: only if that was done again, its absence says something.

use std::collections::{BTreeMap, BTreeSet};

use super::addresses::{Address, Addresses};
use super::sighting::{ActionSighting, Place};

/// An action counts as what led to an error for so long.
const ACTION_MILLISECONDS: i64 = 2_000;
/// An error so soon after a document began belongs to its load.
const LOAD_MILLISECONDS: i64 = 5_000;
/// Nobody is asked to stay longer on a page.
const LONGEST_STAY: i64 = 60_000;
/// Occasions of one error.
const MOST_OCCASIONS: usize = 4;

/// What led to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occasion {
    pub(super) page: OccasionPage,
    pub(super) kind: OccasionKind,
}

/// The page of an occasion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OccasionPage {
    /// Its path, ids replaced; empty if it is not known.
    pub(super) path: String,
    /// Its address, if it was the same each time.
    pub(super) at: Option<Address>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OccasionKind {
    /// The user did this, at this address if it was the same each time, and the error came so many milliseconds later.
    Action { key: String, at: Option<Address>, shown: String, delay: i64 },
    /// The page was gone to or loaded.
    Load { delay: i64 },
    /// The page was in use for so many milliseconds.
    Stay { lasting: i64 },
}

impl OccasionPage {
    fn name(&self) -> &str {
        match (&self.at, self.path.as_str()) {
            (Some(address), _) => &address.shown,
            (None, "") => "the page",
            (None, path) => path,
        }
    }
}

impl Occasion {
    /// What a person would have to do.
    pub(super) fn request(&self) -> String {
        let page = self.page.name();
        match &self.kind {
            OccasionKind::Action { shown, .. } if self.is_at_data() => format!("{shown} again, at {page}"),
            OccasionKind::Action { shown, .. } => format!("{shown} again"),
            OccasionKind::Load { .. } => format!("load {page} again"),
            OccasionKind::Stay { lasting: 0 } => format!("use {page} again"),
            OccasionKind::Stay { lasting } => format!("use {page} for {} s", (lasting + 999) / 1_000),
        }
    }

    /// Whether the page has addresses with other data.
    fn is_at_data(&self) -> bool {
        self.page.at.as_ref().is_some_and(|address| address.shown != self.page.path)
    }
}

/// How often something happened of the times it could have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) times: u64,
    pub(super) of: u64,
}

impl Rate {
    /// Whether `tried` times without it may be chance: it happened only sometimes, and so few tries would miss it in more
    /// than one case of twenty.
    pub(super) fn may_miss(self, tried: u64) -> bool {
        if self.times >= self.of {
            return false;
        }
        let missed = 1.0 - self.times as f64 / self.of as f64;
        missed.powf(tried as f64) > 0.05
    }
}

/// One occurrence of an error.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub(super) time: i64,
    pub(super) place: Place,
}

/// What is known of a stretch of time besides its errors.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// In order of time.
    pub(super) actions: Vec<(i64, Place, ActionSighting)>,
    /// When each document instance began, where that was seen.
    pub(super) began: BTreeMap<u64, i64>,
    /// The document instances of each page, and the hashed address of each.
    pub(super) instances: BTreeMap<String, BTreeSet<(u64, Option<u64>)>>,
}

/// What led to one occurrence.
enum Cause {
    /// By its place in the list of actions.
    Action(usize, i64),
    Load(i64),
    Nothing,
}

impl Surroundings {
    /// What led to an error, and how often it did.
    pub(super) fn occasions(&self, occurrences: &[Occurrence]) -> (Vec<Occasion>, Option<Rate>) {
        let mut pages: BTreeMap<&str, Vec<(&Occurrence, Cause)>> = BTreeMap::new();
        for occurrence in occurrences {
            let of_page = pages.entry(&occurrence.place.page).or_default();
            of_page.push((occurrence, self.cause(occurrence)));
        }
        let (mut occasions, mut rates) = (Vec::new(), Vec::new());
        for (page, found) in pages {
            self.of_page(page, &found, &mut occasions, &mut rates);
        }
        occasions.truncate(MOST_OCCASIONS);
        let rate = rates.into_iter().collect::<Option<Vec<Rate>>>().map(|rates| Rate {
            times: rates.iter().map(|rate| rate.times).sum(),
            of: rates.iter().map(|rate| rate.of).sum(),
        });
        (occasions, rate)
    }

    fn of_page(
        &self,
        page: &str,
        found: &[(&Occurrence, Cause)],
        occasions: &mut Vec<Occasion>,
        rates: &mut Vec<Option<Rate>>,
    ) {
        let page = &on_page(page, found);
        // An error that also comes by itself is not set off by what happened to be done before it.
        if found.iter().any(|(_, cause)| matches!(cause, Cause::Nothing)) {
            let kind = OccasionKind::Stay { lasting: self.lasting(found) };
            occasions.push(Occasion { page: page.clone(), kind });
            rates.push(None);
            return;
        }
        let mut by_key: BTreeMap<&str, (BTreeSet<usize>, i64, &ActionSighting)> = BTreeMap::new();
        for (_, cause) in found {
            if let Cause::Action(index, delay) = cause
                && let Some((_, _, action)) = self.actions.get(*index)
            {
                let known = by_key.entry(&action.key).or_insert((BTreeSet::new(), 0, action));
                known.0.insert(*index);
                known.1 = known.1.max(*delay);
            }
        }
        for (key, (indices, delay, action)) in by_key {
            let at = self.address_of(&indices);
            let of = self.times_done(key, at.as_ref());
            let (key, shown) = (key.to_owned(), action.shown.clone());
            occasions
                .push(Occasion { page: page.clone(), kind: OccasionKind::Action { key, at, shown, delay } });
            rates.push(Some(Rate { times: indices.len() as u64, of }));
        }
        let loads: Vec<_> = found
            .iter()
            .filter_map(|(occurrence, cause)| match cause {
                Cause::Load(delay) => Some((*occurrence, *delay)),
                _ => None,
            })
            .collect();
        if !loads.is_empty() {
            let delay = loads.iter().map(|(_, delay)| *delay).max().unwrap_or_default();
            occasions.push(Occasion { page: page.clone(), kind: OccasionKind::Load { delay } });
            rates.push(Some(self.load_rate(page, &loads)));
        }
    }

    /// The address of these actions, if it is the same for all.
    fn address_of(&self, indices: &BTreeSet<usize>) -> Option<Address> {
        let mut addresses = Addresses::default();
        for (_, place, _) in indices.iter().filter_map(|index| self.actions.get(*index)) {
            addresses.note(place.address.as_ref());
        }
        addresses.sole().cloned()
    }

    fn times_done(&self, key: &str, at: Option<&Address>) -> u64 {
        let is_there = |place: &Place| at.is_none() || place.address.as_ref() == at;
        let done = self.actions.iter().filter(|(_, place, action)| action.key == key && is_there(place));
        done.count() as u64
    }

    fn cause(&self, occurrence: &Occurrence) -> Cause {
        let is_before = |time: i64| (occurrence.time - ACTION_MILLISECONDS..=occurrence.time).contains(&time);
        let found = self.actions.iter().enumerate().rev().find(|(_, (time, place, action))| {
            action.is_trigger && is_before(*time) && place.may_lead_to(&occurrence.place)
        });
        match found {
            Some((_, (time, _, action))) if action.arrives_at.is_some() => {
                Cause::Load(occurrence.time - time)
            }
            Some((index, (time, ..))) => Cause::Action(index, occurrence.time - time),
            None => match occurrence.place.instance.and_then(|instance| self.began.get(&instance)) {
                Some(began) if occurrence.time - began <= LOAD_MILLISECONDS => {
                    Cause::Load((occurrence.time - began).max(0))
                }
                _ => Cause::Nothing,
            },
        }
    }

    /// How often a page was come to, and how often the error followed.
    fn load_rate(&self, page: &OccasionPage, loads: &[(&Occurrence, i64)]) -> Rate {
        let at = page.at.as_ref().map(|address| address.hash);
        let of_page = self.instances.get(&page.path).into_iter().flatten();
        let instances: BTreeSet<u64> = of_page
            .filter(|(_, address)| at.is_none() || *address == at)
            .map(|(instance, _)| *instance)
            .collect();
        let is_arrival = |action: &ActionSighting| {
            action.arrives_at.as_ref() == Some(&page.path)
                && (page.at.is_none() || action.arrives_at_address == page.at)
        };
        let arrivals = self.actions.iter().filter(|(_, _, action)| is_arrival(action)).count();
        let with_error: BTreeSet<_> = loads.iter().filter_map(|(each, _)| each.place.instance).collect();
        let times = if with_error.is_empty() { loads.len() } else { with_error.len() } as u64;
        Rate { times, of: times.max(instances.len().max(arrivals) as u64) }
    }

    /// How long the page must be in use for the error to have had its time: the longest pause between two, or how long the
    /// first one took. Senders without identity do not say when a page began; then being used at all has to do.
    fn lasting(&self, found: &[(&Occurrence, Cause)]) -> i64 {
        let mut times: Vec<i64> = found.iter().map(|(occurrence, _)| occurrence.time).collect();
        times.sort_unstable();
        let pauses =
            times.windows(2).map(|pair| pair.iter().rev().copied().reduce(|a, b| a - b).unwrap_or(0));
        let known = found.iter().any(|(occurrence, _)| occurrence.place.instance.is_some());
        let first = found.iter().filter_map(|(occurrence, _)| {
            let began = self.began.get(&occurrence.place.instance?)?;
            Some(occurrence.time - began)
        });
        let longest = if times.len() > 1 { pauses.max() } else { first.min() };
        longest.filter(|_| known).unwrap_or(0).clamp(0, LONGEST_STAY)
    }
}

/// The page of occurrences, and its address if all have the same.
fn on_page(path: &str, found: &[(&Occurrence, Cause)]) -> OccasionPage {
    let mut addresses = Addresses::default();
    for (occurrence, _) in found {
        addresses.note(occurrence.place.address.as_ref());
    }
    OccasionPage { path: path.to_owned(), at: addresses.sole().cloned() }
}
