//! The real addresses behind a page or an endpoint: that `/product/1` works says nothing about an error of `/product/3`.

use crate::address::{Parts, is_data};

use super::sighting::hash;

/// Characters of an address that are shown.
const LONGEST_SHOWN: usize = 120;
/// Distinct addresses that are counted; further ones count as unknown.
const MOST_ADDRESSES: usize = 32;

/// Names of parameters that only keep caches away, if their value looks like it.
const CACHE_BUSTERS: [&str; 8] = ["_", "t", "ts", "timestamp", "time", "cb", "v", "nocache"];

/// Path and query of a document or a call, without its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) hash: u64,
    pub(super) shown: String,
}

impl Address {
    /// None for no address.
    pub(super) fn of(url: &str) -> Option<Self> {
        if url.is_empty() {
            return None;
        }
        let parts = Parts::of(url);
        let mut parameters: Vec<&str> = parts.parameters().filter(|one| is_telling(one)).collect();
        parameters.sort_unstable();
        let mut text = parts.path.to_owned();
        if !parameters.is_empty() {
            text = format!("{text}?{}", parameters.join("&"));
        }
        // Some routers keep the path of a page there.
        if let Some(route) = parts.fragment.filter(|fragment| fragment.starts_with(['/', '!'])) {
            text = format!("{text}#{route}");
        }
        let hash = hash(&text);
        text.truncate(text.floor_char_boundary(LONGEST_SHOWN));
        Some(Self { hash, shown: text })
    }
}

fn is_telling(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let keeps_caches_away = CACHE_BUSTERS.contains(&name) && is_data(value);
    !parameter.is_empty() && !keeps_caches_away && !name.starts_with("utm_")
}

/// How often something happened at each address.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    counts: Vec<(Address, u64)>,
    /// An address was not known, or there were too many.
    has_others: bool,
}

impl Addresses {
    pub(super) fn note(&mut self, address: Option<&Address>) {
        let Some(address) = address else {
            self.has_others = true;
            return;
        };
        let is_full = self.counts.len() >= MOST_ADDRESSES;
        match self.counts.iter_mut().find(|(known, _)| known == address) {
            Some((_, count)) => *count += 1,
            None if !is_full => self.counts.push((address.clone(), 1)),
            None => self.has_others = true,
        }
    }

    /// The address, if it is the same each time. What happened at several is no matter of one address.
    pub(super) fn sole(&self) -> Option<&Address> {
        match &self.counts[..] {
            [(address, _)] if !self.has_others => Some(address),
            _ => None,
        }
    }

    /// How often it happened at an address.
    pub(super) fn count(&self, address: &Address) -> u64 {
        self.counts.iter().find(|(known, _)| known == address).map_or(0, |(_, count)| *count)
    }

    /// Whether it may have happened there.
    pub(super) fn may_include(&self, address: &Address) -> bool {
        self.has_others || self.count(address) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        Address::of(url).unwrap().shown
    }

    #[test]
    fn an_address_is_path_and_query_without_what_differs_each_time() {
        assert_eq!(shown("http://localhost:3000/product/3?tab=2&size=L"), "/product/3?size=L&tab=2");
        assert_eq!(shown("https://staging.test/list?t=1718000000&utm_source=mail&v=2"), "/list");
        assert_eq!(shown("/list?v=draft&_="), "/list?_=&v=draft");
        assert_eq!(shown("http://a/#/cart/7"), "/#/cart/7");
        assert_eq!(shown("http://a/guide#install"), "/guide");
        assert!(Address::of("").is_none());
        let long = |end: &str| Address::of(&format!("/{}{end}", "a".repeat(500))).unwrap();
        assert_eq!(long("x").shown.len(), LONGEST_SHOWN);
        assert_ne!(long("x"), long("y"));
    }

    #[test]
    fn only_one_known_address_is_the_sole_one() {
        let (one, two) = (Address::of("/a"), Address::of("/b"));
        let of = |noted: &[&Option<Address>]| {
            let mut addresses = Addresses::default();
            noted.iter().for_each(|address| addresses.note(address.as_ref()));
            addresses
        };
        assert_eq!(of(&[&one, &one]).sole(), one.as_ref());
        assert_eq!(of(&[&one, &one]).count(one.as_ref().unwrap()), 2);
        for several in [of(&[]), of(&[&one, &two]), of(&[&one, &None])] {
            assert_eq!(several.sole(), None);
        }
        assert!(!of(&[&one]).may_include(two.as_ref().unwrap()));
        assert!(of(&[&None]).may_include(two.as_ref().unwrap()));
    }
}
