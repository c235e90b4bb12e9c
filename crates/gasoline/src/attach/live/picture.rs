//! A picture of a page that was asked for: what can be seen, one element, or the whole page.

use gasoline_server::clock::{Clock, SystemClock};
use gasoline_wire::{
    BoundingBox, LiveFailureReason, LiveOutcome, LiveQuery, MaskedArea, PictureElement, ScreenshotCapture,
    ScreenshotQuery, SurveyAnswer, SurveyQuery, Viewport,
};
use serde_json::{Value, json};

use super::ask::{attempt, failed, refused};
use crate::attach::cdp::{CallError, Client, SessionId};
use crate::attach::isolated_world::IsolatedWorld;
use crate::attach::screenshots::{Picture, SETTLE_MILLISECONDS, Subject, Survey};

/// Highest page that is pictured: Chrome draws no larger surface.
const HIGHEST_PAGE: f64 = 16_384.0;

/// Height of a piece of a page: as long as the longest edge of a kept picture.
const TILE_HEIGHT: f64 = 1_568.0;

/// Characters of a picture from which on it is taken as JPEG: all pieces must fit into one message.
const MOST_PNG_CHARACTERS: usize = 1_200_000;

/// What a picture is made of.
struct Camera<'c> {
    client: &'c Client,
    session: &'c SessionId,
    world: &'c IsolatedWorld<'c>,
}

/// Why there is no picture.
enum Failure {
    Call(CallError),
    Told(LiveOutcome),
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

/// Takes it.
pub(super) async fn take(
    client: &Client,
    session: &SessionId,
    world: &IsolatedWorld<'_>,
    query: &ScreenshotQuery,
    subject: Subject,
) -> LiveOutcome {
    let camera = Camera { client, session, world };
    let taken = if query.full_page { camera.full_page(query).await } else { camera.view(query).await };
    match taken {
        Ok(taken) => LiveOutcome::Screenshot(Box::new(taken.capture(subject))),
        Err(Failure::Told(outcome)) => outcome,
        Err(Failure::Call(error)) => refused(&error),
    }
}

/// A picture, before it is said what it belongs to.
struct Taken {
    url: String,
    viewport: Viewport,
    /// At least one.
    pieces: Vec<String>,
    tile_height: Option<f64>,
    masks: Vec<MaskedArea>,
    crop: Option<BoundingBox>,
    marks: Vec<BoundingBox>,
    elements: Vec<PictureElement>,
    notes: Vec<String>,
}

impl Taken {
    fn capture(self, subject: Subject) -> ScreenshotCapture {
        let mut pieces = self.pieces.into_iter();
        let data = pieces.next().unwrap_or_default();
        let tiles: Vec<String> = pieces.collect();
        ScreenshotCapture {
            ts: SystemClock.now().to_string(),
            url: self.url,
            trigger: subject.trigger,
            data,
            viewport: self.viewport,
            tile_height: self.tile_height.filter(|_| !tiles.is_empty()),
            tiles: (!tiles.is_empty()).then_some(tiles),
            crop: self.crop,
            masks: Some(self.masks),
            marks: Some(self.marks),
            elements: Some(self.elements),
            notes: Some(self.notes),
            related_event_id: subject.related_event_id,
            identity: subject.identity,
        }
    }
}

impl Camera<'_> {
    /// What can be seen, or one element of the page.
    async fn view(&self, query: &ScreenshotQuery) -> Result<Taken, Failure> {
        let SurveyAnswer { page, viewport, scroll, target, marks, elements, notes, .. } =
            self.survey(query).await?;
        let beyond = target.filter(|target| !is_within(target, viewport));
        let clip = beyond.map(|BoundingBox { x, y, width, height }| {
            json!({ "x": x + scroll.x, "y": y + scroll.y, "width": width, "height": height, "scale": 1 })
        });
        let mut masks = self.masks().await?;
        let data = self.piece(clip).await?;
        masks.extend(self.masks().await?);
        let seen = Taken {
            url: page.url,
            viewport,
            pieces: vec![data],
            tile_height: None,
            masks,
            crop: target.filter(|_| beyond.is_none()),
            marks,
            elements,
            notes,
        };
        Ok(match beyond {
            Some(target) => seen.moved_to(target),
            None => seen,
        })
    }

