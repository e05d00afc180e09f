//! All winning openings, from the rules to the answer, and the next move of a game in progress.
//!
//! `cargo bench -p divvy-solver`. The peer in the same run is petgraph's `maximum_matching`, which is given the
//! finished graph and finds the matching only; `peers/run` compares with LEMON.

#![allow(clippy::expect_used, reason = "a benchmark that goes wrong should stop")]

use divan::{Bencher, black_box};
use divvy_rules::{Position, Record, Rules};
use divvy_solver::{RemovalSolver, Solver};

fn main() {
    divan::main();
}

fn start(notation: &str) -> Record {
    Record::new(notation.parse::<Rules>().expect("a game"))
}

fn winning_openings(record: &Record) -> usize {
    let Position::Removal(position) = record.position() else { unreachable!("a removal game") };
    RemovalSolver::new(position).winning(&position.legal()).len()
}

#[divan::bench(args = [20, 1_000, 10_000, 100_000, 999_999, 1_000_000], sample_count = 10)]
fn related(bencher: Bencher, size: u32) {
    let record = start(&format!("multiple-madness;size={size}"));
    bencher.bench_local(|| winning_openings(black_box(&record)));
}

#[divan::bench(args = [20, 1_000, 10_000, 100_000, 1_000_000], sample_count = 10)]
fn unrelated(bencher: Bencher, size: u32) {
    let record = start(&format!("trap-avoidance;size={size}"));
    bencher.bench_local(|| winning_openings(black_box(&record)));
}

#[divan::bench(args = [10_000], sample_count = 5)]
fn petgraph(bencher: Bencher, size: u32) {
    let mut graph = petgraph::graph::UnGraph::<(), ()>::new_undirected();
    let nodes: Vec<_> = (0..=size).map(|_| graph.add_node(())).collect();
    for low in 1..=size {
        for high in (2 * low..=size).step_by(low as usize) {
            graph.add_edge(nodes[low as usize], nodes[high as usize], ());
        }
    }
    bencher.bench_local(|| petgraph::algo::maximum_matching(black_box(&graph)).len());
}

/// Everything about a position, depth included, as far as it is promised.
#[divan::bench(
    args = ["multiple-madness;size=24;opening=even", "trap-avoidance;size=16;without-one"],
    sample_count = 5
)]
fn depth(bencher: Bencher, notation: &str) {
    let record = start(notation);
    bencher.bench_local(|| Solver::new(record.clone()).expect("not a race").solution().depth);
}
