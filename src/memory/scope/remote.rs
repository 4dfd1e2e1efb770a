//! The spelling rule: every way to write one remote gives one scope, and no credential survives.
//!
//! A URL is taken apart from the right: whatever stands before the last `@` can only be user and
//! password, also when the password holds `@`, `:`, `/`, `?` or `#` and the URL is therefore
//! malformed. Reading from the left, as RFC 3986 does, would leave parts of it in the path.

use std::path::{Component, Path};

use super::MAX_CHARS;

/// Schemes that people also write without the two slashes.
const SCHEMES: [&str; 12] =
    ["http", "https", "ssh", "git", "ftp", "ftps", "file", "git+ssh", "ssh+git", "git+http", "git+https", "git+file"];

/// Where a remote lies.
enum Target {
    /// On a host, under a path.
    Host(String, String),
    /// In this file system; a relative path belongs to the repository's root.
    Path(String),
}

/// The scope that a remote's URL stands for; none when it names no host with a path and no folder.
///
/// Lower case, without scheme, user, password, port, query, fragment and trailing `/` or `.git`;
/// a path of the file system gives `local/<parent>/<dir>`.
pub fn normalise_remote(url: &str) -> Option<String> {
    scope_of(url, None)
}

/// As [`normalise_remote`]; a relative path counts from the folder `base`.
pub(super) fn scope_of(url: &str, base: Option<&str>) -> Option<String> {
    match parse(url)? {
        Target::Host(host, path) => scope_on_host(&host, &path),
        Target::Path(path) => match base {
            Some(base) if !path.starts_with('/') && !has_drive(&path) => scope_of_path(&format!("{base}/{path}")),
            _ => scope_of_path(&path),
        },
    }
}

/// The `local/<parent>/<dir>` form of a folder.
pub(super) fn scope_of_folder(dir: &Path) -> String {
    // Three parts are the rule, so this can be no other folder's scope.
    scope_of_path(&path_text(dir)).unwrap_or_else(|| "local/filesystem-root".to_string())
}

/// A path with `/` between its names; a byte that is not UTF-8 becomes `%xx`, so that two such
/// names stay two.
pub(super) fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for component in path.components() {
        match component {
            Component::Prefix(prefix) => {
                let prefix = prefix.as_os_str().to_string_lossy();
                text.push_str(prefix.trim_start_matches(r"\\?\"));
            }
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir => text.push_str("/.."),
            Component::Normal(name) => {
                text.push('/');
                for chunk in name.as_encoded_bytes().utf8_chunks() {
                    text.push_str(chunk.valid());
                    for byte in chunk.invalid() {
                        text.push_str(&format!("%{byte:02x}"));
                    }
                }
            }
        }
    }
    text
}

/// A path for people, without characters that would break the line or the terminal.
pub(super) fn shown_path(path: &Path) -> String {
    let hide = |c: char| if c.is_control() { '?' } else { c };
    path.to_string_lossy().chars().map(hide).collect()
}

/// Whether a caller's scope has to be read as a remote rather than as `a/b/c`.
pub(super) fn is_url_like(scope: &str) -> bool {
    if scope.contains("://") || scope.contains(['@', '?', '#', '\\']) {
        return true;
    }
    let host = match scope.strip_prefix('[').and_then(|s| s.split_once(']')) {
        Some((_, rest)) => rest,
        None => scope,
    };
    host.split('/').next().is_some_and(|s| s.contains(':'))
}

/// Whether the text can only be a path of the file system.
pub(super) fn is_file_path(text: &str) -> bool {
    let first = text.split(['/', '\\']).next().unwrap_or_default();
    first.is_empty()
        || matches!(first, "." | ".." | "~")
        || has_drive(text)
        || (text.contains('\\') && !text.contains([':', '@']))
}

/// White space, control characters, and those that are there but not seen.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffd}')
}

/// `C:/x` and `C:\x`; `c:x` is the host `c`.
fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

fn parse(url: &str) -> Option<Target> {
    let text = url.trim().replace('\\', "/");
    let text = without_helper(&text);
    match split_scheme(text) {
        Some((scheme, rest)) if scheme.ends_with("file") => Some(Target::Path(file_url(rest))),
        Some((scheme, rest)) => on_host(rest, is_known(&scheme)),
        None => without_scheme(text),
    }
}

/// Removes the name of a remote helper: `persistent-https::https://host/path`.
fn without_helper(text: &str) -> &str {
    match text.split_once("::") {
        // `https::user:…` is a scheme with one colon too many.
        Some((name, rest)) if is_scheme(name) && (!is_known(name) || rest.contains("://")) => without_helper(rest),
        _ => text,
    }
}

