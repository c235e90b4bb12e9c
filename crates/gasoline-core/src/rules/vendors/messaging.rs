//! Chat, mail, social networks, customer tools.

use super::{Rule, format};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    format("slack-app-token", "Slack app token", &["xapp-"], r"xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+", &["{secret:xapp-1-A{upper:10}-{digit:13}-{hex:64}}"], &["xapp-x"]),
    format("discord-token", "Discord bot token", &["discord", "bot m", "bot n", "bot o"], r"(?:(?i:discord)[\s\S]{0,40}?|\bBot )(?<secret>[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})", &["discord: {secret:M{alnum:23}.{alnum:6}.{alnum:38}}", "Bot {secret:N{alnum:25}.{alnum:6}.{alnum:27}}"], &["discord invite"]).anywhere(),
    format("discord-webhook", "Discord webhook address", &["api/webhooks/"], r"discord(?:app)?\.com/api/webhooks/(?<secret>\d{17,20}/[A-Za-z0-9_-]{50,})", &["https://discord.com/api/webhooks/{secret:{digit:18}/{alnum:68}}"], &["discord.com/api/webhooks/x"]).anywhere(),
    format("telegram-token", "Telegram bot token", &[":aa"], r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b", &["{secret:{digit:10}:AA{alnum:33}}"], &["12:AAB"]),
    format("teams-webhook", "Teams webhook address", &["webhook.office.com"], r"webhook\.office\.com/webhookb2/(?<secret>[A-Za-z0-9@/-]{60,})", &["https://x.webhook.office.com/webhookb2/{secret:{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}@{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["webhook.office.com/docs"]).anywhere(),
    format("mailgun-key", "Mailgun API key", &["mailgun"], r"(?i:mailgun)[\s\S]{0,40}?(?<secret>key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8})", &["mailgun {secret:key-{hex:32}}"], &["mailgun domain"]).anywhere(),
    format("mailgun-private-key", "Mailgun private key", &["key-"], r"\bkey-[a-f0-9]{32}\b", &["{secret:key-{hex:32}}"], &["key-value", "key-{hex:8}"]),
    format("mailchimp-key", "Mailchimp API key", &["mailchimp"], r"(?i:mailchimp)[\s\S]{0,40}?(?<secret>[a-f0-9]{32}-us\d{1,2})", &["mailchimp {secret:{hex:32}-us17}"], &["mailchimp list"]).anywhere(),
    format("resend-key", "Resend API key", &["resend"], r"(?i:resend)[\s\S]{0,40}?\b(?<secret>re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{20,})", &["resend {secret:re_{alnum:8}_{alnum:24}}"], &["resend mail"]).anywhere(),
    format("brevo-key", "Brevo API key", &["xkeysib-", "xsmtpsib-"], r"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}", &["{secret:xkeysib-{hex:64}-{alnum:16}}"], &["xkeysib-x"]),
    format("mailersend-token", "MailerSend token", &["mlsn."], r"mlsn\.[a-f0-9]{64}", &["{secret:mlsn.{hex:64}}"], &["mlsn.x"]).anywhere(),
    format("hubspot-token", "HubSpot private app token", &["pat-na", "pat-eu"], r"\bpat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", &["{secret:pat-na1-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["pat-na1-x"]),
    format("salesforce-token", "Salesforce session or access token", &["!aq"], r"\b00D[A-Za-z0-9]{12,15}!AQ[A-Za-z0-9._]{60,}", &["{secret:00D{alnum:12}!AQ{alnum:90}}"], &["hey!AQ"]),
    format("intercom-token", "Intercom token", &["dg9ro"], r"\bdG9rO[A-Za-z0-9+/]{50,}={0,2}", &["{secret:dG9rO{alnum:60}=}"], &["dG9rO"]).anywhere(),
    format("facebook-token", "Facebook access token", &["eaa"], r"\bEAA[A-Z][A-Za-z0-9]{60,}", &["{secret:EAAG{alnum:120}}"], &["EAAG{alnum:8}"]),
    format("instagram-token", "Instagram access token", &["igqv"], r"\bIGQV[A-Za-z0-9_-]{60,}", &["{secret:IGQV{alnum:120}}"], &["IGQV"]),
    format("twitter-bearer-token", "Twitter bearer token", &["aaaaaaaaaaaaaaaaaaaaa"], r"\bA{21,22}[A-Za-z0-9%]{60,}", &["{secret:AAAAAAAAAAAAAAAAAAAAA{alnum:90}}"], &["AAAAAAAAAAAAAAAAAAAAAA"]).anywhere(),
    format("twitch-token", "Twitch OAuth token", &["oauth:"], r"\boauth:[a-z0-9]{30}\b", &["{secret:oauth:{hex:30}}"], &["oauth: x"]).anywhere(),
    format("asana-token", "Asana token", &["asana"], r"(?i:asana)[\s\S]{0,40}?(?<secret>\d/\d{12,20}(?:/\d{12,20})?:[a-f0-9]{32})", &["asana {secret:1/{digit:16}:{hex:32}}"], &["asana task"]).anywhere(),
    format("frameio-token", "Frame.io token", &["fio-u-"], r"fio-u-[A-Za-z0-9_=-]{60,}", &["{secret:fio-u-{alnum:64}}"], &["fio-u-x"]),
    format("shortcut-token", "Shortcut token", &["shortcut-token"], r"(?i:shortcut-token)\W{1,6}(?<secret>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})", &["Shortcut-Token: {secret:{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}}"], &["Shortcut-Token: x"]).anywhere(),
];
