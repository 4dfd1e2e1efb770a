//! A glance into an ONNX file: which operators its graph has.
//!
//! An ONNX file is a protobuf message. Only the few fields on the way to the operators' names
//! are read; weights are skipped by their length, so that a model of gigabytes costs a
//! millisecond.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

/// `ModelProto.graph`.
const MODEL_GRAPH: u64 = 7;
/// `GraphProto.node`.
const GRAPH_NODE: u64 = 1;
/// `NodeProto.op_type`.
const NODE_OPERATOR: u64 = 4;
/// No operator's node is larger, except constants, whose value is of no interest here.
const NODE_LIMIT: u64 = 1 << 16;

/// Whether the graph quantises activations while it runs, by the range of the whole batch:
/// then a text's vector depends on its neighbours in a batch and on their padding.
///
/// Fails when the file cannot be read or is not of the format.
pub(super) fn quantises_dynamically(file: &Path) -> io::Result<bool> {
    let mut reader = BufReader::new(File::open(file)?);
    let size = reader.get_ref().metadata()?.len();
    scan(&mut reader, size)
}

fn scan(reader: &mut (impl Read + Seek), size: u64) -> io::Result<bool> {
    let mut found = false;
    fields(reader, size, &mut |reader, field, length| {
        if field != MODEL_GRAPH {
            return Ok(false);
        }
        fields(reader, length, &mut |reader, field, length| {
            if field != GRAPH_NODE || length > NODE_LIMIT {
                return Ok(false);
            }
            fields(reader, length, &mut |reader, field, length| {
                if field != NODE_OPERATOR {
                    return Ok(false);
                }
                let mut name = vec![0; usize::try_from(length).map_err(io::Error::other)?];
                reader.read_exact(&mut name)?;
                found |= is_dynamic(&String::from_utf8_lossy(&name));
                Ok(true)
            })?;
            Ok(true)
        })?;
        Ok(true)
    })?;
    Ok(found)
}

/// Operators that look at a whole tensor to choose its scale.
fn is_dynamic(operator: &str) -> bool {
    operator.starts_with("DynamicQuantize")
        || operator.ends_with("Integer")
        || operator.contains("IntegerToFloat")
        || operator == "QAttention"
}

/// Shows each length-delimited field of a message to `visit`, which says whether it consumed
/// the field; what it did not consume, and every other kind of field, is skipped.
fn fields<R: Read + Seek>(
    reader: &mut R,
    size: u64,
    visit: &mut dyn FnMut(&mut R, u64, u64) -> io::Result<bool>,
) -> io::Result<()> {
    let mut left = size;
    while left > 0 {
        let (key, used) = varint(reader)?;
        left = take(left, used)?;
        match key & 7 {
            0 => left = take(left, varint(reader)?.1)?,
            1 => {
                left = take(left, 8)?;
                reader.seek_relative(8)?;
            }
            2 => {
                let (length, used) = varint(reader)?;
                left = take(take(left, used)?, length)?;
                if !visit(reader, key >> 3, length)? {
                    reader.seek_relative(i64::try_from(length).map_err(io::Error::other)?)?;
                }
            }
            5 => {
                left = take(left, 4)?;
                reader.seek_relative(4)?;
            }
            _ => return Err(malformed()),
        }
    }
    Ok(())
}

/// A variable-length number and the bytes it took.
fn varint(reader: &mut impl Read) -> io::Result<(u64, u64)> {
    let mut value = 0;
    for index in 0..10 {
        let mut byte = [0];
        reader.read_exact(&mut byte)?;
        value |= u64::from(byte[0] & 0x7f) << (7 * index);
        if byte[0] & 0x80 == 0 {
            return Ok((value, index + 1));
        }
    }
    Err(malformed())
}

fn take(left: u64, used: u64) -> io::Result<u64> {
    left.checked_sub(used).ok_or_else(malformed)
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not an ONNX file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn field(number: u8, payload: &[u8]) -> Vec<u8> {
        let mut out = vec![number << 3 | 2];
        let mut length = payload.len();
        while length >= 0x80 {
            out.push(length as u8 | 0x80);
            length >>= 7;
        }
        out.push(length as u8);
        out.extend_from_slice(payload);
        out
    }

    fn model(operators: &[&str]) -> Vec<u8> {
        let mut graph = field(5, &[0x0a; 70_000]); // weights, which must be skipped
        for operator in operators {
            graph.extend(field(1, &[field(1, b"x"), field(4, operator.as_bytes())].concat()));
        }
        [vec![0x08, 0x08], field(2, b"maker"), field(7, &graph)].concat()
    }

    fn dynamic(bytes: Vec<u8>) -> io::Result<bool> {
        let size = bytes.len() as u64;
        scan(&mut Cursor::new(bytes), size)
    }

    #[test]
    fn dynamic_operators_are_seen_and_static_ones_are_not() {
        assert!(dynamic(model(&["MatMul", "DynamicQuantizeLinear"])).expect("valid"));
        assert!(dynamic(model(&["MatMulInteger"])).expect("valid"));
        assert!(!dynamic(model(&["MatMul", "DequantizeLinear", "QLinearMatMul"])).expect("valid"));
    }

    #[test]
    fn garbage_and_truncated_files_are_errors() {
        assert!(dynamic(b"<html>not a model</html>".to_vec()).is_err());
        let mut cut = model(&["MatMul"]);
        cut.truncate(cut.len() - 3);
        assert!(dynamic(cut).is_err());
    }
}
