"""How good is a rule of thumb? An agent that always takes the smallest prime it can, measured against three opponents.

    python evaluate.py
"""

import divvy_games


def smallest_prime(game: divvy_games.Game) -> int:
    """The smallest legal prime, or else the largest legal number."""
    primes = [n for n in game.legal if n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))]
    return primes[0] if primes else game.legal[-1]


report = divvy_games.evaluate(smallest_prime, divvy_games.Game("multiple-madness", 30, opening="even"), games=100, seed=1)
print(report)
