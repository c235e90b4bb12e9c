//! One POST body in, redacted entries and refusals out.
//!
//! A bad entry never costs a good one: each is checked, redacted and routed alone. What intake refuses it refuses
//! with a reason that names the field.

mod repair;
mod route;
mod structure;

use std::borrow::Cow;

use gasoline_wire::{
    Batch, BatchError, Enrichment, EntryHeader, HeaderError, LONGEST_TEST_ID, Level, ScannedEntry, Timestamp,
    scan_batch,
};

pub use gasoline_wire::{Kind, Route};
pub use route::LogClass;
pub(crate) use structure::is_deeper_than;

use crate::redact::{EntriesRedactor, EntryPolicy, EntryRedaction, Redacted, Redactor};

/// Limits on one POST.
#[derive(Clone, Copy, Debug)]
pub struct IntakeLimits {
    /// Most entries in one batch.
    pub batch_entries: usize,
    /// Largest entry in bytes of JSON.
    pub entry_bytes: usize,
    /// Deepest nesting of an entry. serde_json reads no deeper than 128 levels.
    pub entry_depth: usize,
    /// Longest test id in bytes. It names buffers that outlive their entries.
    pub test_id_bytes: usize,
}

impl Default for IntakeLimits {
    fn default() -> Self {
        Self {
            batch_entries: 1_000,
            entry_bytes: 1024 * 1024,
            entry_depth: 100,
            test_id_bytes: LONGEST_TEST_ID,
        }
    }
}

/// An entry ready for the store.
#[derive(Debug)]
pub struct IncomingEntry {
    /// The entry's JSON.
    pub json: Redacted<Box<str>>,
    /// Which buffer it belongs to.
    pub kind: Kind,
    /// For log entries: what kind of log.
    pub class: LogClass,
    /// Severity; `Log` where the notion does not apply.
    pub level: Level,
    /// HTTP status, where there is one.
    pub status: Option<u16>,
    /// Browser time as sent.
    pub time: Option<Timestamp>,
    /// Capture session, as a keyed hash.
    pub session: Option<u64>,
    /// Document instance, as a keyed hash.
    pub page: Option<u64>,
    /// Counter per page.
    pub n: Option<u32>,
    /// Entry identity, as a keyed hash.
    pub event_id: Option<u64>,
    /// The entry's own test id.
    pub test_id: Option<Box<str>>,
    /// Late enrichment.
    pub enrichment: Option<Enrichment>,
    /// Whether it says anything beyond identity and `_…` fields; if not, it is only good for a merge.
    pub has_content: bool,
}

/// What became of one POST.
#[derive(Debug, Default)]
pub struct Intake {
    /// Entries for the store, in the order sent.
    pub entries: Vec<IncomingEntry>,
    /// How many were refused.
    pub rejected: usize,
    /// The first refusal: `entries[3]: …`.
    pub first_rejection: Option<String>,
}

/// Why a whole POST was refused.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The body could not be split into entries.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Too many entries at once.
    #[error("`{field}` holds {count} entries; send at most {limit} in one request")]
    TooManyEntries {
        /// The array's name.
        field: &'static str,
        /// How many there were.
        count: usize,
        /// How many are taken.
        limit: usize,
    },
}

/// Reads one POST body.
pub fn take(
    redactor: &Redactor,
    limits: &IntakeLimits,
    route: Route,
    body: &[u8],
) -> Result<Intake, IntakeError> {
    let taker = Taker { redactor, limits, route };
    let ordinary = if route.takes_one() { None } else { taker.take_ordinary(body) };
    ordinary.map_or_else(|| taker.take_any(body), Ok)
}

/// Reads an entry that was stored before, with the same checks as one that arrives. It is redacted again: a file may come
/// from anywhere, and what was replaced in it stays as it is.
pub fn take_stored(
    redactor: &Redactor,
    limits: &IntakeLimits,
    kind: Kind,
    entry: &str,
) -> Result<IncomingEntry, String> {
    let incoming = Taker { redactor, limits, route: Route::for_kind(kind) }.take_entry(entry)?;
    if incoming.kind == kind { Ok(incoming) } else { Err("entry is of another kind".to_owned()) }
}

/// Takes the entries of one body.
struct Taker<'t> {
    redactor: &'t Redactor,
    limits: &'t IntakeLimits,
    route: Route,
}

