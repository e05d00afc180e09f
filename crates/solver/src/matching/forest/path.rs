//! Alternating paths from outer vertices to their roots.

use super::{Forest, NONE, State};

/// A piece of an alternating path still to be written.
#[derive(Debug)]
pub(super) enum Leg {
    Vertex(u32),
    /// From an outer vertex to an outer vertex on its way to the root.
    Up(u32, u32),
    /// The same path, written backwards.
    Down(u32, u32),
}

impl Forest {
    /// The root of the tree that the outer vertex `v` lies in.
    fn root(&mut self, v: u32) -> u32 {
        let mut at = self.base(v);
        loop {
            match self.base_above(at) {
                NONE => return at,
                up => at = up,
            }
        }
    }

    /// The alternating path of even length from the outer vertex `v` up to its root.
    pub(crate) fn path_up(&mut self, v: u32) -> &[u32] {
        let root = self.root(v);
        self.path.clear();
        self.legs.push(Leg::Up(v, root));
        while let Some(leg) = self.legs.pop() {
            match leg {
                Leg::Vertex(v) => self.path.push(v),
                Leg::Up(v, top) | Leg::Down(v, top) if v == top => self.path.push(v),
                Leg::Up(v, top) => {
                    self.path.push(v);
                    let mate = self.mate(v);
                    if self.state(v) == State::Outer {
                        self.path.push(mate);
                        self.legs.push(Leg::Up(self.parent[mate as usize], top));
                    } else {
                        // Down the blossom to the edge that closed it, across, and up again.
                        let [near, far] = self.bridge[v as usize];
                        self.legs.extend([Leg::Up(far, top), Leg::Down(near, mate)]);
                    }
                }
                Leg::Down(v, top) => {
                    self.legs.push(Leg::Vertex(v));
                    let mate = self.mate(v);
                    if self.state(v) == State::Outer {
                        let parent = self.parent[mate as usize];
                        self.legs.extend([Leg::Vertex(mate), Leg::Down(parent, top)]);
                    } else {
                        let [near, far] = self.bridge[v as usize];
                        self.legs.extend([Leg::Up(near, mate), Leg::Down(far, top)]);
                    }
                }
            }
        }
        &self.path
    }

    /// Moves the exposed end of the path in `self.path` from its last vertex to its first.
    pub(super) fn flip_path(&mut self) {
        for i in (1..self.path.len()).step_by(2) {
            self.pair(self.path[i], self.path[i + 1]);
        }
    }
}
