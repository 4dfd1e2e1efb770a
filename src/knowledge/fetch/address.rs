//! Which addresses are the public internet's, and which are this machine's or its network's own.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tokio::net::lookup_host;
use tokio::time::timeout;

/// Names by which clouds tell a machine its secrets.
const METADATA_NAMES: &[&str] = &["metadata.google.internal", "metadata.goog", "instance-data"];

/// Behind a proxy the resolver here may know nothing, and is not waited for.
const LOOKUP_BEHIND_PROXY: Duration = Duration::from_secs(2);

/// An address or name that must not be fetched from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not on the public internet")]
pub(super) struct Refused(pub(super) String);

/// Decides about addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guard {
    /// Everything is allowed.
    pub(super) allow_private: bool,
    /// These are allowed besides public ones.
    pub(super) allow: fn(IpAddr) -> bool,
}

impl Guard {
    pub(super) fn allows(&self, ip: IpAddr) -> bool {
        self.allow_private || is_public(ip) || (self.allow)(ip)
    }

    /// Checks what needs no look-up: addresses written out, in any spelling, and well-known names.
    pub(super) fn check_host(&self, host: &url::Host<&str>) -> Result<(), Refused> {
        let ip = match host {
            url::Host::Ipv4(ip) => IpAddr::V4(*ip),
            url::Host::Ipv6(ip) => IpAddr::V6(*ip),
            url::Host::Domain(name) => return self.check_name(name),
        };
        if self.allows(ip) { Ok(()) } else { Err(Refused(ip.to_string())) }
    }

    fn check_name(&self, name: &str) -> Result<(), Refused> {
        let bare = name.trim_end_matches('.').to_ascii_lowercase();
        let refused = !self.allow_private && METADATA_NAMES.contains(&bare.as_str());
        if refused { Err(Refused(name.to_owned())) } else { Ok(()) }
    }

    /// Checks a name that a proxy will resolve, as far as it can be told from here.
    pub(super) async fn check_behind_proxy(&self, host: &url::Host<&str>) -> Result<(), Refused> {
        let url::Host::Domain(name) = host else { return Ok(()) };
        if self.allow_private {
            return Ok(());
        }
        let bare = name.trim_end_matches('.').to_ascii_lowercase();
        if bare == "localhost" || bare.ends_with(".localhost") {
            return Err(Refused((*name).to_owned()));
        }
        let Ok(Ok(found)) = timeout(LOOKUP_BEHIND_PROXY, lookup_host((bare.as_str(), 0))).await else { return Ok(()) };
        match found.map(|address| address.ip()).find(|ip| !self.allows(*ip)) {
            Some(ip) => Err(Refused(format!("{name} ({ip})"))),
            None => Ok(()),
        }
    }
}

/// Resolves names to allowed addresses only, so that the address that was checked is the one connected to.
#[derive(Debug, Clone, Copy)]
pub(super) struct GuardedResolver(pub(super) Guard);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0;
        Box::pin(async move {
            let found: Vec<SocketAddr> = lookup_host((name.as_str(), 0)).await?.collect();
            let (allowed, refused): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|address| guard.allows(address.ip()));
            match refused.first() {
                Some(address) if allowed.is_empty() => {
                    Err(Refused(format!("{} ({})", name.as_str(), address.ip())).into())
                }
                _ => Ok(Box::new(allowed.into_iter()) as Addrs),
            }
        })
    }
}

/// Whether an address is one of the public internet, also where it carries another one inside.
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let refused = match ip.octets() {
        // This network, private, loopback, multicast, reserved and broadcast.
        [0 | 10 | 127 | 224..=255, ..] => true,
        // Carrier-grade NAT; one cloud's metadata are in it.
        [100, 64..=127, ..] => true,
        // Link-local, with most clouds' metadata; Azure's are at a public address.
        [169, 254, ..] | [168, 63, 129, 16] => true,
        [172, 16..=31, ..] | [192, 168, ..] => true,
        // Protocol assignments, documentation, the old 6to4 relays.
        [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] => true,
        // Benchmarks.
        [198, 18..=19, ..] => true,
        _ => false,
    };
    !refused
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        // IPv4-mapped, NAT64, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x2002, high, low, ..] => embedded(high, low),
        // Protocol assignments: Teredo, benchmarks, ORCHID.
        [0x2001, 0..=0x1ff, ..] => false,
        // Documentation.
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // Only this block is given out; the rest is loopback, link-local, unique-local, multicast or unknown.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        !is_public(text.parse().unwrap())
    }

    #[test]
    fn own_addresses_are_refused() {
        for text in [
            "127.0.0.1",
            "127.255.255.254",
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "169.254.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "100.127.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "198.51.100.7",
            "203.0.113.9",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "192.88.99.1",
            "168.63.129.16",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "fc00::1",
            "fd00:ec2::254",
            "fd12:3456::1",
            "ff02::1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::8.8.8.8",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "2001::1",
            "2001:20::1",
            "2001:2::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
            "4000::1",
            "::ffff:0:127.0.0.1",
        ] {
            assert!(refused(text), "{text}");
        }
    }

    #[test]
    fn public_addresses_are_not() {
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.0.0.1",
            "128.0.0.1",
            "169.253.0.1",
            "169.255.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "192.169.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:4860:4860::8888",
            "2001:200::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
            "3ffe::1",
        ] {
            assert!(!refused(text), "{text}");
        }
    }

    #[test]
    fn odd_spellings_are_addresses() {
        let guard = Guard { allow_private: false, allow: |_| false };
        for host in [
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "0x7f.1",
            "017700000001",
            "127.0.0.1.",
            "①②⑦.⓪.⓪.①",
            "[::ffff:7f00:1]",
            "[0:0:0:0:0:0:0:1]",
            "0",
            "2852039166",
            "%31%32%37.0.0.1",
            "metadata.google.internal",
            "METADATA.google.internal.",
        ] {
            let url = reqwest::Url::parse(&format!("http://{host}/")).unwrap();
            assert!(guard.check_host(&url.host().unwrap()).is_err(), "{host}");
        }
        let url = reqwest::Url::parse("http://example.org/").unwrap();
        assert_eq!(guard.check_host(&url.host().unwrap()), Ok(()));
        let open = Guard { allow_private: true, ..guard };
        assert_eq!(open.check_host(&url::Host::Ipv4(Ipv4Addr::LOCALHOST)), Ok(()));
    }

    #[tokio::test]
    async fn names_are_checked_when_they_are_resolved() {
        let guard = Guard { allow_private: false, allow: |_| false };
        let resolve = |guard| GuardedResolver(guard).resolve("localhost".parse().unwrap());
        let error = resolve(guard).await.err().unwrap();
        assert!(error.downcast_ref::<Refused>().is_some_and(|refused| refused.0.starts_with("localhost (")), "{error}");
        let only_v4 = Guard { allow: |ip| ip.is_ipv4(), ..guard };
        assert!(resolve(only_v4).await.unwrap().all(|address| address.is_ipv4()));
        assert!(guard.check_behind_proxy(&url::Host::Domain("a.LOCALHOST.")).await.is_err());
        assert_eq!(guard.check_behind_proxy(&url::Host::Domain("no-such-name.invalid")).await, Ok(()));
    }
}
