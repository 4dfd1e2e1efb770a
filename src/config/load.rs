//! Puts the layers together: defaults, system, user and project file, environment, flags.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::env::{self, Env};
use super::file::{self, Field, Node};
use super::keys::{self, Given, KEYS, Key};
use super::origin::{Layer, Origin};
use super::paths::{self, Paths};
use super::project::{self, PROJECT_FILE, Project};
use super::settings::Settings;
use crate::error::{Error, Result};
use crate::text::nearest::distance;

/// What to read, in the order of the layers.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The machine's file; one that is not there is skipped.
    pub system: Option<PathBuf>,
    /// The user's file; one that is not there is skipped.
    pub user: Option<PathBuf>,
    /// The file at the root of the git checkout; one that is not there is skipped.
    pub project: Option<PathBuf>,
    /// The environment.
    pub env: Env,
    /// Settings of the command line: dotted key and value, the later one wins.
    pub flags: Vec<(String, String)>,
}

impl Sources {
    /// The files where they belong on this platform; `config` is the value of `--config`.
    pub fn find(env: &Env, config: Option<&Path>) -> Result<Self> {
        let paths = Paths::new(env);
        Ok(Self {
            system: paths.system_file(),
            user: paths.user_file(config)?,
            project: None,
            env: env.clone(),
            flags: Vec::new(),
        })
    }
}

/// The resolved configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The values in force.
    pub settings: Settings,
    /// What the project's file says beside its limits.
    pub project: Option<Project>,
    /// What the user should hear once, a sentence each.
    pub warnings: Vec<String>,
    origins: BTreeMap<&'static str, Origin>,
}

/// A setting for `config show`.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The dotted name.
    pub key: String,
    /// The value in force.
    pub value: Value,
    /// The layer that set it and the place in it, as [`Origin`] shows it.
    pub origin: String,
}

impl Config {
    /// Every setting with its value and origin, always in the same order.
    pub fn entries(&self) -> Vec<Entry> {
        let tree = serde_json::to_value(&self.settings).unwrap_or_default();
        let entries = KEYS.iter().map(|key| Entry {
            key: key.name.to_owned(),
            value: tree.pointer(&keys::pointer(key.name)).cloned().unwrap_or_default(),
            origin: self.origin(key.name).to_string(),
        });
        entries.collect()
    }

    /// The layer that set a key; a key that no layer set is built in.
    pub fn origin(&self, key: &str) -> &Origin {
        self.origins.get(key).unwrap_or(&Origin::Default)
    }
}

/// Resolves the configuration. Reads the given files and nothing else, writes nothing.
pub fn load(sources: &Sources) -> Result<Config> {
    let mut merge = Merge::new()?;
    let files = [(Layer::System, &sources.system), (Layer::User, &sources.user)];
    for (layer, path) in files {
        if let Some(path) = path.as_deref().filter(|path| paths::is_there(path)) {
            merge.file(layer, path)?;
        }
    }
    if let Some(path) = sources.project.as_deref().filter(|path| paths::is_there(path)) {
        merge.project(path)?;
    }
    merge.environment(&sources.env)?;
    merge.flags(&sources.flags)?;
    merge.finish()
}

/// Validates one file as `config check` does, and returns its warnings.
///
/// A file called `.octobrain.toml` is held to what a project may set.
pub fn check_file(path: &Path) -> Result<Vec<String>> {
    let mut merge = Merge::new()?;
    if path.file_name().is_some_and(|name| name == PROJECT_FILE) {
        merge.project(path)?;
    } else {
        merge.file(Layer::User, path)?;
    }
    Ok(merge.finish()?.warnings)
}

/// The table of commands that turn documents into text.
const EXTRACTORS: &str = "knowledge.extractors";

/// The settings while the layers are laid over each other.
struct Merge {
    tree: Value,
    origins: BTreeMap<&'static str, Origin>,
    project: Option<Project>,
    warnings: Vec<String>,
}

