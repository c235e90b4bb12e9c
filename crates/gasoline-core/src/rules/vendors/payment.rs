//! Payment and commerce.

use super::{Rule, format};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    format(
        "stripe-publishable-key",
        "Stripe publishable key",
        &["pk_live_", "pk_test_"],
        r"pk_(?:live|test)_[A-Za-z0-9]{24,}",
        &["{secret:pk_live_{alnum:24}}"],
        &["pk_live_x"],
    )
    .publishable(),
    format(
        "stripe-webhook-secret",
        "Stripe webhook secret",
        &["whsec_"],
        r"whsec_[A-Za-z0-9+/]{32,}={0,2}",
        &["{secret:whsec_{alnum:32}}"],
        &["whsec_x"],
    )
    .anywhere(),
    format(
        "stripe-client-secret",
        "Stripe client secret",
        &["_secret_"],
        r"(?:pi|seti|cs)_[A-Za-z0-9_]{14,}_secret_[A-Za-z0-9]{20,}",
        &["{secret:pi_{alnum:24}_secret_{alnum:25}}"],
        &["my_secret_x"],
    ),
    format(
        "square-token",
        "Square token",
        &["sq0"],
        r"\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}",
        &["{secret:sq0atp-{alnum:22}}"],
        &["sq0x"],
    ),
    format(
        "square-access-token",
        "Square access token",
        &["eaaa"],
        r"\bEAAA[A-Za-z0-9_-]{60}\b",
        &["{secret:EAAA{alnum:60}}"],
        &["EAAA{alnum:6}"],
    ),
    format(
        "braintree-token",
        "Braintree access token",
        &["access_token$"],
        r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}",
        &["{secret:access_token$production${hex:16}${hex:32}}"],
        &["access_token$x"],
    )
    .anywhere(),
    format(
        "paypal-secret",
        "PayPal client secret",
        &["paypal"],
        r"(?i:paypal)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>E[A-Za-z0-9_-]{79})(?:[^A-Za-z0-9_-]|$)",
        &["paypal {secret:E{alnum:79}}"],
        &["paypal button"],
    )
    .with_entropy(4.0)
    .anywhere(),
    format(
        "plaid-token",
        "Plaid access token",
        &["access-sandbox-", "access-development-", "access-production-"],
        r"access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        &["{secret:access-sandbox-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"],
        &["access-sandbox-x"],
    ),
    format(
        "shopify-token",
        "Shopify access token",
        &["shpat_"],
        r"shpat_[a-fA-F0-9]{32}",
        &["{secret:shpat_{hex:32}}"],
        &["shpat_x"],
    ),
    format(
        "shopify-custom-app-token",
        "Shopify custom app token",
        &["shpca_"],
        r"shpca_[a-fA-F0-9]{32}",
        &["{secret:shpca_{hex:32}}"],
        &["shpca_x"],
    ),
    format(
        "shopify-private-app-password",
        "Shopify private app password",
        &["shppa_"],
        r"shppa_[a-fA-F0-9]{32}",
        &["{secret:shppa_{hex:32}}"],
        &["shppa_x"],
    ),
    format(
        "shopify-shared-secret",
        "Shopify shared secret",
        &["shpss_"],
        r"shpss_[a-fA-F0-9]{32}",
        &["{secret:shpss_{hex:32}}"],
        &["shpss_x"],
    ),
    format(
        "razorpay-key",
        "Razorpay key id",
        &["rzp_"],
        r"rzp_(?:live|test)_[A-Za-z0-9]{14,}",
        &["{secret:rzp_live_{alnum:14}}"],
        &["rzp_live_x"],
    )
    .publishable(),
    format(
        "flutterwave-key",
        "Flutterwave secret key",
        &["flwseck"],
        r"FLWSECK(?:_TEST)?-[a-zA-Z0-9]{32}-X",
        &["{secret:FLWSECK-{hex:32}-X}"],
        &["FLWSECK-x"],
    ),
    format(
        "adyen-key",
        "Adyen API key",
        &["aqe"],
        r"\bAQE[a-z]h[A-Za-z0-9+/=-]{60,}",
        &["{secret:AQEyh{alnum:80}}"],
        &["AQEyh"],
    )
    .anywhere(),
    format(
        "easypost-key",
        "EasyPost API key",
        &["ezak", "ezt"],
        r"\bEZ[AT]K[A-Za-z0-9]{54}",
        &["{secret:EZAK{alnum:54}}"],
        &["EZAK{alnum:4}"],
    ),
    format(
        "shippo-token",
        "Shippo token",
        &["shippo_"],
        r"shippo_(?:live|test)_[a-f0-9]{40}",
        &["{secret:shippo_live_{hex:40}}"],
        &["shippo_live_x"],
    ),
    format(
        "polar-token",
        "Polar token",
        &["polar_"],
        r"\bpolar_[a-z]{2,5}_[A-Za-z0-9]{36,}",
        &["{secret:polar_oat_{alnum:43}}"],
        &["polar_chart_{alnum:8}"],
    ),
    format(
        "paddle-key",
        "Paddle API key",
        &["_apikey_"],
        r"\bpdl_(?:live|sdbx)_apikey_[A-Za-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}",
        &["{secret:pdl_live_apikey_01{alnum:24}_{alnum:22}_{alnum:3}}"],
        &["pdl_live_apikey_x"],
    ),
    format(
        "lob-key",
        "Lob API key",
        &["live_"],
        r"\blive_[a-f0-9]{35}\b",
        &["{secret:live_{hex:35}}"],
        &["live_{hex:8}"],
    ),
];
