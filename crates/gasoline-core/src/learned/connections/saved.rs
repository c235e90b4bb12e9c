//! Connections as a capture file holds them: JSON knows no keys but texts.

use serde::{Deserialize, Serialize};

use super::{Connection, Connections, MOST_CLOSED, MOST_OPEN};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedConnections {
    open: Vec<OpenConnection>,
    closed: Vec<Connection>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OpenConnection {
    page: String,
    #[serde(flatten)]
    connection: Connection,
}

impl From<Connections> for SavedConnections {
    fn from(Connections { open, closed }: Connections) -> Self {
        let saved = |((page, _), connection)| OpenConnection { page, connection };
        Self { open: open.into_iter().map(saved).collect(), closed: closed.into() }
    }
}

impl From<SavedConnections> for Connections {
    fn from(SavedConnections { open, closed }: SavedConnections) -> Self {
        let opened = |OpenConnection { page, connection }| ((page, connection.id.clone()), connection);
        // Never more than are kept of those that are met.
        Self {
            open: open.into_iter().take(MOST_OPEN).map(opened).collect(),
            closed: closed.into_iter().take(MOST_CLOSED).collect(),
        }
    }
}

/// A map as a list of its pairs.
pub(super) mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::learned::connections::Keys;

    pub(in super::super) fn serialize<S: Serializer>(
        variants: &BTreeMap<Keys, u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        variants.iter().collect::<Vec<_>>().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Keys, u64>, D::Error> {
        Ok(Vec::<(Keys, u64)>::deserialize(deserializer)?.into_iter().collect())
    }
}
