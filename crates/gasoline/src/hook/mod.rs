//! Context for an editor's hook: what is new in the browser since the hook was last called.
//!
//! Reading order: [`input`] is what the editor says, [`memory`] where the last call ended, [`effect`] what became of an edit,
//! [`text`] what the model reads.

mod effect;
mod input;
mod memory;
mod text;

pub(crate) use self::effect::{Effect, Taken, errors_before, errors_of, taken};
pub(crate) use self::input::HookInput;
pub(crate) use self::memory::Memory;
pub(crate) use self::text::{context, effect_line, output};
