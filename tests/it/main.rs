//! Drives the built binary against a real store and a real small model.

#![expect(unreachable_pub, reason = "a test binary exports nothing")]
#![expect(clippy::unwrap_used, reason = "a test ends where something is not as it must be")]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod architecture;
mod change_of_model;
mod cli;
mod clients;
mod config;
mod cron;
mod decay;
mod doctor;
mod duplicates;
mod eval;
mod forget;
mod goal;
mod http;
mod knowledge;
mod languages;
mod links;
mod manual;
mod mcp;
mod memorize;
mod model;
mod order;
mod port;
mod provider;
mod query;
mod recipes;
mod remember;
mod scope;
mod secrets;
mod sleep;
mod store;
mod support;
mod torture;
