//! The `octobrain` program: hands the process over to the library and returns its exit status.

fn main() {
    forbid_telemetry();
    leave(octobrain::run(std::env::args_os().collect()));
}

/// Ends the process without the destructors of C++ libraries: those of ONNX Runtime crash while another thread is
/// still loading a model, as in a server whose client leaves at once.
#[expect(unsafe_code, reason = "there is no other way to end without them")]
fn leave(code: u8) -> ! {
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(code.into()) }
}

/// ONNX Runtime writes a device id and an event database as soon as it is loaded, unless this is set.
#[expect(unsafe_code, reason = "no thread has been started yet, so nobody can be reading the environment")]
fn forbid_telemetry() {
    // SAFETY: first statement of the program; see above.
    unsafe { std::env::set_var(octobrain::TELEMETRY_VARIABLE, "1") };
}
