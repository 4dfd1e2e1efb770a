//! What sessions said at their start, so that one which was dropped for idleness goes on at its next request.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::Mutex;

use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};

/// Sessions that are remembered; the oldest goes first.
const SESSIONS: usize = 1_024;

#[derive(Default)]
pub(super) struct Kept(Mutex<States>);

#[derive(Default)]
struct States {
    by_id: HashMap<String, SessionState>,
    order: VecDeque<String>,
}

type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, SessionStoreError>> + Send + 'a>>;

// The trait's methods are written as its macro would write them.
impl SessionStore for Kept {
    fn load<'a, 'b, 'c>(&'a self, id: &'b str) -> Later<'c, Option<SessionState>>
    where
        'a: 'c,
        'b: 'c,
    {
        let found = self.0.lock().ok().and_then(|states| states.by_id.get(id).cloned());
        Box::pin(async move { Ok(found) })
    }

    fn store<'a, 'b, 'd, 'c>(&'a self, id: &'b str, state: &'d SessionState) -> Later<'c, ()>
    where
        'a: 'c,
        'b: 'c,
        'd: 'c,
    {
        if let Ok(mut states) = self.0.lock() {
            if states.by_id.insert(id.to_owned(), state.clone()).is_none() {
                states.order.push_back(id.to_owned());
            }
            if states.order.len() > SESSIONS
                && let Some(oldest) = states.order.pop_front()
            {
                states.by_id.remove(&oldest);
            }
        }
        Box::pin(async { Ok(()) })
    }

    fn delete<'a, 'b, 'c>(&'a self, id: &'b str) -> Later<'c, ()>
    where
        'a: 'c,
        'b: 'c,
    {
        if let Ok(mut states) = self.0.lock() {
            states.by_id.remove(id);
            states.order.retain(|kept| kept != id);
        }
        Box::pin(async { Ok(()) })
    }
}
