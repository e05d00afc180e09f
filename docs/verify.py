#!/usr/bin/env python3
"""Checks a divvy certificate: verify.py FILE

A second verifier for what docs/certificates.md describes, with the standard library only and no code in
common with the first. It prints `verified` and exits with 0, or the first point that fails and exits with 1.
"""

import functools
import json
import re
import sys

ALL_PATHS = 10_000  # Boards up to this size prove every winning move, larger ones the best.
TAKEN, C, A, D = 0, 1, 2, 3  # The zones of a number; the groups of D are numbered from D on.
REMOVAL = {"size", "opening", "without-one", "from"}
OPTIONS = {
    **dict.fromkeys(("multiple-madness", "chain-reaction", "sequence-duel"), REMOVAL),
    "trap-avoidance": REMOVAL | {"one", "memory"},
    "number-maze": {"size", "without-one", "start", "target", "block"},
}
NUMBER, WORTH = range(2**32), range(-(2**31), 2**31)
PROOFS = {
    "matching": {"pairs": [[NUMBER, NUMBER]], "d": [[NUMBER]], "a": [NUMBER], "paths": [[NUMBER]]},
    "states": [[NUMBER, NUMBER, NUMBER, NUMBER, WORTH]],
}
WORDS = {"opening": ("any", "even", "even-below-half"), "one": ("trap", "free"), "memory": ("1", "2")}


class Failed(Exception):
    """The first point that fails."""


def ensure(holds, point):
    if not holds:
        raise Failed(point)


# The form of the file


def fits(value, shape):
    """A shape is a range, a shape for each key, a shape for each item, or one for any number of items."""
    if isinstance(shape, range):
        return type(value) is int and value in shape
    if isinstance(shape, dict):
        same_keys = isinstance(value, dict) and set(value) == set(shape)
        return same_keys and all(fits(value[key], shape[key]) for key in shape)
    if not isinstance(value, list) or len(shape) not in (1, len(value)):
        return False
    return all(map(fits, value, shape if len(shape) > 1 else shape * len(value)))


def read(contents):
    def unique(pairs):
        ensure(len(dict(pairs)) == len(pairs), "form: a key stands twice")
        return dict(pairs)

    def fraction(_):
        raise Failed("form: a number is not whole")

    def whole(digits):
        # To other readers of JSON it is a fraction.
        return fraction(digits) if digits == "-0" else int(digits)

    try:
        data = json.loads(contents.decode("utf-8"), object_pairs_hook=unique, parse_float=fraction, parse_int=whole)
    except (ValueError, RecursionError) as error:
        raise Failed("form: not JSON (%s)" % type(error).__name__)
    keys = {"format", "version", "position", "winner", "winning", "best", "proof"}
    ensure(isinstance(data, dict) and set(data) == keys, "form: not the keys of a certificate")
    known = data["format"] == "divvy-certificate" and fits(data["version"], range(1, 2))
    ensure(known, "form: not a certificate of version 1")
    ensure(isinstance(data["position"], str), "form: position is not a text")
    ensure(data["winner"] is None or fits(data["winner"], range(256)), "form: winner")
    ensure(fits(data["winning"], [NUMBER]), "form: winning is not a list of numbers")
    ensure(data["best"] is None or fits(data["best"], NUMBER), "form: best is not a number")
    one_proof = isinstance(data["proof"], dict) and len(data["proof"]) == 1
    ensure(one_proof and set(data["proof"]) <= set(PROOFS), "form: not a kind of proof")
    for kind, proof in data["proof"].items():
        ensure(fits(proof, PROOFS[kind]), "form: not a proof by %s" % kind)
    return data


# The rules


def parse(notation):
    """The game, its options and its moves, from `game;option=value;option:move,move`."""
    head, _, tail = notation.partition(":")
    game, *parts = [part.strip() for part in head.split(";")]
    ensure(game in OPTIONS, "position: not a game")
    options = {}
    for part in parts:
        name, equals, value = (word.strip() for word in part.partition("="))
        ensure(name in OPTIONS[game] and name not in options, "position: option %a" % name[:40])
        if name in ("without-one", "block"):
            good, options[name] = not equals, True
        elif name in WORDS:
            good, options[name] = value in WORDS[name], value
        else:
            good = re.fullmatch("0*[0-9]{1,7}", value) is not None
            options[name] = int(value) if good else 0
        ensure(good, "position: the value of %s" % name)
    moves = []
    for part in tail.split(",") if tail.strip() else []:
        for word in part.split() or [""]:
            ensure(re.fullmatch("0*[0-9]{1,7}", word), "position: %a is not a move" % word[:40])
            moves.append(int(word))
    return game, options, moves


