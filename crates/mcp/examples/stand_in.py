"""A scripted stand-in for a model: plays games over the Model Context Protocol and prints what came of them.

    pip install mcp
    python stand_in.py path/to/divvy [games]
"""

from __future__ import annotations

import asyncio
import random
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

ARGUMENTS = ["mcp", "--opponent", "easy", "--seed", "1", "--player", "stand-in"]


async def play(session: ClientSession, game: str, chance: random.Random) -> None:
    """One game: the stand-in reads the legal moves, and now and then plays something that is not among them."""
    began = await session.call_tool("new_game", {"game": game})
    position = began.structured_content
    while not position["over"]:
        careless = chance.random() < 0.1
        number = chance.randint(1, 20) if careless else chance.choice(position["legal"])
        answer = await session.call_tool("play", {"game_id": position["game_id"], "number": number})
        if not answer.is_error:
            position = answer.structured_content


async def main(program: str, games: int) -> None:
    server = StdioServerParameters(command=program, args=ARGUMENTS)
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        listed = await session.call_tool("list_games", {})
        chance = random.Random(1)
        for _ in range(games):
            for game in listed.structured_content["games"]:
                await play(session, game["game"], chance)
        results = await session.call_tool("results", {})
        print(results.content[0].text)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5))