    /// The whole page, in pieces from the top down. The view keeps its size: the client that drives the browser may have
    /// chosen it.
    async fn full_page(&self, query: &ScreenshotQuery) -> Result<Taken, Failure> {
        let survey = self.survey(query).await?;
        let SurveyAnswer { page, viewport, scroll, document_size, marks, elements, mut notes, .. } = survey;
        let height = document_size.height.max(viewport.height).min(HIGHEST_PAGE);
        let mut masks = self.masks().await?;
        let mut pieces = Vec::new();
        let mut top = 0.0;
        while top < height {
            let tall = TILE_HEIGHT.min(height - top);
            let clip = json!({ "x": 0, "y": top, "width": viewport.width, "height": tall, "scale": 1 });
            pieces.push(self.piece(Some(clip)).await?);
            top += TILE_HEIGHT;
        }
        masks.extend(self.masks().await?);
        if document_size.height > HIGHEST_PAGE {
            notes.push(format!(
                "the page is {} px high; the picture ends at {HIGHEST_PAGE} px",
                document_size.height
            ));
        }
        let tile_height = Some(TILE_HEIGHT);
        let seen =
            Taken { url: page.url, viewport, pieces, tile_height, masks, crop: None, marks, elements, notes };
        Ok(seen.moved_to(BoundingBox { x: -scroll.x, y: -scroll.y, width: viewport.width, height }))
    }

    /// PNG; JPEG of what would be very large.
    async fn piece(&self, clip: Option<Value>) -> Result<String, Failure> {
        let mut format = json!({ "format": "png", "optimizeForSpeed": true });
        if let Some(clip) = clip {
            format["clip"] = clip;
            format["captureBeyondViewport"] = json!(true);
        }
        let Picture { data } = self.call("Page.captureScreenshot", format.clone()).await?;
        if data.len() <= MOST_PNG_CHARACTERS {
            return Ok(data);
        }
        format["format"] = json!("jpeg");
        format["quality"] = json!(85);
        let Picture { data } = self.call("Page.captureScreenshot", format).await?;
        Ok(data)
    }

    async fn survey(&self, query: &ScreenshotQuery) -> Result<SurveyAnswer, Failure> {
        let query = LiveQuery::Survey(SurveyQuery {
            settle_ms: SETTLE_MILLISECONDS,
            selector: query.selector.clone(),
            mark: query.mark.clone(),
        });
        match attempt(self.world, &query).await? {
            Some(LiveOutcome::Survey(answer)) => Ok(answer),
            Some(outcome @ LiveOutcome::Failed(_)) => Err(Failure::Told(outcome)),
            _ => Err(Failure::Told(failed(LiveFailureReason::Failed, "the page gave no answer"))),
        }
    }

    async fn masks(&self) -> Result<Vec<MaskedArea>, Failure> {
        Ok(Survey::of(self.world).await?.masks)
    }

    async fn call<T: serde::de::DeserializeOwned>(
        &self,
        method: &'static str,
        params: Value,
    ) -> Result<T, CallError> {
        self.client.call(Some(self.session), method, params).await
    }
}

impl Taken {
    /// A picture of one area alone: everything is told from its corner.
    fn moved_to(mut self, BoundingBox { x, y, width, height }: BoundingBox) -> Self {
        self.viewport = Viewport { width, height, ..self.viewport };
        for mask in &mut self.masks {
            (mask.x, mask.y) = (mask.x - x, mask.y - y);
        }
        let boxes = self.elements.iter_mut().map(|element| &mut element.bounding_box);
        for area in boxes.chain(&mut self.marks) {
            (area.x, area.y) = (area.x - x, area.y - y);
        }
        self
    }
}

fn is_within(area: &BoundingBox, viewport: Viewport) -> bool {
    area.x >= 0.0
        && area.y >= 0.0
        && area.x + area.width <= viewport.width
        && area.y + area.height <= viewport.height
}