impl Merge {
    fn new() -> Result<Self> {
        let tree = serde_json::to_value(Settings::default());
        Ok(Self {
            tree: tree.map_err(|error| Error::internal(format!("default settings: {error}")))?,
            origins: BTreeMap::new(),
            project: None,
            warnings: Vec::new(),
        })
    }

    fn file(&mut self, layer: Layer, path: &Path) -> Result<()> {
        let mut unused = Vec::new();
        let fields = file::read(path)?;
        self.table(layer, path, "", &fields, &mut unused)?;
        self.warn_unused(&path.display().to_string(), &unused);
        Ok(())
    }

    fn table(
        &mut self,
        layer: Layer,
        path: &Path,
        prefix: &str,
        fields: &[Field],
        unused: &mut Vec<String>,
    ) -> Result<()> {
        for field in fields {
            let name = file::dotted(prefix, &field.name);
            let origin = Origin::File { layer, path: path.to_owned(), line: field.line };
            match (keys::find(&name), &field.node) {
                (Some(key), Node::Value(given)) => self.set(key, given, origin)?,
                (Some(key), Node::Table(_)) => self.set(key, &Given::Other("a table"), origin)?,
                (Some(key), Node::Tables(_) | Node::Words(_)) => self.set(key, &Given::Other("a list"), origin)?,
                (None, Node::Table(inner)) if name == EXTRACTORS => self.extractors(layer, path, inner)?,
                (None, Node::Table(inner)) if keys::is_section(&name) => {
                    self.table(layer, path, &name, inner, unused)?;
                }
                (None, _) if keys::is_published(&name) => {
                    unused.push(format!("{name} (line {})", field.line));
                }
                (None, _) if keys::is_section(&name) => {
                    return Err(not_a_table(&origin, &name));
                }
                (None, node) => {
                    let nearest = match node {
                        Node::Value(_) => keys::nearest_key(&name).to_owned(),
                        _ => format!("[{}]", keys::nearest_section(&name)),
                    };
                    return Err(unknown(&origin, &name, &nearest));
                }
            }
        }
        Ok(())
    }

    /// Commands by extension, which have names of the user's own and so are no keys of the list.
    fn extractors(&mut self, layer: Layer, path: &Path, fields: &[Field]) -> Result<()> {
        for field in fields {
            let Node::Words(command) = &field.node else {
                let origin = Origin::File { layer, path: path.to_owned(), line: field.line };
                let name = file::dotted(EXTRACTORS, &field.name);
                return Err(Error::usage(
                    "bad_config",
                    format!("{origin}: {name}: expected a command as a list of texts"),
                )
                .hint("for example pdf = [\"pdftotext\", \"-layout\", \"-\", \"-\"]"));
            };
            let extension = field.name.trim_start_matches('.').to_lowercase();
            self.tree["knowledge"]["extractors"][extension] = Value::from(command.clone());
        }
        Ok(())
    }

    fn project(&mut self, path: &Path) -> Result<()> {
        let (project, limits) = project::read(path)?;
        for limit in limits {
            let origin = Origin::File { layer: Layer::Project, path: path.to_owned(), line: limit.line };
            self.put(limit.key, limit.value, origin);
        }
        self.project = Some(project);
        Ok(())
    }

    fn environment(&mut self, env: &Env) -> Result<()> {
        let mut unused = Vec::new();
        for (variable, name, value) in env.keys() {
            let origin = Origin::Environment(variable.to_owned());
            if let Some(key) = keys::find(&name) {
                let text = env::utf8(variable, value)?;
                self.set(key, &key.kind.read(text), origin)?;
            } else if keys::is_published(&name) {
                unused.push(variable.to_owned());
            } else {
                let nearest = env::variable_of(keys::nearest_key(&name));
                return Err(unknown(&origin, &name, &nearest));
            }
        }
        self.warn_unused("environment", &unused);
        self.warnings.extend(env.strangers().filter_map(misspelt));
        Ok(())
    }

