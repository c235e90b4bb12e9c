//! Captures a browser from outside, over its debugging port: no extension, no change to the tests that drive it.
//!
//! [`browser`] finds or starts it, [`cdp`] speaks its protocol, [`targets`] follows everything it opens, [`set_up`]
//! prepares it, [`page_capture`], [`workers`] and [`screenshots`] make entries and pictures of what happens there,
//! [`delivery`] brings them to the server, and [`live`] answers the server's questions about open pages.

mod browser;
mod cdp;
mod contexts;
mod delivery;
mod document_headers;
mod isolated_world;
mod live;
mod page_capture;
mod screenshots;
mod set_up;
mod targets;
#[cfg(test)]
mod tests;
mod worker_errors;
mod workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gasoline_server::ids::{Ids, SystemIds};
use gasoline_wire::AutoScreenshot;
use serde::Deserialize;
use serde_json::json;
use thiserror::Error;
use tokio_tungstenite::tungstenite;

pub(crate) use self::browser::{BrowserError, BrowserLaunch, BrowserSource, Visibility};
pub(crate) use self::cdp::DebugAddress;
pub(crate) use self::screenshots::ScreenshotPolicy;

use self::browser::{EMPTY_PAGE, Ending, Launched};
use self::cdp::{CallError, Client, Events, SessionId};
use self::delivery::{Courier, Delivery, DeliveryReport};
use self::live::{LivePages, PictureSource};
use self::set_up::auto_attach;
use self::targets::{CaptureOptions, DocumentPlace, Targets};
use crate::failure::Hint;
use crate::printer::Printer;
use crate::server::{Launch, Start, Supply, SupplyError};

/// How long the last entries may take to reach the server.
const SLOWEST_DELIVERY: Duration = Duration::from_secs(5);

/// How long pages may take to hand over what they have, when we are asked to stop.
const SLOWEST_DRAIN: Duration = Duration::from_secs(1);

/// Pause before looking whether a browser that closed the connection is still there: one that ends closes its
/// connections first and its port a moment later.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long a new page may take to be there, and the pause between two looks.
const SLOWEST_PAGE: Duration = Duration::from_secs(10);
const PAGE_INTERVAL: Duration = Duration::from_millis(10);

/// What to capture, and for which server.
#[derive(Debug)]
pub(crate) struct AttachSettings {
    pub(crate) server: Launch,
    pub(crate) browser: BrowserSource,
    /// How long to wait for a browser that is not there yet.
    pub(crate) wait: Duration,
    pub(crate) test_id: Option<String>,
    pub(crate) screenshots: ScreenshotPolicy,
}

/// Why capture failed or was incomplete.
#[derive(Debug, Error)]
pub(crate) enum AttachError {
    #[error(transparent)]
    Supply(#[from] SupplyError),
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error("the browser does not let itself be captured")]
    Refused(#[from] CallError),
    #[error("{waiting} entries could not be delivered before the end")]
    Undelivered { waiting: usize },
    #[error("{delivered} entries delivered, {rejected} refused by the server, {dropped} dropped")]
    Incomplete { delivered: u64, rejected: u64, dropped: u64 },
}

impl Hint for AttachError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Supply(error) => error.hint(),
            Self::Browser(error) => error.hint(),
            Self::Refused(_) => {
                Some("name the debugging port of a browser, not of a single page or of Node".to_owned())
            }
            // What was too large, or came faster than it could be taken, cannot be had by another command.
            Self::Incomplete { .. } => None,
            Self::Undelivered { .. } => {
                Some("see what became of the server with `gasoline doctor`".to_owned())
            }
        }
    }
}

/// How a connection ended.
#[derive(Debug)]
enum End {
    /// We were asked to stop.
    Stopped,
    /// The browser closed it.
    Closed,
    /// The browser sent what is no WebSocket message, or one beyond every measure.
    Broken(tungstenite::Error),
}