impl Taker<'_> {
    /// Reads a body in one pass; `None` if it is not written the way our capture writes it.
    fn take_ordinary(&self, body: &[u8]) -> Option<Intake> {
        /// Entries are rarely smaller, so the list rarely has to grow.
        const SMALL_ENTRY: usize = 128;
        let text = std::str::from_utf8(body).ok()?;
        let entries = Vec::with_capacity(body.len() / SMALL_ENTRY + 1);
        let mut intake = Intake { entries, ..Intake::default() };
        let mut redactor = self.redactor.entries_of(text);
        let mut count = 0;
        scan_batch(text, self.route.field(), |entry| {
            self.note(&mut intake, count, self.take_scanned(&mut redactor, entry));
            count += 1;
        })?;
        (count <= self.limits.batch_entries).then_some(intake)
    }

    /// Reads a body with the parser, which also knows what is wrong with it.
    fn take_any(&self, body: &[u8]) -> Result<Intake, IntakeError> {
        let field = self.route.field();
        let batch = if self.route.takes_one() { Batch::single(body)? } else { Batch::split(body, field)? };
        let count = batch.entries.len();
        if count > self.limits.batch_entries {
            return Err(IntakeError::TooManyEntries { field, count, limit: self.limits.batch_entries });
        }
        let mut intake = Intake { entries: Vec::with_capacity(count), ..Intake::default() };
        for (index, raw) in batch.entries.into_iter().enumerate() {
            self.note(&mut intake, index, self.take_entry(raw.get()));
        }
        Ok(intake)
    }

    fn note(&self, intake: &mut Intake, index: usize, taken: Result<IncomingEntry, String>) {
        match taken {
            Ok(entry) => intake.entries.push(entry),
            Err(reason) => {
                intake.rejected += 1;
                let field = self.route.field();
                intake.first_rejection.get_or_insert_with(|| {
                    self.redactor.text(&format!("{field}[{index}]: {reason}")).into_inner()
                });
            }
        }
    }

    /// Takes an entry that the scan has read. It is neither deep nor holds numbers nobody can read.
    fn take_scanned(
        &self,
        redactor: &mut EntriesRedactor<'_>,
        entry: ScannedEntry<'_>,
    ) -> Result<IncomingEntry, String> {
        match entry.header {
            Some(header) if !entry.escaped || repair::is_intact(entry.text) => {
                self.check_size(entry.text)?;
                let place = entry.start..entry.start + entry.text.len();
                let redaction = redactor.entry(place, route::policy_of(self.route, &header));
                self.take_redacted(redaction, header)
            }
            _ => self.take_entry(entry.text),
        }
    }

    fn take_entry(&self, raw: &str) -> Result<IncomingEntry, String> {
        self.check_size(raw)?;
        if structure::is_deeper_than(raw, self.limits.entry_depth) {
            return Err(format!("entry is nested deeper than {} levels", self.limits.entry_depth));
        }
        if structure::holds_unreadable_number(raw) {
            return Err("entry holds a number too large to be read".to_owned());
        }
        let text = repair::lone_surrogates(raw);
        match EntryHeader::read_text(&text) {
            Ok(header) => {
                self.take_redacted(self.redactor.entry(&text, route::policy_of(self.route, &header)), header)
            }
            Err(error) => Err(self.refusal(&text, error)),
        }
    }

    fn check_size(&self, text: &str) -> Result<(), String> {
        let limit = self.limits.entry_bytes;
        if text.len() <= limit {
            return Ok(());
        }
        Err(format!("entry is {} bytes; at most {limit} are taken", text.len()))
    }

    fn check_test_id(&self, header: &EntryHeader<'_>) -> Result<(), String> {
        let limit = self.limits.test_id_bytes;
        if header.test_id.as_ref().is_none_or(|test_id| test_id.len() <= limit) {
            return Ok(());
        }
        Err(format!("`test_id` is longer than {limit} bytes"))
    }

    /// Takes an entry that was redacted; its header was read before.
    fn take_redacted(
        &self,
        redaction: EntryRedaction,
        header: EntryHeader<'_>,
    ) -> Result<IncomingEntry, String> {
        self.check_test_id(&header)?;
        match redaction {
            EntryRedaction::Untouched(json) => Ok(self.incoming(header)(json)),
            // Read anew from the redacted text, so that nothing that was replaced can leave through the header.
            EntryRedaction::Rewritten(json) => {
                let header = EntryHeader::read_text(json.get()).map_err(|error| error.to_string())?;
                let complete = self.incoming(header);
                Ok(complete(json))
            }
        }
    }

    /// What is wrong with an entry, in words that quote nothing but redacted text.
    fn refusal(&self, text: &str, error: HeaderError) -> String {
        match self.redactor.entry(text, EntryPolicy::Ordinary) {
            EntryRedaction::Untouched(_) => error.to_string(),
            EntryRedaction::Rewritten(json) => match EntryHeader::read_text(json.get()) {
                Err(error) => error.to_string(),
                Ok(_) => "entry is unreadable".to_owned(),
            },
        }
    }

    /// Everything of an entry but its text, which the header may still borrow; takes the text last.
    fn incoming(&self, header: EntryHeader<'_>) -> impl FnOnce(Redacted<Box<str>>) -> IncomingEntry + use<> {
        let (kind, class) = route::classify(self.route, header.kind.as_deref());
        let level = header.level.unwrap_or_else(|| class.default_level(header.status));
        let key = |text: Option<Cow<'_, str>>| text.map(|text| self.redactor.identity(&text));
        let (session, page, event_id) = (key(header.session), key(header.page), key(header.event_id));
        let test_id = header.test_id.map(|text| Box::from(text.as_ref()));
        let EntryHeader { status, time, n, enrichment, has_content, .. } = header;
        move |json| IncomingEntry {
            json,
            kind,
            class,
            level,
            status,
            time,
            session,
            page,
            n,
            event_id,
            test_id,
            enrichment,
            has_content,
        }
    }
}

