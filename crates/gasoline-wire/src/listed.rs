//! Enums that know all their variants.

/// Defines an enum together with the list of its variants, so that the list can lack none.
macro_rules! listed {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident { $($(#[$variant_attribute:meta])* $variant:ident,)+ }
    ) => {
        $(#[$attribute])*
        pub enum $name { $($(#[$variant_attribute])* $variant,)+ }

        impl $name {
            /// Every variant, in the order of the enum.
            pub const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];
        }
    };
}

pub(crate) use listed;
