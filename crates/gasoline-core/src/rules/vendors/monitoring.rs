//! Monitoring, analytics, feature flags.

use super::{Rule, format};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    format("sentry-dsn", "Sentry DSN", &[".sentry.io"], r"https?://(?<secret>[a-f0-9]{32})(?::[a-f0-9]{32})?@[a-z0-9.-]*\.sentry\.io", &["https://{secret:{hex:32}}@o1.ingest.sentry.io/2"], &["https://x.sentry.io/"]).publishable().anywhere(),
    format("sentry-token", "Sentry token", &["sntrys_", "sntryu_"], r"sntry(?:s_eyJ[A-Za-z0-9+/=_-]{40,}|u_[a-f0-9]{64})", &["{secret:sntryu_{hex:64}}", "{secret:sntrys_eyJ{alnum:80}}"], &["sntryu_x"]),
    format("newrelic-key", "New Relic user key", &["nrak-"], r"NRAK-[A-Z0-9]{27}", &["{secret:NRAK-{upper:27}}"], &["NRAK-x"]),
    format("newrelic-insert-key", "New Relic insert key", &["nrii-"], r"NRII-[A-Za-z0-9_-]{32}", &["{secret:NRII-{alnum:32}}"], &["NRII-x"]),
    format("newrelic-browser-key", "New Relic browser key", &["nrjs-"], r"NRJS-[a-f0-9]{19}", &["{secret:NRJS-{hex:19}}"], &["NRJS-x"]).with_entropy(2.5).publishable(),
    format("datadog-key", "Datadog key", &["datadog", "dd_a", "dd-a"], r"(?i:datadog|dd[_-]a(?:pi|pp))[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[a-f0-9]{32}|[a-f0-9]{40})(?:[^A-Za-z0-9_-]|$)", &["DD_API_KEY={secret:{hex:32}}", "datadog {secret:{hex:40}}"], &["datadog agent"]).anywhere(),
    format("grafana-token", "Grafana service account token", &["glsa_"], r"glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}", &["{secret:glsa_{alnum:32}_{hex:8}}"], &["glsa_x"]),
    format("grafana-cloud-token", "Grafana Cloud token", &["glc_"], r"\bglc_[A-Za-z0-9+/]{32,}={0,2}", &["{secret:glc_{alnum:60}}"], &["glc_x"]),
    format("grafana-legacy-key", "Grafana API key", &["eyjrijoi"], r"\beyJrIjoi[A-Za-z0-9]{60,}={0,2}", &["{secret:eyJrIjoi{alnum:90}}"], &["eyJrIjoi"]),
    format("honeycomb-key", "Honeycomb key", &["hcaik_", "hcamk_"], r"hca[im]k_[A-Za-z0-9]{50,}", &["{secret:hcaik_{alnum:58}}"], &["hcaik_x"]),
    format("posthog-key", "PostHog personal key", &["phx_"], r"\bphx_[A-Za-z0-9]{40,}", &["{secret:phx_{alnum:43}}"], &["phx_x"]),
    format("posthog-project-key", "PostHog project key", &["phc_"], r"\bphc_[A-Za-z0-9]{40,}", &["{secret:phc_{alnum:43}}"], &["phc_x"]).publishable(),
    format("dynatrace-token", "Dynatrace token", &["dt0c01.", "dt0s01."], r"dt0[cs]01\.[A-Z0-9]{24}\.[A-Z0-9]{64}", &["{secret:dt0c01.{upper:24}.{upper:64}}"], &["dt0c01.x"]),
    format("launchdarkly-key", "LaunchDarkly SDK key", &["sdk-"], r"\bsdk-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", &["{secret:sdk-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["sdk-js"]),
    format("rollbar-token", "Rollbar token", &["rollbar"], r"(?i:rollbar)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[a-f0-9]{32})(?:[^A-Za-z0-9_-]|$)", &["rollbar {secret:{hex:32}}"], &["rollbar error"]).anywhere(),
    format("pagerduty-key", "PagerDuty key", &["pagerduty"], r"(?i:pagerduty)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[uy]\+[A-Za-z0-9_-]{18}|[A-Za-z0-9_-]{32})(?:[^A-Za-z0-9_-]|$)", &["pagerduty {secret:{alnum:32}}"], &["pagerduty alert"]).with_entropy(3.5).anywhere(),
    format("snyk-token", "Snyk token", &["snyk"], r"(?i:snyk)[\s\S]{0,40}?\b(?<secret>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b", &["SNYK_TOKEN={secret:{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["snyk test"]).anywhere(),
    format("snyk-access-token", "Snyk access token", &["snyk_"], r"\bsnyk_[a-z]{3}\.[a-f0-9]{8}\.[A-Za-z0-9._-]{60,}", &["{secret:snyk_uat.{hex:8}.{alnum:100}}"], &["snyk_uat.x"]).anywhere(),
    format("launchdarkly-token", "LaunchDarkly API token", &["launchdarkly"], r"(?i:launchdarkly)[\s\S]{0,40}?\b(?<secret>api-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", &["launchdarkly {secret:api-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["launchdarkly api"]).anywhere(),
    format("codecov-token", "Codecov token", &["codecov"], r"(?i:codecov)[\s\S]{0,40}?\b(?<secret>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b", &["codecov -t {secret:{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["codecov report"]).anywhere(),
];
