//! The `octobrain` program: hands the process over to the library and returns its exit status.

use std::process::ExitCode;

fn main() -> ExitCode {
    forbid_telemetry();
    ExitCode::from(octobrain::run(std::env::args_os().collect()))
}

/// ONNX Runtime writes a device id and an event database as soon as it is loaded, unless this is set.
#[expect(unsafe_code, reason = "no thread has been started yet, so nobody can be reading the environment")]
fn forbid_telemetry() {
    // SAFETY: first statement of the program; see above.
    unsafe { std::env::set_var(octobrain::TELEMETRY_VARIABLE, "1") };
}
