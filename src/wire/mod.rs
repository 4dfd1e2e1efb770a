//! Records in and out as JSON lines.

pub mod fields;
pub mod filter;
pub mod input;
pub mod link;
pub mod memory;
pub mod record;
pub mod run;
