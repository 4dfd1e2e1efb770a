//! Records in and out as JSON lines.

pub mod fields;
pub mod input;
pub mod link;
pub mod record;
pub mod run;
