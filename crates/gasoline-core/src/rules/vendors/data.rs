//! Databases, search, content.

use super::{Rule, format};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    format(
        "supabase-publishable-key",
        "Supabase publishable key",
        &["sb_publishable_"],
        r"sb_publishable_[A-Za-z0-9_-]{20,}",
        &["{secret:sb_publishable_{alnum:31}}"],
        &["sb_publishable_x"],
    )
    .publishable(),
    format(
        "planetscale-password",
        "PlanetScale password",
        &["pscale_"],
        r"pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.=-]{32,}",
        &["{secret:pscale_pw_{alnum:43}}", "{secret:pscale_tkn_{alnum:43}}"],
        &["pscale_pw_x"],
    ),
    format(
        "neon-key",
        "Neon API key",
        &["napi_"],
        r"\bnapi_[a-z0-9]{40,}",
        &["{secret:napi_{hex:64}}"],
        &["napi_x"],
    ),
    format(
        "upstash-token",
        "Upstash token",
        &["upstash"],
        r"(?i:upstash)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>A[A-Za-z0-9]{39,}=*)(?:[^A-Za-z0-9_-]|$)",
        &["upstash: {secret:A{alnum:52}}"],
        &["upstash redis"],
    )
    .with_entropy(3.5)
    .anywhere(),
    format(
        "mongodb-atlas-secret",
        "MongoDB Atlas service account secret",
        &["mdb_sa_"],
        r"mdb_sa_sk_[A-Za-z0-9_-]{30,}",
        &["{secret:mdb_sa_sk_{alnum:40}}"],
        &["mdb_sa_id"],
    ),
    format(
        "databricks-token",
        "Databricks token",
        &["dapi"],
        r"\bdapi[a-f0-9]{32}(?:-\d)?",
        &["{secret:dapi{hex:32}}"],
        &["dapi{hex:4}"],
    ),
    format(
        "airtable-token",
        "Airtable token",
        &["airtable"],
        r"(?i:airtable)[\s\S]{0,60}?(?<secret>pat[A-Za-z0-9]{14}\.[a-f0-9]{64})",
        &["airtable {secret:pat{alnum:14}.{hex:64}}"],
        &["airtable pat"],
    )
    .anywhere(),
    format(
        "contentful-token",
        "Contentful management token",
        &["cfpat-"],
        r"CFPAT-[A-Za-z0-9_-]{43}",
        &["{secret:CFPAT-{alnum:43}}"],
        &["CFPAT-x"],
    ),
    format(
        "algolia-key",
        "Algolia API key",
        &["algolia"],
        r"(?i:algolia)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[a-f0-9]{32})(?:[^A-Za-z0-9_-]|$)",
        &["algolia key {secret:{hex:32}}"],
        &["algolia search"],
    )
    .anywhere(),
    format(
        "dropbox-token",
        "Dropbox access token",
        &["sl.b", "sl.u."],
        r"\bsl\.(?:B|u\.)[A-Za-z0-9_-]{100,}",
        &["{secret:sl.B{alnum:130}}"],
        &["sl.backup"],
    )
    .anywhere(),
    format(
        "sanity-token",
        "Sanity token",
        &["sanity"],
        r"(?i:sanity)[\s\S]{0,60}?\b(?<secret>sk[A-Za-z0-9]{80,})",
        &["SANITY {secret:sk{alnum:178}}"],
        &["sanity check"],
    )
    .anywhere(),
    format(
        "hasura-secret",
        "Hasura admin secret",
        &["x-hasura-admin-secret"],
        r#"(?i:x-hasura-admin-secret)["\']?\s*[:=]\s*["\']?(?<secret>[A-Za-z0-9_-]{16,})"#,
        &["x-hasura-admin-secret: {secret:{alnum:32}}"],
        &["x-hasura-admin-secret: x"],
    )
    .anywhere(),
    format(
        "duffel-token",
        "Duffel token",
        &["duffel_"],
        r"duffel_(?:test|live)_[A-Za-z0-9_-]{40,}",
        &["{secret:duffel_live_{alnum:43}}"],
        &["duffel_live_x"],
    ),
    format(
        "typeform-token",
        "Typeform token",
        &["tfp_"],
        r"\btfp_[A-Za-z0-9_.-]{40,}",
        &["{secret:tfp_{alnum:44}}"],
        &["tfp_x"],
    ),
    format(
        "mapbox-token",
        "Mapbox secret token",
        &["sk.eyj"],
        r"\bsk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
        &["{secret:sk.eyJ{alnum:60}.{alnum:22}}"],
        &["sk.eyJ"],
    ),
    format(
        "mapbox-public-token",
        "Mapbox public token",
        &["pk.eyj"],
        r"\bpk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
        &["{secret:pk.eyJ{alnum:60}.{alnum:22}}"],
        &["pk.eyJ"],
    )
    .publishable(),
    format(
        "confluent-secret",
        "Confluent API secret",
        &["confluent"],
        r"(?i:confluent)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[A-Za-z0-9+/]{64})(?:[^A-Za-z0-9_-]|$)",
        &["confluent {secret:{alnum:64}}"],
        &["confluent cloud"],
    )
    .with_entropy(4.0)
    .anywhere(),
];
