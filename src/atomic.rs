//! Small files replaced whole: a reader sees the old text or the new one.

use std::path::Path;

/// Replaces a file, making its folder where there is none.
pub fn replace_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let temporary = path.with_extension(format!("tmp{}", std::process::id()));
    std::fs::write(&temporary, bytes)?;
    std::fs::rename(&temporary, path)
}
