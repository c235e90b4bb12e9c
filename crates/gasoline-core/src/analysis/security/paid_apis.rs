//! APIs that cost money, called by the page with a key: the key is in the page.

use serde_json::{Map, json};

use super::Severity;
use super::finding::{Collector, Found};
use super::table;
use super::traffic::{Access, Call, Traffic};
use crate::address::Parts;

/// Hosts whose keys are not made for pages, and who answers there.
const PAID: [(&str, &str); 18] = [
    ("aiplatform.googleapis.com", "Google Vertex AI"),
    ("api.anthropic.com", "Anthropic"),
    ("api.assemblyai.com", "AssemblyAI"),
    ("api.cohere.ai", "Cohere"),
    ("api.cohere.com", "Cohere"),
    ("api.deepseek.com", "DeepSeek"),
    ("api.elevenlabs.io", "ElevenLabs"),
    ("api.fireworks.ai", "Fireworks"),
    ("api.groq.com", "Groq"),
    ("api.mistral.ai", "Mistral"),
    ("api.openai.com", "OpenAI"),
    ("api.perplexity.ai", "Perplexity"),
    ("api.replicate.com", "Replicate"),
    ("api.stability.ai", "Stability AI"),
    ("api.together.xyz", "Together AI"),
    ("api.x.ai", "xAI"),
    ("generativelanguage.googleapis.com", "Google Gemini"),
    ("openrouter.ai", "OpenRouter"),
];

pub(super) fn check(traffic: &Traffic<'_>, found: &mut Collector) {
    for call in &traffic.calls {
        let host = Parts::of(&call.request.url).host().to_ascii_lowercase();
        let paid = PAID.iter().find(|(known, _)| host == *known || host.ends_with(&format!("-{known}")));
        if let Some((_, name)) = paid.filter(|_| call.access() == Access::Credential && !is_short_lived(call))
        {
            called(call, name, found);
        }
    }
}

/// Real-time connections are made with keys that a server issues for a minute.
fn is_short_lived(call: &Call<'_>) -> bool {
    Parts::of(&call.request.url).path.contains("/realtime")
}

fn called(call: &Call<'_>, name: &str, found: &mut Collector) {
    let endpoint = call.endpoint();
    let evidence = Map::from_iter([
        ("method".to_owned(), json!(call.request.method)),
        ("url".to_owned(), json!(call.shown_url())),
        ("service".to_owned(), json!(name)),
    ]);
    found.add(Found {
        rule: &table::PAID_API,
        severity: Severity::Critical,
        kind: "",
        title: format!("{name} called from the page with a key"),
        description: format!(
            "The page sends a key of its own with {endpoint} to {name}. Every visitor can take that key."
        ),
        endpoint,
        field: Parts::of(&call.request.url).host(),
        evidence,
        source: call.source(),
        address: &call.request.url,
        entry: call.entry,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_sorted() {
        assert!(PAID.is_sorted());
    }
}
