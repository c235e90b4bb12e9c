//! A server that has just started waits a moment for browsers that are on their way.
//!
//! A browser that was there before the server looks for it every second and delivers what it held back. An agent
//! that asks in between would be told that nothing was captured.

use std::time::Duration;

use gasoline_core::store::Store;

use super::App;

/// What a browser held back follows its greeting within this time.
const GREETING_TO_ENTRIES: Duration = Duration::from_millis(500);

/// What a question needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// Captured entries.
    Entries,
    /// A page that can be asked.
    Page,
}

impl App {
    /// Waits for browsers, if this server is so new that they may be on their way.
    pub(crate) async fn await_browsers(&self, awaited: Awaited) {
        let Some(wait) = self.run.browser_wait else { return };
        let age = self.now().as_milliseconds() - self.run.started_at.as_milliseconds();
        let age = Duration::from_millis(u64::try_from(age).unwrap_or(0));
        let Some(left) = wait.checked_sub(age).filter(|left| !left.is_zero()) else { return };
        let arrival = async {
            match awaited {
                Awaited::Entries => self.first_entries().await,
                Awaited::Page => self.browsers.live.first_page().await,
            }
        };
        // Running out of time is an ordinary outcome: the answer then says that nobody came.
        drop(self.clock().timeout(left, arrival).await);
    }

    async fn first_entries(&self) {
        let has_entries = || self.with_store(Store::last_entry_at).is_some();
        // Subscribed before the first look, so that nothing arrives unseen in between.
        let mut changes = self.bus.subscribe();
        let entries = async { while !has_entries() && changes.next().await.is_some() {} };
        let greeting = async {
            self.browsers.clients.first().await;
            self.clock().sleep(GREETING_TO_ENTRIES).await;
        };
        tokio::select! {
            () = entries => {}
            () = greeting => {}
        }
    }
}
