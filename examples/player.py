#!/usr/bin/env python3
"""A player of its own for divvy, in one file and without anything to install.

    divvy play multiple-madness --p1 greedy --p2 "cmd:python3 examples/player.py"

For every move divvy sends one line of JSON with the state of the game, and this program answers with one line: the
number it plays. docs/programs.md explains the keys.

It plays all five games. Four of them take numbers off a board: it looks for a move that wins by force, as far ahead as
it has time for, and otherwise leaves the opponent as few replies as possible. In Number Maze it walks
towards the target.
"""

import json
import math
import sys

# How many positions are looked at for one move, and with how many free numbers it is worth it at all.
POSITIONS = 20_000
FREE_NUMBERS = 60
# How many numbers are looked at to count replies; on a large board that means some of the moves.
EFFORT = 2_000_000


def main():
    # The end of the input is the end of the match.
    for line in sys.stdin:
        state = json.loads(line)
        # Without flush the answer would wait here while divvy waits for it.
        print(choose(state), flush=True)


def choose(state):
    """The number to play, always one of state["legal"]."""
    if state["game"] == "number-maze":
        return walk(state)
    return take(state)


def walk(state):
    """Number Maze: the node that is closest to the target, the smallest of equals."""
    size = state["options"]["size"]
    first = 2 if state["options"].get("without_one") else 1
    target = state["options"].get("target", size)

    def distance(node):
        if node == target:
            return 0
        if divides(node, target):
            return 1
        # Two steps lead through a common factor or a common multiple, if the board has one.
        if math.gcd(node, target) >= first or math.lcm(node, target) <= size:
            return 2
        return 3

    return min(state["legal"], key=lambda node: (distance(node), node))


def take(state):
    """The other games: a move that wins by force, or the one that leaves the fewest replies."""
    avoid = state["game"] == "trap-avoidance"
    one_is_free = state["options"].get("one") == "free"
    memory = state["options"].get("memory", 1)

    def may_follow(number, last):
        related = divides(number, last) and not (one_is_free and 1 in (number, last))
        return related != avoid

    def fits(number, previous):
        return all(may_follow(number, last) for last in previous)

    def after(previous, number):
        """The numbers that the next one has to fit: the last one, or the last two."""
        return (*previous, number)[-memory:]

    first = 2 if state["options"].get("without_one") else 1
    struck = state["options"].get("from")
    taken = [*([struck] if struck else []), *state["moves"]]
    free = set(range(first, state["options"]["size"] + 1)) - set(taken)
    previous = tuple(taken[-memory:])

    def replies(number):
        return [n for n in free if n != number and fits(n, after(previous, number))]

    candidates = state["legal"][: EFFORT // len(free) + 1]
    counted = sorted((len(replies(number)), number) for number in candidates)
    if len(free) <= FREE_NUMBERS:
        budget = [POSITIONS]
        try:
            for _, number in counted:
                if wins(after(previous, number), free - {number}, fits, after, budget):
                    return number
        except TimeoutError:
            pass
    return counted[0][1]


def wins(previous, free, fits, after, budget):
    """Whether the player who has just taken the last of `previous` wins: no reply does the same for the opponent."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TimeoutError
    replies = (n for n in free if fits(n, previous))
    return not any(wins(after(previous, n), free - {n}, fits, after, budget) for n in replies)


def divides(a, b):
    """Whether one of the two is a factor of the other."""
    return a % b == 0 or b % a == 0


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        # divvy has gone; the answer has no reader.
        sys.exit(0)
