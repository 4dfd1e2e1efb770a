//! How memories age. Nothing here deletes.

pub mod decay;