#[cfg(test)]
mod tests {
    use gasoline_wire::{Event, EventFacts, EventVisitor, visit_events};

    use super::*;
    use crate::redact::FingerprintKey;

    fn take_logs(body: &str) -> Result<Intake, IntakeError> {
        let redactor = Redactor::new(FingerprintKey::new([1; 16]));
        take(&redactor, &IntakeLimits::default(), Route::Logs, body.as_bytes())
    }

    #[test]
    fn one_bad_entry_keeps_the_good_ones_and_is_named() {
        let intake = take_logs(r#"{"entries":[{"message":"a"},{"ts":[]},7,{"message":"b"}]}"#).unwrap();
        assert_eq!((intake.entries.len(), intake.rejected), (2, 2));
        assert_eq!(
            intake.first_rejection.as_deref(),
            Some(
                "entries[1]: `ts`: invalid type: sequence, expected an ISO 8601 time with offset or epoch milliseconds"
            )
        );
    }

    #[test]
    fn a_refusal_does_not_quote_a_secret() {
        let intake = take_logs(r#"{"entries":[{"level":"password=hunter2"}]}"#).unwrap();
        let reason = intake.first_rejection.unwrap();
        assert!(!reason.contains("hunter2") && reason.contains("`level`"), "{reason}");
    }

    /// Posts the sample of each event to its route.
    struct Posting;

    impl EventVisitor for Posting {
        fn visit<E: Event>(&mut self, EventFacts { route, kind, sample }: EventFacts) {
            let path = format!("{}/../../fixtures/wire/{sample}.json", env!("CARGO_MANIFEST_DIR"));
            let entry = std::fs::read_to_string(path).unwrap();
            let body =
                if route.takes_one() { entry } else { format!(r#"{{"{}":[{entry}]}}"#, route.field()) };
            let redactor = Redactor::new(FingerprintKey::new([1; 16]));
            let intake = take(&redactor, &IntakeLimits::default(), route, body.as_bytes()).unwrap();
            assert_eq!(intake.entries[0].kind, kind, "{sample}");
        }
    }

    #[test]
    fn every_event_our_capture_sends_reaches_the_buffer_of_its_kind() {
        visit_events(&mut Posting);
    }

    #[test]
    fn deep_and_huge_entries_are_refused_alone() {
        let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
        let huge = "x".repeat(1024 * 1024);
        let body = format!(r#"{{"entries":[{{"args":{deep}}},{{"message":"{huge}"}},{{"message":"ok"}}]}}"#);
        let intake = take_logs(&body).unwrap();
        assert_eq!((intake.entries.len(), intake.rejected), (1, 2));
        assert_eq!(
            intake.first_rejection.as_deref(),
            Some("entries[0]: entry is nested deeper than 100 levels")
        );
    }

    #[test]
    fn an_endless_test_id_is_refused_and_one_as_long_as_allowed_is_taken() {
        let entry = |length: usize| format!(r#"{{"message":"x","test_id":"{}"}}"#, "t".repeat(length));
        let intake = take_logs(&format!(r#"{{"entries":[{},{}]}}"#, entry(1_024), entry(1_025))).unwrap();
        assert_eq!((intake.entries.len(), intake.rejected), (1, 1));
        assert_eq!(
            intake.first_rejection.as_deref(),
            Some("entries[1]: `test_id` is longer than 1024 bytes")
        );
    }

    #[test]
    fn too_many_entries_are_refused_with_the_limit() {
        let body = format!(r#"{{"entries":[{}]}}"#, vec!["{}"; 1_001].join(","));
        assert_eq!(
            take_logs(&body).unwrap_err().to_string(),
            "`entries` holds 1001 entries; send at most 1000 in one request"
        );
    }

    #[test]
    fn headers_are_read_from_the_redacted_text() {
        let intake = take_logs(r#"{"entries":[{"message":"x","test_id":"run?token=abcdefghij"}]}"#).unwrap();
        let test_id = intake.entries[0].test_id.as_deref().unwrap();
        assert!(test_id.starts_with("run?token=[redacted:"), "{test_id}");
    }

    #[test]
    fn lone_surrogates_and_nul_are_kept_as_readable_text() {
        let intake = take_logs(r#"{"entries":[{"message":"a\ud800b\u0000c \ud83d\ude00"}]}"#).unwrap();
        let value: serde_json::Value = serde_json::from_str(intake.entries[0].json.get()).unwrap();
        assert_eq!(value["message"], "a\u{fffd}b\0c 😀");
    }
}
