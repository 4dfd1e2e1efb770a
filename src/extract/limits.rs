//! What this process may still do once it has begun: compute, within limits, and write its answer.

use rlimit::Resource;

/// Address space in bytes: a reader that wants more is told there is none.
const MEMORY: u64 = 1 << 30;
/// Seconds of computing; whoever started the process also watches the clock.
const SECONDS: u64 = 20;

/// Sets the limits; what a system does not have is left out, as the process that waits has limits of its own.
pub(crate) fn set() {
    for (resource, limit) in [
        (Resource::AS, MEMORY),
        (Resource::CPU, SECONDS),
        (Resource::CORE, 0),
        // No file can be made or grown.
        (Resource::FSIZE, 0),
    ] {
        let _ = resource.set(limit, limit);
    }
    #[cfg(target_os = "linux")]
    let _ = without_network();
}

/// From here on the kernel refuses sockets and other programs, whatever a document makes the process do.
#[cfg(target_os = "linux")]
fn without_network() -> Result<(), Box<dyn std::error::Error>> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
    use std::collections::BTreeMap;

    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    // socket, socketpair, connect, bind, listen, sendto, execve, execveat, ptrace
    let numbers: &[i64] = match architecture {
        TargetArch::x86_64 => &[41, 53, 42, 49, 50, 44, 59, 322, 101],
        TargetArch::aarch64 => &[198, 199, 203, 200, 201, 206, 221, 281, 117],
        _ => return Ok(()),
    };
    let rules: BTreeMap<i64, Vec<_>> = numbers.iter().map(|number| (*number, Vec::new())).collect();
    // EPERM
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(1), architecture)?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    Ok(())
}
