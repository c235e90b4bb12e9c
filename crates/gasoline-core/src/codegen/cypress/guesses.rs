//! Ways to elements that nobody tried: one warning each, however many steps take it.

/// Steps that a warning names. A reader finds the others in the script, where each is marked.
const NAMED: usize = 3;

/// The ways, in the order of the script.
#[derive(Default)]
pub(super) struct Guesses(Vec<Guess>);

struct Guess {
    way: String,
    /// What is done there, each once.
    steps: Vec<String>,
}

impl Guesses {
    /// Notes that a step takes a way.
    pub(super) fn note(&mut self, way: String, step: &str) {
        match self.0.iter_mut().find(|guess| guess.way == way) {
            None => self.0.push(Guess { way, steps: vec![step.to_owned()] }),
            Some(guess) if guess.steps.iter().any(|known| known == step) => {}
            Some(guess) => guess.steps.push(step.to_owned()),
        }
    }

    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(Guess::warning)
    }
}

impl Guess {
    fn warning(&self) -> String {
        let mut steps = self.steps.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        if self.steps.len() > NAMED {
            steps += &format!(" and {} more", self.steps.len() - NAMED);
        }
        let way = &self.way;
        format!("{steps}: Cypress cannot look for the element as it was found; the {way} was never tried")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_is_one_warning_that_names_each_of_its_first_steps_once() {
        let mut guesses = Guesses::default();
        for (way, step) in [
            ("path #a", "Click A"),
            ("path #b", "Fill B"),
            ("path #a", "Click A"),
            ("path #b", "Press Enter"),
            ("path #b", "Press Tab"),
            ("path #b", "Clear B"),
            ("path #b", "Fill B"),
            ("path #b", "Press Escape"),
        ] {
            guesses.note(way.to_owned(), step);
        }
        assert_eq!(
            guesses.warnings().collect::<Vec<_>>(),
            [
                "Click A: Cypress cannot look for the element as it was found; the path #a was never tried",
                "Fill B, Press Enter, Press Tab and 2 more: Cypress cannot look for the element as it was found; the path #b was never tried",
            ]
        );
    }
}
