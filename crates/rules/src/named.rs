//! Enums whose values have names.

/// Declares an enum with a name for each value: `ALL`, `NAMES`, an accessor for the name, `named` to find a value by
/// its name, and `Display`.
///
/// ```
/// divvy_rules::named! {
///     /// Which way.
///     pub enum Way: name {
///         /// To the left.
///         Left = "left",
///         /// To the right.
///         Right = "right",
///     }
/// }
///
/// assert_eq!(Way::ALL.map(Way::name), ["left", "right"]);
/// assert_eq!(Way::named("right"), Some(Way::Right));
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident: $accessor:ident {
            $($(#[$value_attribute:meta])* $value:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility enum $type { $($(#[$value_attribute])* $value),+ }

        #[allow(dead_code, reason = "not every enum needs all of these")]
        impl $type {
            /// All values, in the order in which they are listed everywhere.
            $visibility const ALL: [$type; Self::NAMES.len()] = [$($type::$value),+];

            /// Their names, in the same order.
            $visibility const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name as it is typed and stored.
            $visibility const fn $accessor(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value of that name.
            $visibility fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.$accessor() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$accessor())
            }
        }
    };
}