/// Captures until the browser is gone or `stop` completes.
pub(crate) async fn run(
    settings: AttachSettings,
    printer: Printer,
    stop: impl Future<Output = ()>,
) -> Result<(), AttachError> {
    let supply = Supply::Shared { launch: settings.server.clone(), printer, site: None };
    let endpoint = supply.endpoint(Start::IfMissing).await?;
    let session: Arc<str> = SystemIds.short().into();
    let delivery = Delivery::new();
    let live = LivePages::default();
    live.set_picture_source(PictureSource {
        session: session.to_string(),
        test_id: settings.test_id.clone(),
        when: AutoScreenshot::USUAL,
        enabled: settings.screenshots == ScreenshotPolicy::OnError,
    });
    let answering = live::serve(live.clone(), endpoint.port(), session.to_string());
    let answering = tokio::spawn(answering);
    let courier = Courier::new(delivery.clone(), endpoint.clone(), supply, session.to_string(), printer);
    let courier = tokio::spawn(courier.run());
    let options = CaptureOptions {
        port: endpoint.port(),
        session,
        test_id: settings.test_id.as_deref().map(Arc::from),
        live,
        pages: Vec::new(),
    };
    let captured = capture(&settings, &options, &delivery, printer, stop).await;
    let report = delivery.settle(SLOWEST_DELIVERY).await;
    courier.abort();
    answering.abort();
    captured?;
    conclude(&report)
}

/// Captures a browser that runs, or one that is started and ended here.
async fn capture(
    settings: &AttachSettings,
    options: &CaptureOptions,
    delivery: &Delivery,
    printer: Printer,
    stop: impl Future<Output = ()>,
) -> Result<(), AttachError> {
    let mut stop = std::pin::pin!(stop);
    let launch = match &settings.browser {
        BrowserSource::Running(address) => {
            return follow(address, settings.wait, options, delivery, printer, stop).await.map(drop);
        }
        BrowserSource::Launch(launch) => launch,
    };
    let mut launched = Launched::start(launch).map_err(BrowserError::from)?;
    let address = tokio::select! {
        address = launched.address(settings.wait) => address.map(Some).map_err(BrowserError::from),
        () = &mut stop => Ok(None),
    };
    let address = match address {
        Ok(Some(address)) => address,
        none => {
            launched.end(Ending::Killed, printer).await;
            return none.map(drop).map_err(AttachError::from);
        }
    };
    let options = CaptureOptions { pages: launched.pages.clone(), ..options.clone() };
    let followed = follow(&address, settings.wait, &options, delivery, printer, stop).await;
    if let Ok(Some(client)) = &followed {
        client.send(None, "Browser.close", json!({})).await.ok();
    }
    launched.end(Ending::ByItself, printer).await;
    followed.map(drop)
}

/// Captures the browser at `address`. Returns the connection if it was still there when we were asked to stop.
async fn follow(
    address: &DebugAddress,
    patience: Duration,
    options: &CaptureOptions,
    delivery: &Delivery,
    printer: Printer,
    mut stop: impl Future<Output = ()> + Unpin,
) -> Result<Option<Client>, AttachError> {
    let mut connection = tokio::select! {
        joined = browser::join(address, patience, printer) => joined?,
        () = &mut stop => return Ok(None),
    };
    let mut options = options.clone();
    loop {
        let (client, events) = connection;
        let attachment = Attachment::new(client.clone(), events, options.clone(), delivery.clone());
        options.pages.clear();
        match attachment.run(printer, &mut stop).await? {
            End::Stopped => return Ok(Some(client)),
            End::Closed => tokio::time::sleep(FAREWELL).await,
            End::Broken(error) => printer.warning(&format!("the connection to the browser broke: {error}")),
        }
        match browser::rejoin(address).await {
            Some(again) => connection = again,
            None => {
                printer.warning("the browser has gone");
                return Ok(None);
            }
        }
    }
}

/// `Target.createTarget`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CreatedTarget {
    target_id: String,
}

/// Sends a page somewhere. The answer may take as long as a server does.
fn navigate(client: Client, session: SessionId, url: String, printer: Printer) {
    tokio::spawn(async move {
        let address = json!({ "url": url });
        let gone = match client.send(Some(&session), "Page.navigate", address).await {
            Ok(answer) => answer.result().await.map(drop),
            Err(error) => Err(error),
        };
        if let Err(error @ CallError::Refused(_)) = gone {
            printer.warning(&format!("the browser does not open `{url}`: {error}"));
        }
    });
}

/// One connection and what is captured through it.
struct Attachment {
    client: Client,
    events: Events,
    targets: Targets,
    port: u16,
    pages: Vec<String>,
}

/// `Browser.getVersion`.
#[derive(Debug, Deserialize)]
struct BrowserVersion {
    product: String,
}

impl Attachment {
    fn new(client: Client, events: Events, mut options: CaptureOptions, delivery: Delivery) -> Self {
        let port = options.port;
        let pages = std::mem::take(&mut options.pages);
        let targets = Targets::new(client.clone(), options, delivery);
        Self { client, events, targets, port, pages }
    }

