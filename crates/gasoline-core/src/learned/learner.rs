//! What everything that learns from entries has in common.

use crate::intake::Kind;
use crate::store::{Entry, Scope};

/// Something learned from entries that outlives them in their buffers.
pub trait Learner {
    /// The kinds of entries it learns from. A batch without any of them takes no lock.
    const KINDS: &'static [Kind];

    /// Takes an entry of one of these kinds into account; says whether it learned anything from it.
    fn note(&mut self, entry: &Entry) -> bool;

    /// Entries of one of these kinds were cleared within `scope`. What only a full clear resets does nothing here:
    /// that clear replaces all learners by new ones.
    fn clear(&mut self, scope: &Scope);

    /// What a capture file of `scope` holds of it: what was learned there, and what belongs to all.
    #[must_use]
    fn within(&self, scope: &Scope) -> Self;
}

/// Defines a struct of learners and what is done with all of them, so that none can be left out.
macro_rules! learners {
    (
        $(#[$attribute:meta])*
        pub struct $learned:ident { $($(#[$doc:meta])* pub $name:ident: $learner:ty,)+ }
    ) => {
        $(#[$attribute])*
        pub struct $learned { $($(#[$doc])* pub $name: $learner,)+ }

        /// Which learners learned anything from an entry.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Lessons { $($(#[$doc])* pub $name: bool,)+ }

        impl $learned {
            /// Whether entries of this kind teach anything.
            pub fn is_taught_by(kind: Kind) -> bool {
                [$(<$learner>::KINDS),+].into_iter().any(|kinds| kinds.contains(&kind))
            }

            /// Takes a new entry into account.
            pub fn note(&mut self, entry: &Entry) -> Lessons {
                Lessons {
                    $($name: <$learner>::KINDS.contains(&entry.kind) && self.$name.note(entry),)+
                }
            }

            /// What a capture file of `scope` holds.
            #[must_use]
            pub fn within(&self, scope: &Scope) -> Self {
                Self { $($name: self.$name.within(scope),)+ }
            }

            /// Entries of these kinds were cleared within `scope`.
            pub fn clear(&mut self, scope: &Scope, kinds: &[Kind]) {
                $(if kinds.iter().any(|kind| <$learner>::KINDS.contains(kind)) {
                    self.$name.clear(scope);
                })+
            }
        }
    };
}

pub(super) use learners;
