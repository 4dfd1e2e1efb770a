//! Drives the built binary against a real store and a real small model.

mod architecture;
mod cli;
mod config;
mod languages;
mod memorize;
mod model;
mod remember;
mod scope;
mod store;
mod support;