class Rules:
    """What both families share: a board and what is related on it."""

    def __init__(self, options):
        self.size = options.get("size", 20)
        self.first = 2 if "without-one" in options else 1
        ensure(self.first <= self.size <= 1_000_000, "position: the size")

    def has(self, n):
        return self.first <= n <= self.size

    @staticmethod
    def related(a, b):
        return a != b and (a % b == 0 or b % a == 0)


class Removal(Rules):
    def __init__(self, game, options, moves):
        super().__init__(options)
        ensure(options.get("memory") != "2", "position: no certificate proves a game with a memory of 2")
        self.related_game = game != "trap-avoidance"
        self.one_is_free = options.get("one") == "free"
        self.opening = options.get("opening", "any")
        self.free = [self.has(n) for n in range(self.size + 1)]
        self.last = options.get("from")
        if self.last is not None:
            ensure(self.has(self.last) and "opening" not in options, "position: the value of from")
            self.free[self.last] = False
        for n in moves:
            ensure(self.has(n) and self.allows(n), "position: %d cannot be played" % n)
            self.free[n], self.last = False, n
        self.mover = 1 + len(moves) % 2
        self.legal = [n for n in range(1, self.size + 1) if self.allows(n)]
        self.winner = None if self.legal else 3 - self.mover

    def joined(self, a, b):
        """Whether an edge joins two different numbers."""
        if self.one_is_free and 1 in (a, b):
            return a != b
        return a != b and self.related(a, b) == self.related_game

    def allows(self, n):
        if not self.free[n] or self.last is not None:
            return self.free[n] and self.joined(self.last, n)
        even = self.opening == "any" or n % 2 == 0
        return even and (self.opening != "even-below-half" or 2 * n < self.size)


