//! Model providers and what is built on them.

use super::{Rule, format};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    format(
        "huggingface-token",
        "Hugging Face token",
        &["hf_"],
        r"\bhf_[A-Za-z0-9]{34,}",
        &["{secret:hf_{alnum:34}}"],
        &["hf_short", "shelf_{alnum:34}"],
    ),
    format(
        "huggingface-organization-token",
        "Hugging Face organization token",
        &["api_org_"],
        r"api_org_[A-Za-z0-9]{34}",
        &["{secret:api_org_{alnum:34}}"],
        &["api_org_id"],
    ),
    format(
        "groq-key",
        "Groq API key",
        &["gsk_"],
        r"gsk_[A-Za-z0-9]{40,}",
        &["{secret:gsk_{alnum:52}}"],
        &["gsk_short"],
    ),
    format(
        "xai-key",
        "xAI API key",
        &["xai-"],
        r"xai-[A-Za-z0-9]{60,}",
        &["{secret:xai-{alnum:80}}"],
        &["xai-grok"],
    ),
    format(
        "replicate-token",
        "Replicate token",
        &["r8_"],
        r"\br8_[A-Za-z0-9]{37}",
        &["{secret:r8_{alnum:37}}"],
        &["r8_short"],
    ),
    format(
        "openrouter-key",
        "OpenRouter key",
        &["sk-or-"],
        r"sk-or-v1-[0-9a-f]{64}",
        &["{secret:sk-or-v1-{hex:64}}"],
        &["sk-or-v1-short"],
    ),
    format(
        "perplexity-key",
        "Perplexity API key",
        &["pplx-"],
        r"pplx-[A-Za-z0-9]{40,}",
        &["{secret:pplx-{alnum:48}}"],
        &["pplx-7b-online"],
    ),
    format(
        "mistral-key",
        "Mistral API key",
        &["mistral"],
        r"(?i:mistral)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[A-Za-z0-9]{32})(?:[^A-Za-z0-9_-]|$)",
        &["mistral key {secret:{alnum:32}}."],
        &["mistral large", "mistral aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    )
    .with_entropy(3.5)
    .anywhere(),
    format(
        "cohere-key",
        "Cohere API key",
        &["cohere"],
        r"(?i:cohere)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[A-Za-z0-9]{40})(?:[^A-Za-z0-9_-]|$)",
        &["cohere: {secret:{alnum:40}}"],
        &["cohere command-r"],
    )
    .with_entropy(3.5)
    .anywhere(),
    format(
        "pinecone-key",
        "Pinecone API key",
        &["pcsk_"],
        r"pcsk_[A-Za-z0-9_]{40,}",
        &["{secret:pcsk_{alnum:6}_{alnum:63}}"],
        &["pcsk_x"],
    ),
    format(
        "langsmith-key",
        "LangSmith API key",
        &["lsv2_"],
        r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
        &["{secret:lsv2_pt_{hex:32}_{hex:10}}"],
        &["lsv2_pt_x"],
    ),
    format(
        "nvidia-key",
        "NVIDIA API key",
        &["nvapi-"],
        r"nvapi-[A-Za-z0-9_-]{60,}",
        &["{secret:nvapi-{alnum:64}}"],
        &["nvapi-x"],
    ),
    format(
        "together-key",
        "Together AI key",
        &["tgp_v1_"],
        r"tgp_v1_[A-Za-z0-9_-]{40,}",
        &["{secret:tgp_v1_{alnum:43}}"],
        &["tgp_v1_x"],
    ),
    format(
        "elevenlabs-key",
        "ElevenLabs API key",
        &["sk_"],
        r"\bsk_[a-f0-9]{48}\b",
        &["xi-api-key: {secret:sk_{hex:48}}"],
        &["sk_live_{alnum:8}"],
    )
    .anywhere(),
    format(
        "tavily-key",
        "Tavily API key",
        &["tvly-"],
        r"tvly-(?:dev-|prod-)?[A-Za-z0-9_-]{32,}",
        &["{secret:tvly-dev-{alnum:32}}"],
        &["tvly-x"],
    ),
    format(
        "cerebras-key",
        "Cerebras API key",
        &["csk-"],
        r"\bcsk-[a-z0-9]{48}",
        &["{secret:csk-{hex:48}}"],
        &["csk-short"],
    ),
    format(
        "wandb-key",
        "Weights & Biases key",
        &["wandb"],
        r"(?i:wandb)[\s\S]{0,40}?(?:^|[^A-Za-z0-9_-])(?<secret>[a-f0-9]{40})(?:[^A-Za-z0-9_-]|$)",
        &["wandb login {secret:{hex:40}}"],
        &["wandb run {hex:8}"],
    )
    .anywhere(),
    format(
        "jina-key",
        "Jina API key",
        &["jina_"],
        r"jina_[A-Za-z0-9_-]{60}",
        &["{secret:jina_{alnum:60}}"],
        &["jina_x"],
    ),
    format(
        "fireworks-key",
        "Fireworks API key",
        &["fireworks"],
        r"(?i:fireworks)[\s\S]{0,40}?(?<secret>fw_[A-Za-z0-9]{20,})",
        &["fireworks {secret:fw_{alnum:24}}"],
        &["fireworks fw_x"],
    )
    .anywhere(),
];
