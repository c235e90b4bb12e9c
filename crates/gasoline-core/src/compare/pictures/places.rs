//! Changed pixels that lie together.

use super::pixels::ChangedPixels;

/// Pixels of a cell: changes so far apart belong together, as the letters of a word do.
const CELL: u32 = 8;

/// A place in a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
    /// Pixels changed in it.
    pub(super) changed: usize,
}

impl Place {
    fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
            changed: self.changed + other.changed,
        }
    }
}

/// Places, most changed first.
pub(super) fn places(changed: &ChangedPixels) -> Vec<Place> {
    let columns = changed.width.div_ceil(CELL) as usize;
    let mut cells = cells(changed, columns);
    let mut found = Vec::new();
    for start in 0..cells.len() {
        let Some(first) = cells[start].take() else { continue };
        found.push(grown(first, start, columns, &mut cells));
    }
    found.sort_by_key(|place| (std::cmp::Reverse(place.changed), place.top, place.left));
    found
}

/// What changed in each cell.
fn cells(changed: &ChangedPixels, columns: usize) -> Vec<Option<Place>> {
    let rows = changed.height.div_ceil(CELL) as usize;
    let mut cells: Vec<Option<Place>> = vec![None; columns * rows];
    let width = changed.width as usize;
    for (index, _) in changed.mask.iter().enumerate().filter(|(_, changed)| **changed) {
        let (x, y) = ((index % width) as u32, (index / width) as u32);
        let pixel = Place { left: x, top: y, right: x + 1, bottom: y + 1, changed: 1 };
        let cell = &mut cells[(y / CELL) as usize * columns + (x / CELL) as usize];
        *cell = Some(cell.map_or(pixel, |known| known.joined(pixel)));
    }
    cells
}

/// A cell with everything that touches it.
fn grown(first: Place, start: usize, columns: usize, cells: &mut [Option<Place>]) -> Place {
    let mut place = first;
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        for neighbour in neighbours(cell, columns, cells.len()) {
            if let Some(found) = cells[neighbour].take() {
                place = place.joined(found);
                open.push(neighbour);
            }
        }
    }
    place
}

fn neighbours(cell: usize, columns: usize, count: usize) -> Vec<usize> {
    let (row, column) = (cell / columns, cell % columns);
    let rows = row.saturating_sub(1)..=row + 1;
    let near = rows.flat_map(|row| (column.saturating_sub(1)..=column + 1).map(move |column| (row, column)));
    let inside = near.filter(|(_, column)| *column < columns);
    inside.map(|(row, column)| row * columns + column).filter(|cell| *cell < count).collect()
}
