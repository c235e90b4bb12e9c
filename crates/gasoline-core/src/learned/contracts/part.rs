//! One half of an exchange: what is sent to an endpoint, or what it answers.

use gasoline_wire::Timestamp;
use serde::{Deserialize, Serialize};

use super::departure::Departure;
use crate::shape::{Limits, Reading, Shape, differences};

/// Levels compared.
const COMPARED_LEVELS: usize = 3;
/// Departures remembered.
const MOST_DEPARTURES: usize = 10;

/// The shape of one half and what departed from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What the values look like.
    pub shape: Shape,
    /// Values compared with those before them.
    pub compared: u64,
    /// Of them, those that did not depart.
    pub consistent: u64,
    /// Different departures, oldest first.
    pub departures: Vec<Departure>,
    /// Departures beyond those remembered.
    pub more_departures: u64,
}

impl Part {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            shape: Shape::new(Limits { bytes, ..Limits::LEARNED }),
            compared: 0,
            consistent: 0,
            departures: Vec::new(),
            more_departures: 0,
        }
    }

    /// Compares a value with those before it and learns from it.
    pub(super) fn note(&mut self, value: Shape, time: Timestamp, seq: u64) {
        let is_first = self.shape.whole() + self.shape.cut() == 0;
        if !is_first {
            let departed = self.compare(&value, time, seq);
            self.compared += 1;
            self.consistent += u64::from(!departed);
        }
        self.shape.absorb(value);
    }

    /// Share of the values that did not depart, in percent; none before a second value.
    pub fn consistency(&self) -> Option<u64> {
        (self.compared > 0).then(|| (self.consistent + 1) * 100 / (self.compared + 1))
    }

    fn compare(&mut self, value: &Shape, time: Timestamp, seq: u64) -> bool {
        let mut departed = false;
        for departure in self.departures.iter_mut().filter(|known| known.shows_in(value.root())) {
            departure.repeat(time, seq);
            departed = true;
        }
        let found = differences(self.shape.root(), value.root(), self.shape.whole(), COMPARED_LEVELS);
        for departure in found.into_iter().filter_map(|found| Departure::of(found, time, seq)) {
            departed = true;
            if self.departures.iter().any(|known| known.is_same(&departure)) {
                continue;
            }
            if self.departures.len() < MOST_DEPARTURES {
                self.departures.push(departure);
            } else {
                self.more_departures += 1;
            }
        }
        departed
    }
}

/// The shape of one text; none if it is no JSON.
pub(super) fn shape_of(text: &str) -> Option<Shape> {
    let mut shape = Shape::new(Limits::LEARNED);
    (shape.observe(text) != Reading::Invalid).then_some(shape)
}
