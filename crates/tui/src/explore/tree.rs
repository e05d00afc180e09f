//! The moves that were explored: lines that part where another number was played.

use divvy_analysis::Review;
use divvy_rules::{Number, Player, Record};

#[derive(Debug)]
pub(super) struct Tree {
    /// The first is the beginning; those of the game that is explored follow it in order.
    nodes: Vec<Node>,
    /// How many moves that game has.
    main: usize,
    /// The position that is shown. It is on the line that begins first and follows what was chosen.
    at: usize,
}

#[derive(Debug)]
pub(super) struct Node {
    parent: usize,
    /// The move that leads here, and who made it; none at the beginning.
    pub(super) made: Option<(Number, Player)>,
    /// What was played from here, and which of it the line goes on with.
    children: Vec<usize>,
    chosen: usize,
    /// Who wins with best play from here, or neither, once that is known.
    pub(super) winner: Option<Option<Player>>,
}

impl Node {
    const fn new(parent: usize, made: Option<(Number, Player)>) -> Self {
        Self { parent, made, children: Vec::new(), chosen: 0, winner: None }
    }
}

impl Tree {
    /// At the end of a game.
    pub(super) fn new(record: &Record) -> Self {
        let mut tree = Self { nodes: vec![Node::new(0, None)], main: record.moves().len(), at: 0 };
        for (ply, &number) in record.moves().iter().enumerate() {
            tree.play(number, record.mover(ply));
        }
        tree
    }

    pub(super) fn know(&mut self, review: &Review) {
        for reviewed in &review.moves {
            self.nodes[reviewed.ply - 1].winner = Some(reviewed.before);
            self.nodes[reviewed.ply].winner = Some(reviewed.after);
        }
    }

    pub(super) fn know_winner(&mut self, winner: Option<Player>) {
        self.nodes[self.at].winner = Some(winner);
    }

    /// Plays a number: along a line that is there, or a new one.
    pub(super) fn play(&mut self, number: Number, by: Player) {
        let made = |&child: &usize| self.nodes[child].made.is_some_and(|(one, _)| one == number);
        let place = self.nodes[self.at].children.iter().position(made);
        let chosen = place.unwrap_or(self.nodes[self.at].children.len());
        if place.is_none() {
            let new = self.nodes.len();
            self.nodes.push(Node::new(self.at, Some((number, by))));
            self.nodes[self.at].children.push(new);
        }
        self.nodes[self.at].chosen = chosen;
        self.at = self.nodes[self.at].children[chosen];
    }

    fn next(&self, node: usize) -> Option<usize> {
        self.nodes[node].children.get(self.nodes[node].chosen).copied()
    }

    /// The line at hand, from the beginning to its end.
    pub(super) fn line(&self) -> Vec<&Node> {
        let indices = std::iter::successors(Some(0), |&node| self.next(node));
        indices.map(|index| &self.nodes[index]).collect()
    }

    /// The positions of the line before slips.
    pub(super) fn slips(&self) -> Vec<usize> {
        let line = self.line();
        (1..line.len()).filter(|&ply| self.is_slip(line[ply])).map(|ply| ply - 1).collect()
    }

    /// What the line goes on with.
    pub(super) fn next_move(&self) -> Option<Number> {
        self.nodes[self.next(self.at)?].made.map(|(number, _)| number)
    }

    /// How many moves were made.
    pub(super) fn ply(&self) -> usize {
        self.back().count() - 1
    }

    /// The moves up to here.
    pub(super) fn moves(&self) -> impl Iterator<Item = u32> {
        let line = self.line().into_iter().take(self.ply() + 1);
        line.filter_map(|node| node.made.map(|(number, _)| number.get()))
    }

    /// Whether what was played first, everywhere, leads here: the game that is explored, and what it was gone on with.
    pub(super) fn is_main(&self) -> bool {
        self.back().all(|node| node == 0 || self.nodes[self.nodes[node].parent].children[0] == node)
    }

    /// Whether the line goes on as that game did.
    pub(super) fn follows_main(&self) -> bool {
        self.next(self.at).is_some_and(|next| next <= self.main)
    }

    /// Whether moves were made that the game does not have.
    pub(super) const fn has_tries(&self) -> bool {
        self.nodes.len() > self.main + 1
    }

    /// Goes to the end of the game that is explored.
    pub(super) fn restart(&mut self) {
        self.nodes[..=self.main].iter_mut().for_each(|node| node.chosen = 0);
        self.at = self.main;
    }

    /// Goes along the line.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.at = 0;
        for _ in 0..ply {
            let Some(next) = self.next(self.at) else { break };
            self.at = next;
        }
    }

    /// From the position shown back to the beginning.
    fn back(&self) -> impl Iterator<Item = usize> {
        let up = |&node: &usize| (node > 0).then(|| self.nodes[node].parent);
        std::iter::successors(Some(self.at), up)
    }

    /// Where the side lines begin that are next: here, else before the last move that has some.
    pub(super) fn parting(&self) -> Option<usize> {
        self.back().find(|&node| self.nodes[node].children.len() > 1)
    }

    /// Changes to the next side line, if there is one.
    pub(super) fn other_line(&mut self) {
        let Some(parting) = self.parting() else { return };
        let node = &mut self.nodes[parting];
        node.chosen = (node.chosen + 1) % node.children.len();
        if parting != self.at {
            self.at = self.nodes[parting].children[self.nodes[parting].chosen];
        }
    }

    /// The move that [`Tree::other_line`] would lead to instead of the one that leads to this node, and whether there are
    /// more.
    pub(super) fn instead(&self, node: &Node) -> Option<(Number, bool)> {
        // The beginning is its own parent.
        node.made?;
        let Node { children, chosen, .. } = &self.nodes[node.parent];
        let other = children.get((chosen + 1) % children.len()).filter(|_| children.len() > 1)?;
        Some((self.nodes[*other].made?.0, children.len() > 2))
    }

    /// Whether the move that leads to a node gave a win or a draw away.
    pub(super) fn is_slip(&self, node: &Node) -> bool {
        let before = self.nodes[node.parent].winner;
        let by = node.made.map(|(_, by)| by);
        before.is_some() && node.winner.is_some_and(|after| Some(after) != before && after != by)
    }
}