    /// Captures until the connection ends or `stop` completes.
    async fn run(
        mut self,
        printer: Printer,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Result<End, AttachError> {
        let client = self.client.clone();
        let begun = async move {
            let version: BrowserVersion = client.call(None, "Browser.getVersion", json!({})).await?;
            client.send(None, "Target.setAutoAttach", auto_attach()).await?.result().await?;
            // For the addresses and titles of pages; an old browser that cannot is captured all the same.
            let discovery =
                client.send(None, "Target.setDiscoverTargets", json!({ "discover": true })).await?;
            discovery.result().await.ok();
            Ok::<_, CallError>(version.product)
        };
        let product = match self.read_until(begun).await {
            // A browser that goes away at once is gone, not unwilling.
            Err(end) => return Ok(end),
            Ok(Err(CallError::Gone)) => return Ok(End::Closed),
            Ok(Ok(product)) => product,
            Ok(Err(error)) => return Err(error.into()),
        };
        if let Err(end) = self.show_pages(printer).await {
            return Ok(end);
        }
        printer.capturing(&product, self.port);
        if let Err(end) = self.read_until(stop).await {
            return Ok(end);
        }
        let drained = drain(self.client.clone(), self.targets.documents());
        Ok(self.read_until(drained).await.err().unwrap_or(End::Stopped))
    }

    /// Shows what is to be shown: the first in the page that there is, the others in new ones. Each goes there after its
    /// page is captured, for a page that is made with an address sometimes runs before that.
    async fn show_pages(&mut self, printer: Printer) -> Result<(), End> {
        for (index, url) in std::mem::take(&mut self.pages).into_iter().enumerate() {
            let target = if index == 0 { None } else { Some(self.new_page().await?) };
            match self.set_up_page(target.as_deref()).await? {
                Some(session) => navigate(self.client.clone(), session, url, printer),
                None => printer.warning(&format!("the browser has no page for `{url}`")),
            }
        }
        Ok(())
    }

    /// The name of an empty page; of none if the browser refuses to open one.
    async fn new_page(&mut self) -> Result<String, End> {
        let client = self.client.clone();
        let empty = json!({ "url": EMPTY_PAGE });
        let created = async move { client.call(None, "Target.createTarget", empty).await };
        let created: Result<CreatedTarget, _> = self.read_until(created).await?;
        Ok(created.map(|created| created.target_id).unwrap_or_default())
    }

    /// A page under capture, whichever comes or the one of that name.
    async fn set_up_page(&mut self, target: Option<&str>) -> Result<Option<SessionId>, End> {
        let started = Instant::now();
        while started.elapsed() < SLOWEST_PAGE {
            if let Some(session) = self.targets.set_up_page(target) {
                return Ok(Some(session));
            }
            self.read_until(tokio::time::sleep(PAGE_INTERVAL)).await?;
        }
        Ok(None)
    }

    /// Takes in events until `done` completes; fails with the end of the connection if that comes first.
    async fn read_until<T>(&mut self, done: impl Future<Output = T>) -> Result<T, End> {
        let mut done = std::pin::pin!(done);
        loop {
            tokio::select! {
                result = &mut done => return Ok(result),
                message = self.events.next() => match message {
                    Ok(Some(text)) => {
                        if let Some(event) = self.events.read(&text) {
                            self.targets.note(&event);
                        }
                    }
                    Ok(None) => return Err(End::Closed),
                    Err(error) => return Err(End::Broken(error)),
                },
            }
        }
    }
}

/// Lets pages and frames hand over what they keep back. A document answers after it has sent its earlier messages, so an
/// answer means that they are here.
async fn drain(client: Client, documents: Vec<DocumentPlace>) {
    let flush = page_capture::flush();
    let asking = async {
        let mut answers = Vec::with_capacity(documents.len());
        for document in &documents {
            answers.extend(document.ask(&client, &flush).await.ok());
        }
        for answer in answers {
            answer.result().await.ok();
        }
    };
    tokio::time::timeout(SLOWEST_DRAIN, asking).await.ok();
}

/// What a person should know about how it went.
fn conclude(report: &DeliveryReport) -> Result<(), AttachError> {
    let DeliveryReport { delivered, rejected, dropped, waiting } = *report;
    match (waiting, rejected + dropped) {
        (0, 0) => Ok(()),
        (0, _) => Err(AttachError::Incomplete { delivered, rejected, dropped }),
        _ => Err(AttachError::Undelivered { waiting }),
    }
}
