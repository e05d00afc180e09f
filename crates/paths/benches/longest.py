#!/usr/bin/env python3
"""The longest game by an integer program, as a peer of `divvy longest`.

    pip install highspy
    python3 crates/paths/benches/longest.py target/dist/divvy 60 100

A game is a cycle through one more vertex that is joined to all numbers. Maximise the numbers on it: every number on it
has two edges, and a cycle that misses the extra vertex is cut off when it turns up. OEIS A337125 was extended this way.
Both programs run in turn; times are of the whole process for divvy and of the solver for the peer.
"""

import json
import subprocess
import sys
import time

import highspy


def edges(n):
    pairs = [(a, b) for a in range(1, n + 1) for b in range(2 * a, n + 1, a)]
    return [(0, v) for v in range(1, n + 1)] + pairs


def cycles(n, chosen):
    """The vertices of each cycle that the chosen edges make."""
    near = {v: [] for v in range(n + 1)}
    for a, b in chosen:
        near[a].append(b)
        near[b].append(a)
    seen, found = set(), []
    for start in range(n + 1):
        if start in seen or not near[start]:
            continue
        cycle, todo = set(), [start]
        while todo:
            v = todo.pop()
            if v not in cycle:
                cycle.add(v)
                todo += near[v]
        seen |= cycle
        found.append(cycle)
    return found


def longest(n):
    solver = highspy.Highs()
    solver.silent()
    taken = [solver.addBinary() for _ in range(n + 1)]
    used = {edge: solver.addBinary() for edge in edges(n)}
    at = {v: [] for v in range(n + 1)}
    for (a, b), variable in used.items():
        at[a].append(variable)
        at[b].append(variable)
        solver.addConstr(variable <= taken[a])
        solver.addConstr(variable <= taken[b])
    solver.addConstr(taken[0] == 1)
    for v in range(n + 1):
        solver.addConstr(sum(at[v]) == 2 * taken[v])
    rounds = 0
    while True:
        rounds += 1
        solver.maximize(sum(taken[1:]))
        values = solver.getSolution().col_value
        chosen = [edge for edge, variable in used.items() if values[variable.index] > 0.5]
        wrong = [cycle for cycle in cycles(n, chosen) if 0 not in cycle]
        if not wrong:
            return round(sum(values[taken[v].index] for v in range(1, n + 1))), rounds
        for cycle in wrong:
            out = [u for (a, b), u in used.items() if (a in cycle) != (b in cycle)]
            for v in cycle:
                solver.addConstr(sum(out) >= 2 * taken[v])


def main():
    divvy, sizes = sys.argv[1], [int(size) for size in sys.argv[2:]]
    for n in sizes:
        begin = time.perf_counter()
        line = [divvy, "longest", "multiple-madness", "--size", str(n), "--json"]
        ours = json.loads(subprocess.run(line, capture_output=True, check=True).stdout)["length"]
        middle = time.perf_counter()
        theirs, rounds = longest(n)
        end = time.perf_counter()
        assert ours == theirs, (ours, theirs)
        print(f"{n}: {ours} numbers; divvy {middle - begin:.3f} s, HiGHS {end - middle:.1f} s in {rounds} rounds", flush=True)


if __name__ == "__main__":
    main()