class Race(Rules):
    """A state is (at, banned, at, banned): the player to move, then the other; 0 bans nothing."""

    def __init__(self, options, moves):
        super().__init__(options)
        start, self.target = options.get("start", 1), options.get("target", self.size)
        self.block = "block" in options
        good = self.has(start) and self.has(self.target) and start != self.target
        good = good and self.neighbours(start) and self.neighbours(self.target)
        ensure(good, "position: start and target")
        self.state, self.mover = (start, 0, start, 0), 1
        for n in moves:
            ensure(n in self.steps(self.state), "position: %d cannot be played" % n)
            self.state, passed = self.play(self.state, n)
            self.mover = 3 - self.mover if passed else self.mover
        self.legal = self.steps(self.state)
        at_target = self.state[0] == self.target, self.state[2] == self.target
        self.winner = {(True, False): self.mover, (False, True): 3 - self.mover}.get(at_target)

    @functools.lru_cache(maxsize=None)
    def neighbours(self, n):
        low = [d for d in range(1, int(n**0.5) + 1) if n % d == 0]
        divisors = set(low + [n // d for d in low]) - {n}
        return sorted(filter(self.has, divisors)) + list(range(2 * n, self.size + 1, n))

    def over(self, state):
        return self.target in (state[0], state[2])

    def steps(self, state):
        at, banned, other, _ = state
        blocked = other if self.block else 0
        steps = [] if self.over(state) else self.neighbours(at)
        return [n for n in steps if n != banned and n != blocked]

    def play(self, state, n):
        """The state after a move, and whether the turn has passed to the other player."""
        at, _, other, other_banned = state
        state, passed = (other, other_banned, n, at), True
        while not self.over(state) and not self.steps(state):
            # Who cannot move skips the turn, and that lifts the ban.
            at, _, other, other_banned = state
            state, passed = (other, other_banned, at, 0), not passed
        return state, passed


# The proofs: each returns [(move, worth)] for every legal move; 1 wins, -1 loses, 0 draws


def check_matching(game, proof, best):
    size, free = game.size, game.free
    zone = [C if free[n] else TAKEN for n in range(size + 1)]
    for index, group in enumerate([proof["a"]] + proof["d"]):
        for n in group:
            ensure(n <= size and zone[n] == C, "labels: %d is taken, or there twice" % n)
            zone[n] = A + index

    mate = [0] * (size + 1)
    for a, b in proof["pairs"]:
        edge = a <= size and b <= size and free[a] and free[b] and game.joined(a, b)
        ensure(edge, "point 1: %d-%d is not an edge between free numbers" % (a, b))
        ensure(mate[a] == mate[b] == 0, "point 1: %d or %d is in two pairs" % (a, b))
        mate[a], mate[b] = b, a

    numbers = [n for n in range(1, size + 1) if zone[n] not in (TAKEN, A)]
    members = [0] * (D + len(proof["d"]))
    for n in numbers:
        members[zone[n]] += 1
    # Related numbers of other zones than A and one's own: none where they are joined, all where they are not.
    related = [0] * (size + 1)
    for low in numbers:
        for high in range(2 * low, size + 1, low):
            if zone[high] != zone[low] and zone[high] not in (TAKEN, A):
                if game.joined(low, high) == game.related_game:
                    related[low] += 1
                    related[high] += 1
    for n in numbers:
        expected = 0 if game.related_game else len(numbers) - members[zone[n]]
        ensure(related[n] == expected, "point 2: an edge joins %d to another group, or D to C" % n)
    ensure(all(m % 2 == 1 for m in members[D:]), "point 3: a group of D is not of odd size")
    alone = sum(1 for n in range(1, size + 1) if free[n] and mate[n] == 0)
    ensure(alone == len(proof["d"]) - len(proof["a"]), "point 4: %d without a partner" % alone)

    proved = set()
    for index, path in enumerate(proof["paths"], 1):
        before, seen = 0, set()
        for place, n in enumerate(path):
            good = n <= size and free[n] and n not in seen
            good = good and (mate[n] == before if place % 2 == 0 else game.joined(before, n))
            ensure(good, "path %d: %d cannot stand there" % (index, n))
            seen.add(n)
            before = n
        ensure(len(path) % 2 == 1, "path %d: it ends before a partner" % index)
        proved.add(before)
    for n in game.legal:
        needed = zone[n] >= D and (size <= ALL_PATHS or n == best)
        ensure(n in proved or not needed, "paths: none leads to %d, which is in D" % n)
    return [(n, 1 if zone[n] >= D else -1) for n in game.legal]


def check_states(game, states):
    claims = {tuple(entry[:4]): entry[4] for entry in states}
    ensure(len(claims) == len(states), "states: one is there twice")

    def after(state, n):
        following, passed = game.play(state, n)
        if game.over(following):
            return following, 1
        ensure(following in claims, "states: %s is missing" % (following,))
        claim = claims[following]
        later = claim + (claim > 0) - (claim < 0)
        return following, -later if passed else later

    open_states = [] if game.over(game.state) else [game.state]
    reached = set(open_states)
    while open_states:
        state = open_states.pop()
        worths = []
        for n in game.steps(state):
            following, worth = after(state, n)
            worths.append(worth)
            if not game.over(following) and following not in reached:
                reached.add(following)
                open_states.append(following)
        wins = [worth for worth in worths if worth > 0]
        # The soonest win, else a draw, else the longest defence.
        worth = min(wins) if wins else 0 if 0 in worths else min(worths)
        ensure(claims.get(state) == worth, "states: %s is not worth what is claimed" % (state,))
    ensure(len(claims) == len(reached), "states: play reaches %d of them" % len(reached))
    worths = [(n, after(game.state, n)[1]) for n in game.legal]
    return [(n, (worth > 0) - (worth < 0)) for n, worth in worths]


def verify(contents):
    data = read(contents)
    name, options, moves = parse(data["position"])
    race, best = name == "number-maze", data["best"]
    game = Race(options, moves) if race else Removal(name, options, moves)
    proof = data["proof"].get("states" if race else "matching")
    ensure(proof is not None, "proof: of another kind than this game needs")
    worths = check_states(game, proof) if race else check_matching(game, proof, best)

    wins = [n for n, worth in worths if worth > 0]
    ensure(data["winning"] == wins, "winning: not the moves that win by the proof")
    worth = max((worth for _, worth in worths), default=None)
    good = (best, worth) in worths if worths else best is None
    ensure(good, "best: not a legal move, or a worse one")
    proved = {None: game.winner, 0: None, 1: game.mover, -1: 3 - game.mover}[worth]
    ensure(data["winner"] == proved, "winner: not who wins by the proof")


def main():
    if len(sys.argv) != 2:
        print("usage: verify.py FILE", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            verify(file.read())
    except OSError as error:
        print("verify.py: cannot read %s: %s" % (sys.argv[1], error.strerror), file=sys.stderr)
        return 1
    except Failed as failed:
        print("not verified: %s" % failed)
        return 1
    print("verified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
