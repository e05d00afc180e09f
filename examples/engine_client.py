#!/usr/bin/env python3
"""Plays a whole game against a bot through `divvy engine`, and says who won.

    python3 examples/engine_client.py --game chain-reaction --bot greedy

A complete client in Python, with nothing to install: it starts the engine, talks to it in lines of JSON
(docs/engine.md explains them), and chooses its own moves by looking ahead with `play`, `undo` and `legal`. It
knows no rule of any game.
"""

import argparse
import json
import subprocess
import sys

GAMES = ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"]


class EngineError(Exception):
    """An answer with an error, or no answer."""


class Engine:
    """A running `divvy engine`."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.requests = 0

    def ask(self, command, **fields):
        """Sends a request, waits for its answer, and gives the result."""
        self.requests += 1
        request = {"id": self.requests, "command": command, **fields}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EngineError("the engine has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise EngineError("{code}: {message}".format(**answer["error"]))
        if answer["id"] != self.requests:
            raise EngineError("an answer to something else")
        return answer["result"]

    def quit(self):
        self.ask("quit")
        self.process.stdin.close()
        self.process.wait()


class OutOfTime(Exception):
    """Looking further ahead would take too long."""


class Player:
    """Looks ahead until it knows a winning move, or has looked at too many positions."""

    def __init__(self, engine, positions):
        self.engine = engine
        self.positions = positions

    def choose(self, me):
        """The move to make: one that wins by force, or else one that leaves the opponent the fewest replies."""
        self.left = self.positions
        legal = self.engine.ask("legal")["legal"]
        fewest, choice = None, legal[0]
        # First one move ahead for every move, then as deep as there is time for.
        for number in legal:
            turn = self.engine.ask("play", move=number)
            replies = len(self.engine.ask("legal")["legal"])
            self.engine.ask("undo")
            if turn["winner"] == me:
                return number
            # After a skipped turn it is ours again, and many moves are good.
            rating = -replies if turn["to_move"] == me else replies
            if fewest is None or rating < fewest:
                fewest, choice = rating, number
            self.left -= 1
            if self.left < 0:
                return choice
        for depth in range(3, 40, 2):
            try:
                for number in legal:
                    if self.wins_by(number, me, depth):
                        return number
            except OutOfTime:
                break
        return choice

    def wins_by(self, number, me, depth):
        """Whether this move of whoever is to move makes `me` win within so many moves, whatever the other does.

        The engine stands again where it stood, even when the time is over."""
        self.left -= 1
        if self.left < 0:
            raise OutOfTime
        turn = self.engine.ask("play", move=number)
        try:
            if turn["over"]:
                return turn["winner"] == me
            if depth == 1:
                return False
            legal = self.engine.ask("legal")["legal"]
            # One good move is enough on our own turn; the opponent may choose among all of theirs.
            enough = any if turn["to_move"] == me else all
            return enough(self.wins_by(n, me, depth - 1) for n in legal)
        finally:
            self.engine.ask("undo")


def main():
    parser = argparse.ArgumentParser(description="Plays a game against a bot through divvy engine.")
    parser.add_argument("--divvy", default="divvy", metavar="PATH", help="the program; divvy unless given")
    parser.add_argument("--game", default="multiple-madness", choices=GAMES)
    parser.add_argument("--size", type=int, default=20, help="the largest number; 20 unless given")
    parser.add_argument("--bot", default="greedy", help="the opponent; greedy unless given")
    parser.add_argument("--seed", type=int, default=0, help="what the bot's chances are drawn from")
    parser.add_argument("--second", action="store_true", help="let the bot make the first move")
    parser.add_argument("--positions", type=int, default=2000, help="how many positions to look at for a move")
    args = parser.parse_args()
    try:
        engine = Engine(args.divvy)
    except OSError as error:
        sys.exit(f"cannot start {args.divvy}: {error}")
    me = 2 if args.second else 1
    player = Player(engine, args.positions)
    try:
        turn = engine.ask("new", game=args.game, options={"size": args.size})
        while not turn["over"]:
            if turn["to_move"] == me:
                turn = engine.ask("play", move=player.choose(me))
                who = "client"
            else:
                turn = engine.ask("genmove", bot=args.bot, seed=args.seed)
                who = args.bot
            print(f"{who} plays {turn['move']}", flush=True)
        engine.quit()
    except (EngineError, OSError) as error:
        sys.exit(f"divvy engine: {error}")
    winner = "client" if turn["winner"] == me else args.bot
    print(f"{winner} wins as player {turn['winner']}")


if __name__ == "__main__":
    main()
