//! Counts the steps of a search, so that tests can tell linear work from quadratic without a clock.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes that about as many bytes or findings were looked at.
#[inline]
pub(crate) fn note(steps: usize) {
    #[cfg(test)]
    STEPS.with(|counted| counted.set(counted.get() + steps));
    #[cfg(not(test))]
    let _ = steps;
}

/// The steps that `work` takes on this thread.
#[cfg(test)]
pub(crate) fn steps_of(work: impl FnOnce()) -> usize {
    let before = STEPS.with(std::cell::Cell::get);
    work();
    STEPS.with(std::cell::Cell::get) - before
}