fn is_scheme(name: &str) -> bool {
    // One letter would be a drive.
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

fn is_known(scheme: &str) -> bool {
    SCHEMES.contains(&scheme.to_ascii_lowercase().as_str())
}

/// Scheme in lower case and what follows its colon, for any `x://` and for known schemes alone.
fn split_scheme(text: &str) -> Option<(String, &str)> {
    let (name, rest) = text.split_once(':')?;
    let scheme = name.to_ascii_lowercase();
    let valid = is_known(name) || (is_scheme(name) && rest.starts_with("//"));
    valid.then_some((scheme, rest))
}

/// The path in a `file:` URL; the host before it is this machine under one name or another.
fn file_url(rest: &str) -> String {
    let rest = until_query(rest);
    let path = match rest.strip_prefix("//") {
        Some(rest) if rest.starts_with('/') || has_drive(rest) => rest,
        Some(rest) => rest.find('/').map_or("", |slash| &rest[slash..]),
        None => rest,
    };
    let path = percent_decoded(path);
    let trimmed = path.trim_start_matches('/');
    if has_drive(trimmed) { trimmed.to_string() } else { format!("/{trimmed}") }
}

fn until_query(text: &str) -> &str {
    text.split(['?', '#']).next().unwrap_or_default()
}

/// The rest of a URL after its scheme.
fn on_host(rest: &str, has_scheme: bool) -> Option<Target> {
    let mut rest = rest.trim_start_matches('/');
    // A doubled scheme. With an `@` it may be a piece of the password, which goes as a whole.
    while !rest.contains('@')
        && let Some((_, inner)) = split_scheme(rest)
    {
        rest = inner.trim_start_matches('/');
    }
    let (text, had_user) = without_userinfo(rest, has_scheme);
    let text = until_query(&text);
    let (host, port, path) = split_host(text)?;
    // `ssh://git@host:org/repo` mixes two forms. Without a user this could be `user:password`.
    let is_port = port.bytes().all(|b| b.is_ascii_digit());
    let path = if had_user && !is_port { format!("{port}/{path}") } else { path.to_string() };
    Some(Target::Host(host.to_string(), path))
}

/// Host, what stands after its colon, and the path.
fn split_host(text: &str) -> Option<(&str, &str, &str)> {
    let after_host =
        if text.starts_with('[') { text.find(']')? + 1 } else { text.find([':', '/']).unwrap_or(text.len()) };
    let (host, rest) = text.split_at(after_host);
    let (port, path) = rest.split_once('/').unwrap_or((rest, ""));
    Some((host, port.strip_prefix(':').unwrap_or(port), path))
}

/// The scp form `user@host:path`, a host written without scheme, or a path.
fn without_scheme(text: &str) -> Option<Target> {
    let network = text.starts_with("//") && text.contains('@');
    if network {
        return on_host(text, false);
    }
    if is_file_path(text) {
        return Some(Target::Path(text.to_string()));
    }
    if let Some(unwrapped) = without_brackets(text) {
        return on_host(&unwrapped, false);
    }
    let (text, had_user) = without_userinfo(text, false);
    let text = until_query(&text);
    if text.starts_with('[') {
        let (host, first, rest) = split_host(text)?;
        return Some(Target::Host(host.to_string(), format!("{first}/{rest}")));
    }
    let (first, rest) = text.split_once('/').unwrap_or((text, ""));
    if let Some((host, path)) = first.split_once(':') {
        return Some(Target::Host(host.to_string(), format!("{path}/{rest}")));
    }
    if had_user || (is_domain(first) && !rest.is_empty()) {
        return Some(Target::Host(first.to_string(), rest.to_string()));
    }
    Some(Target::Path(text.to_string()))
}

/// Git's `[user@host:port]:path` as `user@host:port/path`; none for an IPv6 address.
fn without_brackets(text: &str) -> Option<String> {
    let (inner, path) = text.strip_prefix('[')?.split_once("]:")?;
    let address = inner.bytes().filter(|b| *b == b':').count() > 1;
    (!address).then(|| format!("{inner}/{path}"))
}

/// What stands before the first `/`, `?` or `#`.
fn authority(text: &str) -> &str {
    text.split(['/', '?', '#']).next().unwrap_or_default()
}

fn is_host(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// A host that cannot be mistaken for a user's name.
fn is_domain(text: &str) -> bool {
    let labels = !text.split('.').any(str::is_empty);
    is_host(text) && labels && (text.contains('.') || text == "localhost")
}

/// Removes user and password from `user:password@host…`; says whether there were any.
///
/// Without a scheme of git (`has_scheme`) everything before an `@` is taken for user and password.
fn without_userinfo(rest: &str, has_scheme: bool) -> (String, bool) {
    let mut text = rest.to_string();
    let mut had_user = false;
    loop {
        let head = authority(&text);
        let encoded = head.contains("%40") || (!had_user && !is_domain(head));
        if encoded && !text.contains('@') {
            text = text.replace("%40", "@");
        }
        let in_path = |at: usize| has_scheme && is_part_of_path(&text, at);
        let Some(at) = text.rfind('@').filter(|at| !in_path(*at)) else {
            return (text, had_user);
        };
        had_user = true;
        let after = &text[at + 1..];
        let bare = split_scheme(after).map_or(after, |(_, inner)| inner.trim_start_matches('/'));
        text = bare.to_string();
    }
}

/// Whether the last `@` belongs to the path, as in `host.org/@team/repo` and `host.org/repo@v1`:
/// only after an authority that can hold no password, and only if no host follows.
fn is_part_of_path(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at + 1..]);
    let (next, rest) = after.split_once(['/', ':']).unwrap_or((after, ""));
    let host_follows = (is_domain(next) || next.starts_with('[')) && !rest.is_empty();
    let starts_name = before.ends_with('/') || !after.contains(['/', ':']);
    let tidy = !before.contains("//") && !before.contains(':');
    is_domain(authority(text)) && tidy && !host_follows && starts_name
}

