"""Two agents in turn, as a PettingZoo environment.

>>> from divvy_games import pettingzoo
>>> env = pettingzoo.env("multiple-madness", size=20)
>>> env.reset(seed=1)
>>> env.agent_selection
'player_1'
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _picture, _spaces

__all__ = ["env", "raw_env"]


def env(game: str = "multiple-madness", *, render_mode: str | None = None, **options: Any) -> Any:
    """The game with PettingZoo's usual wrappers: an illegal action loses, with a reward of -1."""
    environment: Any = raw_env(game, render_mode=render_mode, **options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """The game without wrappers. Action ``a`` plays number ``a + 1``; the winner gets 1, the loser -1.

    In a race a player without a move is skipped: the other agent moves again.
    """

    metadata: dict[str, Any] = {
        "render_modes": _picture.MODES,
        "name": "divvy_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str = "multiple-madness", *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self._start = _spaces.begin(game, options)
        self.metadata = {**self.metadata, "name": f"divvy_{self._start.name.replace('-', '_')}_v0"}
        self.game = self._start.copy()
        self.render_mode = _picture.checked(render_mode)
        self.possible_agents = ["player_1", "player_2"]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {
            agent: _spaces.observation_space(self._start) for agent in self.possible_agents
        }
        self.action_spaces = {agent: _spaces.action_space(self._start) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same object at every call, so that a seeded sample is repeatable."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object at every call, so that a seeded sample is repeatable."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing is left to chance, so the seed changes nothing."""
        self.game = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[(self.game.to_move or 1) - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position; the mask is empty for the agent that is not to move."""
        seen = _spaces.observe(self.game)
        if agent != self.agent_selection or self.game.over:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: Any) -> None:
        """Plays an action of the agent to move.

        Raises:
            ValueError: if it is illegal; ``env`` ends the game instead.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        self.game.play(int(action) + 1)
        self._clear_rewards()
        if self.game.over:
            for number, agent in enumerate(self.possible_agents, start=1):
                self.rewards[agent] = 1.0 if self.game.winner == number else -1.0
            self.terminations = {agent: True for agent in self.agents}
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(mover)]
        else:
            if self.game.abandoned:
                self.truncations = {agent: True for agent in self.agents}
            self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as text or as a picture, as ``render_mode`` says."""
        return _picture.render(self.game, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
