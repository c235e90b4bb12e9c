//! What led to an error: only if that was done again, its absence says something.

use std::collections::{BTreeMap, BTreeSet};

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
pub(super) enum Occasion {
    /// The user did this, and the error came so many milliseconds later on this page.
    Action { page: String, key: String, shown: String, delay: i64 },
    /// A page was gone to or loaded.
    Load { page: String, delay: i64 },
    /// A page was in use for so many milliseconds.
    Stay { page: String, lasting: i64 },
}

impl Occasion {
    /// The page it is about.
    pub(super) fn page(&self) -> &str {
        let (Self::Action { page, .. } | Self::Load { page, .. } | Self::Stay { page, .. }) = self;
        page
    }

    /// What a person would have to do.
    pub(super) fn request(&self) -> String {
        match self {
            Self::Action { shown, .. } => format!("{shown} again"),
            Self::Load { page, .. } => format!("load {} again", page_name(page)),
            Self::Stay { page, lasting: 0 } => format!("use {} again", page_name(page)),
            Self::Stay { page, lasting } => {
                format!("use {} for {} s", page_name(page), (lasting + 999) / 1_000)
            }
        }
    }
}

fn page_name(page: &str) -> &str {
    if page.is_empty() { "the page" } else { page }
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
    /// The document instances of each page.
    pub(super) instances: BTreeMap<String, BTreeSet<u64>>,
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
        // An error that also comes by itself is not set off by what happened to be done before it.
        if found.iter().any(|(_, cause)| matches!(cause, Cause::Nothing)) {
            occasions.push(Occasion::Stay { page: page.to_owned(), lasting: self.lasting(found) });
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
            let of = self.actions.iter().filter(|(_, _, other)| other.key == key).count() as u64;
            let (page, key, shown) = (page.to_owned(), key.to_owned(), action.shown.clone());
            occasions.push(Occasion::Action { page, key, shown, delay });
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
            occasions.push(Occasion::Load { page: page.to_owned(), delay });
            rates.push(Some(self.load_rate(page, &loads)));
        }
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
    fn load_rate(&self, page: &str, loads: &[(&Occurrence, i64)]) -> Rate {
        let instances = self.instances.get(page).map_or(0, BTreeSet::len);
        let arrivals =
            self.actions.iter().filter(|(_, _, action)| action.arrives_at.as_deref() == Some(page)).count();
        let with_error: BTreeSet<_> = loads.iter().filter_map(|(each, _)| each.place.instance).collect();
        let times = if with_error.is_empty() { loads.len() } else { with_error.len() } as u64;
        Rate { times, of: times.max(instances.max(arrivals) as u64) }
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