/// Decodes `%xx`; what is no such escape or no UTF-8 stays as it is written.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let digit = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16));
        if bytes[i] == b'%'
            && let (Some(high), Some(low)) = (digit(i + 1), digit(i + 2))
            && let Ok(byte) = u8::try_from(high * 16 + low)
        {
            decoded.push(byte);
            i += 3;
        } else {
            decoded.push(bytes[i]);
            i += 1;
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_string())
}

fn scope_on_host(host: &str, path: &str) -> Option<String> {
    let host = canonical_host(&percent_decoded(host).to_lowercase())?;
    let mut parts = parts(&percent_decoded(path));
    // `host:~/repo` is `host:repo`: both count from the home of the user on that host.
    if parts.first().is_some_and(|p| p == "~") {
        parts.remove(0);
    }
    let host = azure(host, &mut parts);
    strip_git(&mut parts);
    (!parts.is_empty()).then(|| capped(format!("{host}/{}", parts.join("/"))))
}

/// The host's one name; none when it can be no host.
fn canonical_host(host: &str) -> Option<String> {
    if let Some(address) = host.strip_prefix('[') {
        let address = address.strip_suffix(']')?;
        // The zone says which network card of this machine, not which host.
        let address = address.split('%').next()?;
        let valid = |c: char| c.is_ascii_hexdigit() || c == ':' || c == '.';
        let is_address = address.contains(':') && address.chars().all(valid);
        return is_address.then(|| format!("[{address}]"));
    }
    let host = host.trim_end_matches('.');
    // Doors of the same hosts that pass a firewall.
    let host = match host {
        "ssh.github.com" | "www.github.com" => "github.com",
        "altssh.gitlab.com" | "www.gitlab.com" => "gitlab.com",
        "altssh.bitbucket.org" | "www.bitbucket.org" => "bitbucket.org",
        other => other,
    };
    is_host(host).then(|| host.to_string())
}

/// Azure writes `dev.azure.com/org/project/_git/repo` over https and `…:v3/org/project/repo`
/// over ssh.
fn azure(host: String, parts: &mut Vec<String>) -> String {
    let ssh = matches!(host.as_str(), "ssh.dev.azure.com" | "vs-ssh.visualstudio.com");
    if ssh && parts.len() == 4 && parts[0] == "v3" {
        parts.remove(0);
        parts.insert(2, "_git".to_string());
        return "dev.azure.com".to_string();
    }
    host
}

fn scope_of_path(path: &str) -> Option<String> {
    let path = if has_drive(path) { path.replacen(':', "", 1) } else { path.to_string() };
    let mut parts = parts(&path);
    strip_git(&mut parts);
    let last_two = &parts[parts.len().saturating_sub(2)..];
    (!last_two.is_empty()).then(|| capped(format!("local/{}", last_two.join("/"))))
}

/// The names in a path, cleaned, with `.` and `..` resolved.
fn parts(path: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for name in path.split('/').map(clean) {
        match name.as_str() {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(name),
        }
    }
    parts
}

/// One name of a scope: lower case, without what [`super::validate`] refuses or reads as a URL.
fn clean(name: &str) -> String {
    // No name should look like this, and if one does it is no name.
    let name = match name.rsplit_once('@') {
        Some((before, after)) if before.contains(':') => after,
        _ => name,
    };
    let name = name.trim().trim_start_matches('@').to_lowercase();
    let replaced = |c: char| is_unprintable(c) || "@:?#\\".contains(c);
    name.chars().map(|c| if replaced(c) { '-' } else { c }).collect()
}

fn strip_git(parts: &mut Vec<String>) {
    while let Some(last) = parts.last_mut()
        && let Some(shorter) = last.strip_suffix(".git").map(str::to_string)
    {
        *last = shorter;
        if matches!(last.as_str(), "" | "." | "..") {
            parts.pop();
        }
    }
}

/// Keeps a scope within [`MAX_CHARS`]: the start, and a checksum so that two stay two.
fn capped(scope: String) -> String {
    if scope.chars().count() <= MAX_CHARS {
        return scope;
    }
    // FNV-1a, 64 bit: must be the same in every release, needs no secrecy.
    let sum = scope
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let start: String = scope.chars().take(MAX_CHARS - 17).collect();
    format!("{start}-{sum:016x}")
}
