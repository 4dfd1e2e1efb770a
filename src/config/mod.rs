//! Configuration: the single owner of the environment, the home folder and the settings.
//!
//! Built-in defaults, then the system file, the user file, the project file, the environment and
//! the command line; the later one wins, and every value remembers the layer that set it.
//!
//! * [`mod@env`]: every variable the program reads, and a snapshot of the environment
//! * [`paths`]: where data, configuration and caches live
//! * [`settings`]: the resolved values, typed
//! * `keys`: what each key accepts, and the keys of the published program
//! * `file`: a TOML file as fields that know their line
//! * `project`: the little that a cloned repository may set
//! * `load`: puts the layers together
//!
//! Nothing here writes, prints, or touches a file that was not asked for.

pub mod env;
mod file;
mod keys;
mod load;
mod origin;
pub mod paths;
mod project;
pub mod settings;

pub use env::Env;
pub use load::{Config, Entry, Sources, check_file, load};
pub use origin::{Layer, Origin};
pub use paths::{Paths, Platform};
pub use project::{Collection, PROJECT_FILE, Project};
pub use settings::Settings;

/// The commented configuration file that `config init` writes: every key with its default.
pub const DEFAULT_TEMPLATE: &str = include_str!("../../config-templates/default.toml");
