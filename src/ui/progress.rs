//! A bar on stderr while something takes long, for people only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar, or nothing where nobody looks.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar of `total` steps; nothing is drawn when stderr is no terminal or the caller asked for quiet.
    pub fn new(label: &str, total: usize, quiet: bool) -> Self {
        let bar = if quiet || !std::io::stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr())
        };
        // The template is fixed and valid.
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec:.dim} {eta}") {
            bar.set_style(style);
        }
        bar.set_message(label.to_owned());
        Self(bar)
    }

    /// So many steps are done.
    pub fn step(&self, steps: usize) {
        self.0.inc(steps as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
