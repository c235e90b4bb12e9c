//! Rules of the documentation: a short front page, short paragraphs, links that lead somewhere, and a place for every
//! tool and route. (That every command has its place is a test of `gasoline`, where the commands are defined.)

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::markdown::Markdown;
use crate::tool_definitions::ToolDefinitions;
use crate::tree;

/// Words of the front page, its code and tables included.
const MOST_WORDS_OF_README: usize = 900;

/// Words of a paragraph, list item or table cell.
const MOST_WORDS_OF_A_BLOCK: usize = 110;

const FRONT_PAGE: &str = "README.md";
const TOOLS: &str = "docs/tools.md";
const ROUTES: &str = "docs/http.md";

/// Where routes are registered.
const ROUTE_SOURCES: [&str; 2] =
    ["crates/gasoline-server/src/http/mod.rs", "crates/gasoline-server/src/mcp/mod.rs"];

/// A file of the documentation.
#[derive(Debug)]
struct Document {
    /// Its path from the root.
    path: String,
    text: String,
    markdown: Markdown,
}

impl Document {
    fn new(path: &str, text: String) -> Self {
        Self { path: path.to_owned(), markdown: Markdown::read(&text), text }
    }
}

/// Checks every document and adds what is wrong to `offences`.
pub(crate) fn check(root: &Path, offences: &mut Vec<String>) -> Result<()> {
    let documents = read(root)?;
    let exists = |path: &str| root.join(path).exists();
    for document in &documents {
        check_front_page(document, offences);
        check_blocks(document, offences);
        check_links(document, &documents, exists, offences);
    }
    check_reached(&documents, offences);
    let tools = ToolDefinitions::read(root)?;
    for name in tools.names() {
        check_named(&documents, TOOLS, &format!("<!-- begin generated: tool {name} -->"), offences);
    }
    for source in ROUTE_SOURCES {
        let text = fs::read_to_string(root.join(source)).with_context(|| format!("reading {source}"))?;
        for route in routes(&text) {
            check_named(&documents, ROUTES, route, offences);
        }
    }
    Ok(())
}

/// The pages at the root and everything in `docs`.
fn read(root: &Path) -> Result<Vec<Document>> {
    let mut files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root.join(page)).to_vec();
    files.extend(tree::files(&root.join("docs"), &[".md"])?);
    let read = |file: PathBuf| -> Result<Document> {
        let name = tree::name(root, &file);
        let text = fs::read_to_string(&file).with_context(|| format!("reading {name}"))?;
        Ok(Document::new(&name, text))
    };
    files.into_iter().map(read).collect()
}

fn check_front_page(document: &Document, offences: &mut Vec<String>) {
    let words = document.text.split_whitespace().count();
    if document.path == FRONT_PAGE && words > MOST_WORDS_OF_README {
        let moved = "what people look up belongs in docs/";
        offences.push(format!("{FRONT_PAGE}: {words} words of {MOST_WORDS_OF_README}; {moved}"));
    }
}

fn check_blocks(document: &Document, offences: &mut Vec<String>) {
    for block in &document.markdown.blocks {
        let words = block.split_whitespace().count();
        if words > MOST_WORDS_OF_A_BLOCK {
            let beginning: Vec<_> = block.split_whitespace().take(6).collect();
            let Document { path, .. } = document;
            let beginning = beginning.join(" ");
            offences.push(format!("{path}: `{beginning} …` has {words} words of {MOST_WORDS_OF_A_BLOCK}"));
        }
    }
}

/// Links within the repository lead to a file, and to a heading where they name one.
fn check_links(
    document: &Document,
    documents: &[Document],
    exists: impl Fn(&str) -> bool,
    offences: &mut Vec<String>,
) {
    for link in document.markdown.links.iter().filter(|link| !link.contains("://")) {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = resolved(&document.path, path);
        let known = documents.iter().find(|other| other.path == target);
        let found = known.is_some() || exists(&target);
        let heading = anchor.is_empty()
            || known.is_some_and(|known| known.markdown.anchors.iter().any(|one| one == anchor));
        if !found || !heading {
            offences.push(format!("{}: link `{link}` leads nowhere", document.path));
        }
    }
}

