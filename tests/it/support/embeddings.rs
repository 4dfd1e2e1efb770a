//! An embedding service on loopback, in the shape of each real one: bags of words as vectors, and faults on demand.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// What a service was asked.
#[derive(Debug, Clone)]
pub struct Asked {
    pub path: String,
    pub head: String,
    pub body: Value,
}

/// An answer that is given once, instead of vectors.
#[derive(Debug, Clone)]
pub struct Fault {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

#[derive(Default)]
struct Shared {
    asked: Vec<Asked>,
    faults: VecDeque<Fault>,
    dimension: usize,
    /// Texts in one request above which it is refused.
    most_texts: usize,
}

/// The service; it ends with the process.
pub struct Service {
    pub address: String,
    shared: Arc<Mutex<Shared>>,
}

impl Service {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let shared = Arc::new(Mutex::new(Shared { dimension: 32, most_texts: 2048, ..Shared::default() }));
        let of_all = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = of_all.clone();
                // A client that breaks off ends its own thread.
                std::thread::spawn(move || serve(stream, &shared));
            }
        });
        Self { address, shared }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.shared.lock().unwrap().asked.clone()
    }

    pub fn fail_once(&self, fault: Fault) {
        self.shared.lock().unwrap().faults.push_back(fault);
    }

    pub fn set_dimension(&self, dimension: usize) {
        self.shared.lock().unwrap().dimension = dimension;
    }
}

fn serve(stream: TcpStream, shared: &Mutex<Shared>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut out = stream;
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let lower = head.to_ascii_lowercase();
        let length = lower.split("content-length: ").nth(1)?.split_whitespace().next()?.parse().ok()?;
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let path = head.split_whitespace().nth(1)?.to_owned();
        let body: Value = serde_json::from_slice(&body).ok()?;
        let answer = {
            let mut shared = shared.lock().unwrap();
            shared.asked.push(Asked { path: path.clone(), head: lower, body: body.clone() });
            match shared.faults.pop_front() {
                Some(fault) => fault,
                None => vectors(&path, &body, shared.dimension, shared.most_texts),
            }
        };
        let mut text = format!("HTTP/1.1 {} x\r\nContent-Length: {}\r\n", answer.status, answer.body.len());
        for (name, value) in &answer.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        out.write_all(format!("{text}\r\n{}", answer.body).as_bytes()).ok()?;
    }
}

fn vectors(path: &str, body: &Value, dimension: usize, most: usize) -> Fault {
    let texts: Vec<String> = match body["requests"].as_array() {
        Some(requests) => {
            requests.iter().map(|it| it["content"]["parts"][0]["text"].as_str().unwrap().to_owned()).collect()
        }
        None => body["input"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect(),
    };
    if texts.len() > most {
        return Fault { status: 400, headers: vec![], body: "{\"error\":{\"message\":\"too many\"}}".into() };
    }
    let all: Vec<Vec<f32>> = texts.iter().map(|text| bag(text, dimension)).collect();
    let answer = if path.ends_with("/api/embed") {
        json!({ "model": "m", "embeddings": all })
    } else if path.ends_with(":batchEmbedContents") {
        json!({ "embeddings": all.iter().map(|it| json!({ "values": it })).collect::<Vec<_>>() })
    } else {
        // Out of order, as the index allows.
        let data = all.iter().enumerate().rev().map(|(at, it)| json!({ "index": at, "embedding": it }));
        json!({ "data": data.collect::<Vec<_>>() })
    };
    Fault { status: 200, headers: vec![("Content-Type".into(), "application/json".into())], body: answer.to_string() }
}

/// Each word adds to one place; not of length 1.
fn bag(text: &str, dimension: usize) -> Vec<f32> {
    let mut vector = vec![0.01; dimension];
    for word in text.to_lowercase().split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = word.bytes().fold(7usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        vector[hash % dimension] += 2.0;
    }
    vector
}
