//! Requests of one endpoint that were answered in another order than they were sent: what an older answer brought may then
//! stand in place of what a newer one brought.

use super::requests::Request;
use crate::address::Parts;
use crate::enrichment::{printable, quoted};

/// Pairs named; a page that polls can have thousands.
const MOST_PAIRS: usize = 20;
/// Characters of what tells two requests apart.
const LONGEST: usize = 60;

/// A request that was sent first and answered last, and the one that overtook it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversed {
    /// Sent first, answered last.
    pub older: usize,
    /// Sent later, answered before.
    pub newer: usize,
}

/// Of requests that were answered with success, the pairs of one endpoint in reverse order. Of several requests that
/// overtook one, the last sent.
pub fn reversed(requests: &[&Request]) -> Vec<Reversed> {
    let succeeded: Vec<usize> =
        (0..requests.len()).filter(|&index| (200..400).contains(&requests[index].status)).collect();
    let mut pairs = Vec::new();
    for &older in &succeeded {
        let overtook = succeeded.iter().copied().filter(|&newer| overtakes(requests[newer], requests[older]));
        pairs.extend(
            overtook.max_by_key(|&newer| requests[newer].started).map(|newer| Reversed { older, newer }),
        );
        if pairs.len() == MOST_PAIRS {
            break;
        }
    }
    pairs
}

/// Whether a request was sent after another of its endpoint and answered before it. Both asked for something else: the
/// same question twice has one answer.
fn overtakes(newer: &Request, older: &Request) -> bool {
    newer.started > older.started
        && newer.ended < older.ended
        && newer.page_url == older.page_url
        && (&newer.url, &newer.request_body) != (&older.url, &older.request_body)
        && newer.endpoint() == older.endpoint()
}

/// What tells the two apart: `q=g after q=gra`.
pub fn difference(older: &Request, newer: &Request) -> String {
    let (one, other) = (Parts::of(&older.url), Parts::of(&newer.url));
    let parameters = |own: Parts<'_>, others: Parts<'_>| {
        let known: Vec<_> = others.parameters().collect();
        own.parameters().filter(|parameter| !known.contains(parameter)).collect::<Vec<_>>().join("&")
    };
    let (of_older, of_newer) = (parameters(one, other), parameters(other, one));
    match () {
        () if !of_older.is_empty() || !of_newer.is_empty() => {
            format!("{} after {}", shown(&of_older, "no query"), shown(&of_newer, "no query"))
        }
        () if one.path != other.path => format!("{} after {}", shown(one.path, "/"), shown(other.path, "/")),
        () => "the same address with another body".to_owned(),
    }
}

/// Part of an address, quoted if it could be taken for words.
fn shown(text: &str, empty: &str) -> String {
    let text: String = printable(text).chars().take(LONGEST).collect();
    let is_plain = |one: char| one.is_alphanumeric() || "=&%+-_.~/:@,*[]{}".contains(one);
    match () {
        () if text.is_empty() => empty.to_owned(),
        () if text.chars().all(is_plain) => text,
        () => quoted(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(url: &str, started: i64, ended: i64) -> Request {
        Request {
            method: "GET".to_owned(),
            url: url.to_owned(),
            status: 200,
            started,
            ended,
            ..Request::default()
        }
    }

    fn told(requests: &[Request]) -> Vec<String> {
        let all: Vec<_> = requests.iter().collect();
        reversed(&all).into_iter().map(|pair| difference(all[pair.older], all[pair.newer])).collect()
    }

    #[test]
    fn an_older_request_that_is_answered_last_is_pointed_out() {
        let search = |q: &str, started, ended| request(&format!("/search?lang=en&q={q}"), started, ended);
        assert_eq!(
            told(&[search("g", 0, 300), search("gr", 100, 200), search("gra", 150, 250)]),
            ["q=g after q=gra"]
        );
        assert_eq!(told(&[search("g", 0, 100), search("gra", 50, 150)]), [] as [&str; 0]);
        assert_eq!(told(&[search("g", 0, 300), search("g", 100, 200)]), [] as [&str; 0]);
    }

    #[test]
    fn only_answers_of_one_endpoint_are_compared() {
        assert_eq!(
            told(&[request("/search?q=g", 0, 300), request("/users?q=gra", 100, 200)]),
            [] as [&str; 0]
        );
        assert_eq!(
            told(&[request("/users/1", 0, 300), request("/users/2", 100, 200)]),
            ["/users/1 after /users/2"]
        );
        let failed = Request { status: 500, ..request("/search?q=gra", 100, 200) };
        assert_eq!(told(&[request("/search?q=g", 0, 300), failed]), [] as [&str; 0]);
        let page = |url: &str, page: &str| Request { page_url: page.to_owned(), ..request(url, 0, 300) };
        let other = Request { page_url: "/b".to_owned(), ..request("/s?q=2", 100, 200) };
        assert_eq!(told(&[page("/s?q=1", "/a"), other]), [] as [&str; 0]);
        let body = |body: &str, started, ended| Request {
            method: "POST".to_owned(),
            request_body: Some(body.to_owned()),
            ..request("/search", started, ended)
        };
        assert_eq!(told(&[body("a", 0, 9), body("b", 1, 8)]), ["the same address with another body"]);
    }

    #[test]
    fn words_in_an_address_are_quoted_and_many_pairs_are_bounded() {
        let odd = [request("/s?q=x all is well", 0, 9), request("/s?q=y", 1, 8)];
        assert_eq!(told(&odd), ["'q=x all is well' after q=y"]);
        let many: Vec<_> = (0..100).map(|one| request(&format!("/s?q={one}"), one, 1_000 - one)).collect();
        assert_eq!(told(&many).len(), MOST_PAIRS);
    }
}
