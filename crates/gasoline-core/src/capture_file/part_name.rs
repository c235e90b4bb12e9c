//! What the parts of a capture file are called. A name is ours or it is nobody's: nothing is ever read by any other.

use std::fmt;

use gasoline_wire::ImageType;

use crate::intake::Kind;

/// Digits of a number in a name, so that lists are in order.
const DIGITS: usize = 4;

/// A part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PartName {
    Manifest,
    Tests,
    Learned,
    Pictures,
    /// Entries of one kind and test. Long lists go on in further parts, counted from 1.
    Entries {
        folder: u32,
        kind: Kind,
        number: u32,
    },
    /// The pixels of the picture that stands at this place in the list of pictures.
    Picture {
        place: u32,
        size: PictureSize,
        image_type: ImageType,
    },
    /// What the page showed in the picture at this place.
    PictureContext {
        place: u32,
    },
    /// A capture file of its own: what was frozen of the test at this place among those that ended.
    Evidence {
        place: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PictureSize {
    Full,
    Thumbnail,
}

impl PartName {
    /// Reads a name, spelled exactly as it is written.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let name = match text {
            "manifest.json" => Self::Manifest,
            "tests.json" => Self::Tests,
            "learned.json" => Self::Learned,
            "pictures.json" => Self::Pictures,
            _ => match text.split_once('/')? {
                ("entries", rest) => parse_entries(rest)?,
                ("pictures", rest) => parse_picture(rest)?,
                ("evidence", rest) => Self::Evidence { place: number(rest.strip_suffix(".gasoline")?)? },
                _ => return None,
            },
        };
        (name.to_string() == text).then_some(name)
    }
}

fn parse_entries(rest: &str) -> Option<PartName> {
    let (folder, file) = rest.split_once('/')?;
    let stem = file.strip_suffix(".jsonl")?;
    let (array, number_text) = stem.split_once('.').unwrap_or((stem, "1"));
    let kind = Kind::of_buffer(array)?;
    Some(PartName::Entries { folder: number(folder)?, kind, number: number(number_text)? })
}

fn parse_picture(rest: &str) -> Option<PartName> {
    let (stem, ending) = rest.rsplit_once('.')?;
    if ending == "json" {
        return Some(PartName::PictureContext { place: number(stem)? });
    }
    let image_type = ImageType::ALL.into_iter().find(|image_type| ending_of(*image_type) == ending)?;
    let (place, size) = match stem.strip_suffix(".thumbnail") {
        Some(place) => (place, PictureSize::Thumbnail),
        None => (stem, PictureSize::Full),
    };
    Some(PartName::Picture { place: number(place)?, size, image_type })
}

/// What files of this type are usually called.
pub(super) fn ending_of(image_type: ImageType) -> &'static str {
    match image_type {
        ImageType::Png => "png",
        ImageType::Jpeg => "jpg",
    }
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for PartName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manifest => formatter.write_str("manifest.json"),
            Self::Tests => formatter.write_str("tests.json"),
            Self::Learned => formatter.write_str("learned.json"),
            Self::Pictures => formatter.write_str("pictures.json"),
            Self::Entries { folder, kind, number } => {
                write!(formatter, "entries/{folder:0DIGITS$}/{}", kind.buffer())?;
                if *number > 1 {
                    write!(formatter, ".{number}")?;
                }
                formatter.write_str(".jsonl")
            }
            Self::Picture { place, size, image_type } => {
                let size = if *size == PictureSize::Full { "" } else { ".thumbnail" };
                write!(formatter, "pictures/{place:0DIGITS$}{size}.{}", ending_of(*image_type))
            }
            Self::PictureContext { place } => write!(formatter, "pictures/{place:0DIGITS$}.json"),
            Self::Evidence { place } => write!(formatter, "evidence/{place:0DIGITS$}.gasoline"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_nothing_else_is_a_name() {
        let names = [
            "manifest.json",
            "tests.json",
            "learned.json",
            "pictures.json",
            "entries/0000/logs.jsonl",
            "entries/0012/websocket_events.3.jsonl",
            "pictures/0001.png",
            "pictures/0001.json",
            "pictures/12345.thumbnail.jpg",
            "evidence/0199.gasoline",
        ];
        for name in names {
            assert_eq!(PartName::parse(name).map(|part| part.to_string()).as_deref(), Some(name));
        }
        for stranger in [
            "",
            "/manifest.json",
            "../manifest.json",
            "Manifest.json",
            "entries/../logs.jsonl",
            "entries/0/logs.jsonl",
            "entries/0000/logs.1.jsonl",
            "entries/0000/secrets.jsonl",
            "entries/+001/logs.jsonl",
            "entries/99999999999/logs.jsonl",
            "pictures/0001.html",
            "pictures/0001",
            "pictures/0001.thumbnail.json",
            "evidence/0001.gasoline/manifest.json",
        ] {
            assert_eq!(PartName::parse(stranger), None, "{stranger}");
        }
    }
}
