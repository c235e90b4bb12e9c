//! Everything that differs between operating systems, so that no other module has to ask which one it runs on.
//!
//! Each file is one capability with one signature for all systems. Unix is implemented through safe system calls (but for the
//! allocator's own two);
//! where Windows offers no safe equivalent the function says so in its answer instead of pretending.

mod allocator;
mod background;
mod directories;
mod memory;
mod parent;
mod port_owner;
mod private_files;
mod process_end;
mod process_group;
mod replace;
mod standard_input;
mod stop_signal;
mod terminate;

pub use allocator::{configure_allocator, return_free_memory};
pub use background::{leave_session, prepare_background};
pub use directories::{Directories, NoHome, UserFolders};
pub use memory::resident_bytes;
pub use parent::Parent;
pub use port_owner::{PortOwner, port_owner};
pub use private_files::{append_to_private_file, create_private_folder};
pub use process_end::process_end;
pub use process_group::{begin_group, end_group};
pub use replace::{replace_file, replace_private_file};
pub use standard_input::standard_input_is_pipe;
pub use stop_signal::stop_signal;
pub use terminate::terminate;