/// Every page can be reached from another.
fn check_reached(documents: &[Document], offences: &mut Vec<String>) {
    let targets: Vec<String> = documents.iter().flat_map(targets).collect();
    for Document { path, .. } in documents {
        if path != FRONT_PAGE && !targets.contains(path) {
            offences.push(format!("{path}: no document links to it"));
        }
    }
}

/// The documents a document links to, itself left out.
fn targets(document: &Document) -> Vec<String> {
    let paths = document.markdown.links.iter().filter_map(|link| link.split('#').next());
    let targets = paths.map(|path| resolved(&document.path, path));
    targets.filter(|target| *target != document.path).collect()
}

/// A path in a link of `document`, from the root.
fn resolved(document: &str, path: &str) -> String {
    if path.is_empty() {
        return document.to_owned();
    }
    let folder = Path::new(document).parent().unwrap_or(Path::new(""));
    let mut parts: Vec<String> = Vec::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts.join("/")
}

fn check_named(documents: &[Document], path: &str, name: &str, offences: &mut Vec<String>) {
    let named = documents.iter().any(|document| document.path == path && document.text.contains(name));
    if !named {
        offences.push(format!("{path}: `{name}` is missing"));
    }
}

/// Paths that are registered by name in a source file.
fn routes(source: &str) -> Vec<&str> {
    let registrations = [".route(\"", ".route_service(\""];
    let named = registrations.iter().flat_map(|call| source.split(call).skip(1));
    named.filter_map(|rest| rest.split('"').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offences_of(check: impl Fn(&mut Vec<String>)) -> Vec<String> {
        let mut offences = Vec::new();
        check(&mut offences);
        offences
    }

    #[test]
    fn a_long_front_page_is_an_offence_and_any_other_long_page_is_not() {
        let words = "word ".repeat(MOST_WORDS_OF_README + 1);
        let [front, other] = [FRONT_PAGE, TOOLS].map(|path| Document::new(path, words.clone()));
        assert_eq!(
            offences_of(|offences| check_front_page(&front, offences)),
            ["README.md: 901 words of 900; what people look up belongs in docs/"]
        );
        assert!(offences_of(|offences| check_front_page(&other, offences)).is_empty());
    }

    #[test]
    fn a_long_paragraph_is_an_offence_and_long_code_is_not() {
        let words = "word ".repeat(MOST_WORDS_OF_A_BLOCK + 1);
        let document = Document::new(TOOLS, format!("{words}\n\n```\n{words}\n```\n\nshort\n"));
        assert_eq!(
            offences_of(|offences| check_blocks(&document, offences)),
            ["docs/tools.md: `word word word word word word …` has 111 words of 110"]
        );
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        let text = "[a](../README.md#start) [b](tools.md) [c](#own) [d](https://example.com/) [e](../LICENSE)\n\n\
                    [f](gone.md) [g](../README.md#gone) [h](#gone)\n\n# Own\n";
        let documents = [
            Document::new("README.md", "# Start".to_owned()),
            Document::new("docs/http.md", text.to_owned()),
            Document::new("docs/tools.md", String::new()),
        ];
        let exists = |path: &str| path == "LICENSE";
        let found = offences_of(|offences| check_links(&documents[1], &documents, exists, offences));
        assert_eq!(
            found,
            ["gone.md", "../README.md#gone", "#gone"]
                .map(|link| format!("docs/http.md: link `{link}` leads nowhere"))
        );
    }

    #[test]
    fn a_page_that_only_links_to_itself_is_not_reached() {
        let documents = [
            Document::new("README.md", "[tools](docs/tools.md#a)".to_owned()),
            Document::new("docs/tools.md", "[here](#a)".to_owned()),
            Document::new("docs/lost.md", "[here](#a) [there](lost.md)".to_owned()),
        ];
        assert_eq!(
            offences_of(|offences| check_reached(&documents, offences)),
            ["docs/lost.md: no document links to it"]
        );
    }

    #[test]
    fn a_route_without_a_place_is_an_offence() {
        let source = r#"Router::new().route("/health", get(a)).route_service("/mcp", b)"#;
        let documents = [Document::new(ROUTES, "`GET /health`".to_owned())];
        let found = offences_of(|offences| {
            for route in routes(source) {
                check_named(&documents, ROUTES, route, offences);
            }
        });
        assert_eq!(found, ["docs/http.md: `/mcp` is missing"]);
    }
}