    fn flags(&mut self, flags: &[(String, String)]) -> Result<()> {
        let mut unused = Vec::new();
        for (name, text) in flags {
            if let Some(key) = keys::find(name) {
                self.set(key, &key.kind.read(text), Origin::Flag)?;
            } else if keys::is_published(name) {
                unused.push(name.clone());
            } else {
                return Err(unknown(&Origin::Flag, name, keys::nearest_key(name)));
            }
        }
        self.warn_unused("command line", &unused);
        Ok(())
    }

    fn set(&mut self, key: &'static Key, given: &Given, origin: Origin) -> Result<()> {
        let value = key.kind.accept(given).map_err(|fault| {
            let message = format!("{}: {}: {fault}", origin.place(), key.name);
            Error::usage("bad_value", message).hint(remedy(key, &origin))
        })?;
        self.put(key, value, origin);
        Ok(())
    }

    fn put(&mut self, key: &'static Key, value: Value, origin: Origin) {
        if let Some(slot) = self.tree.pointer_mut(&keys::pointer(key.name)) {
            *slot = value;
        }
        self.origins.insert(key.name, origin);
    }

    /// One warning for a source, however many such keys it holds.
    fn warn_unused(&mut self, source: &str, unused: &[String]) {
        if !unused.is_empty() {
            self.warnings
                .push(format!("{source}: no effect in this program, remove to silence: {}", unused.join(", ")));
        }
    }

    fn finish(self) -> Result<Config> {
        // Every value was checked on its way in, so a failure here is ours.
        let settings =
            serde_json::from_value(self.tree).map_err(|error| Error::internal(format!("merged settings: {error}")))?;
        let config = Config { settings, project: self.project, warnings: self.warnings, origins: self.origins };
        let knowledge = &config.settings.knowledge;
        if knowledge.chunk_overlap >= knowledge.chunk_size {
            return Err(overlap(&config));
        }
        Ok(config)
    }
}

fn remedy(key: &Key, origin: &Origin) -> String {
    let expected = key.kind.expected();
    match origin {
        Origin::Environment(name) => format!("set {name} to {expected}, or unset it"),
        Origin::Flag => format!("give {} {expected}", key.name),
        Origin::File { .. } | Origin::Default => {
            format!("set {} to {expected}, or remove the line to get the default", key.name)
        }
    }
}

fn unknown(origin: &Origin, name: &str, nearest: &str) -> Error {
    let message = format!("{}: {}: unknown key", origin.place(), keys::shown(name));
    Error::usage("unknown_key", message).hint(format!("correct or remove it; the nearest known one is {nearest}"))
}

fn not_a_table(origin: &Origin, name: &str) -> Error {
    let message = format!("{}: {name}: expected a table", origin.place());
    Error::usage("bad_value", message).hint(format!("write [{name}] on a line of its own and its keys below"))
}

/// Each value is good alone, so both places are named.
fn overlap(config: &Config) -> Error {
    let shown = |name: &str, value: usize| format!("{name} = {value} ({})", config.origin(name).place());
    let knowledge = &config.settings.knowledge;
    let message = format!(
        "{} must be smaller than {}",
        shown("knowledge.chunk_overlap", knowledge.chunk_overlap),
        shown("knowledge.chunk_size", knowledge.chunk_size),
    );
    Error::usage("bad_value", message).hint("set both: a quarter of chunk_size is a good chunk_overlap")
}

/// A warning about a variable that is not read but looks like one that is.
///
/// A misspelt `OCTOBRAIN_STORE` would otherwise send memories to another store in silence.
fn misspelt(variable: &str) -> Option<String> {
    let own = env::variables().map(|(name, _)| name.to_owned());
    let own = own.filter(|name| name.starts_with(env::PREFIX));
    let mut known = own.chain(KEYS.iter().map(|key| env::variable_of(key.name)));
    let meant = known.find(|known| distance(variable, known) == 1 || known.replace(env::SEPARATOR, "_") == variable)?;
    Some(format!("{variable} is not read; did you mean {meant}?"))
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
