//! What the search asks of a graph.

use std::fmt::Debug;

use crate::matching::forest::Forest;

/// A graph on the numbers of a board, given by the questions the search asks.
///
/// *Targets* are exposed vertices that are not roots yet: reaching one completes an augmenting
/// path. They exist only while the first matching is built.
pub(crate) trait Adjacency: Debug + Send + Sync {
    /// Whether it knows outer vertices by the forest alone, so that not every one of them has to be scanned.
    fn needs_no_scans(&self) -> bool;

    /// Finds a maximal matching of the loose vertices, fast.
    fn match_greedily(&mut self, forest: &mut Forest);

    /// Makes the given vertices targets, and sorts them into the order in which they become roots.
    fn set_targets(&mut self, _targets: &mut [u32], _forest: &mut Forest) {}

    /// Tells that a target became a root or was matched.
    fn drop_target(&mut self, _target: u32, _forest: &mut Forest) {}

    /// Looks at every neighbour of the outer vertex `u`: grows the tree, closes blossoms. Stops
    /// early with an edge from an outer vertex to a target when it finds one.
    fn scan(&mut self, u: u32, forest: &mut Forest) -> Option<(u32, u32)>;

    /// Scans vertex after vertex: until an edge to a target is found, or a vertex is next while many others wait. None once
    /// all are scanned.
    fn scan_few(&mut self, many: usize, forest: &mut Forest) -> Option<Result<(u32, u32), u32>> {
        loop {
            let u = forest.next_unscanned()?;
            if forest.unscanned() > many {
                return Some(Err(u));
            }
            if let Some(found) = self.scan(u, forest) {
                return Some(Ok(found));
            }
        }
    }

    /// Scans `u` and all other waiting vertices when there are many of them. What is left waiting
    /// afterwards is scanned as usual.
    fn scan_many(&mut self, u: u32, _many: usize, forest: &mut Forest) -> Option<(u32, u32)> {
        self.scan(u, forest)
    }

    /// Some scanned outer vertex next to `x`.
    fn outer_neighbour(&mut self, x: u32, forest: &Forest) -> Option<u32>;

    /// Tells that these vertices were put on the board or that their trees were dissolved.
    fn loosened(&mut self, _vertices: &[u32], _forest: &Forest) {}
}
