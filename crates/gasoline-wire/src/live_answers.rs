//! What pages answer on the live link: elements, the page in short, accessibility.
//!
//! Everything in them is bounded where it is read, in `packages/gasoline-live`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PictureElement, Viewport};

/// The document that answered, as it was at that moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PageName {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
}

/// Elements that match a selector.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomAnswer {
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub page: PageName,
    /// Elements found.
    pub match_count: u32,
    /// The first of them, in document order; those of shadow roots and frames behind those of the document.
    pub matches: Vec<DomMatch>,
    /// Where nobody looked, and why.
    pub notes: Vec<String>,
}

/// One element.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct DomMatch {
    /// A CSS selector that finds this element and no other, in its own document or shadow root.
    pub selector: String,
    /// The way from the page's document to where `selector` holds; absent in the document itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<Vec<Enclosure>>,
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub element: DomElement,
    /// In CSS pixels from the top left corner of the page's viewport.
    pub bounding_box: BoundingBox,
    /// Whether a person could see it, scrolling aside.
    pub visible: bool,
    /// Computed styles that were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub styles: Option<BTreeMap<String, String>>,
}

/// A step into a shadow root or a frame: the selector of the element that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Enclosure {
    ShadowRootOf(String),
    Frame(String),
}

/// What an element is, wherever it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct DomElement {
    /// Its name, in lower case.
    pub tag: String,
    /// Attributes, values of sensitive fields masked.
    pub attributes: BTreeMap<String, String>,
    /// Its text in one line.
    pub text: String,
    /// What stands in a field now, masked where it is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Elements below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<Self>>,
    /// Children that are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children_omitted: Option<u32>,
}

/// A rectangle in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct BoundingBox {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// The page in short.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub page: PageName,
    /// Size of what can be seen at once, in CSS pixels.
    pub viewport: PageSize,
    /// How far it is scrolled.
    pub scroll: PagePoint,
    /// Height of the whole document in CSS pixels.
    pub document_height: f64,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// Forms, fields outside of any form as one without a name.
    pub forms: Vec<PageForm>,
    /// Visible headings in document order.
    pub headings: Vec<PageHeading>,
    /// Links.
    pub links: u32,
    /// Images.
    pub images: u32,
    /// What can be clicked, typed into or chosen.
    pub interactive_elements: u32,
    /// Where nobody looked, and why; what was left out.
    pub notes: Vec<String>,
}

/// A size in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PageSize {
    pub width: f64,
    pub height: f64,
}

/// A place in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PagePoint {
    pub x: f64,
    pub y: f64,
}

/// A form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct PageForm {
    /// Its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Where it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Its fields.
    pub fields: Vec<PageField>,
}

/// A field of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[ts(optional_fields)]
pub struct PageField {
    /// Its type: `text`, `checkbox`, `select`, `textarea`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name, or its id where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What stands in it now, masked where it is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `required`, `disabled`, `checked`, `invalid`: those that hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<String>>,
}

/// A heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PageHeading {
    pub level: u32,
    pub text: String,
}

/// What axe-core found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AuditAnswer {
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub page: PageName,
    /// Rules that are broken, most severe first.
    pub violations: Vec<AuditFinding>,
    /// Rules that a person has to judge.
    pub incomplete: Vec<AuditFinding>,
    /// Ids of rules that hold, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<Vec<String>>,
    /// How many rules hold.
    pub pass_count: u32,
    /// Version of axe-core.
    pub engine: String,
    /// Where nobody looked, and why.
    pub notes: Vec<String>,
}

/// How much a broken rule hurts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum AuditImpact {
    Critical,
    Serious,
    Moderate,
    #[default]
    Minor,
}

/// A rule and the elements it concerns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditFinding {
    /// The rule.
    pub id: String,
    /// How much it hurts.
    pub impact: AuditImpact,
    /// What the rule demands.
    pub description: String,
    /// Where it is explained.
    pub help_url: String,
    /// WCAG criteria, `wcag143` for 1.4.3.
    pub wcag: Vec<String>,
    /// Elements concerned.
    pub node_count: u32,
    /// The first of them.
    pub nodes: Vec<AuditNode>,
}

/// An element that breaks a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditNode {
    /// Finds it; ` >>> ` stands where the way enters a shadow root.
    pub selector: String,
    /// The element without those below it, cut.
    pub html: String,
    /// What is wrong with it.
    pub failure_summary: String,
    /// The first thing that would mend it.
    pub fix: String,
}

/// What has to be known to take a picture of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SurveyAnswer {
    #[serde(flatten)]
    #[allow(missing_docs, reason = "documented on the type")]
    pub page: PageName,
    /// Size of what can be seen at once.
    pub viewport: Viewport,
    /// How far it is scrolled.
    pub scroll: PagePoint,
    /// Size of the whole document in CSS pixels.
    pub document_size: PageSize,
    /// Where the element to show stands, from the top left corner of the viewport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<BoundingBox>,
    /// Where the elements to outline stand.
    pub marks: Vec<BoundingBox>,
    /// What can be seen, up to 200.
    pub elements: Vec<PictureElement>,
    /// What did not come to rest, what was left out.
    pub notes: Vec<String>,
}
