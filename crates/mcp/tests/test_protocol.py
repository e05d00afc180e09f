"""The server, talked to by the official Python client and by a client that breaks every rule."""

import asyncio
import json
import os
import pathlib
import random
import subprocess
import sys

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

ROOT = pathlib.Path(__file__).parents[3]
DIVVY = os.environ.get("DIVVY", str(ROOT / "target" / "debug" / "divvy"))


def session(work, *arguments):
    async def run():
        server = StdioServerParameters(command=DIVVY, args=["mcp", *arguments])
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            return await work(client)

    return asyncio.run(asyncio.wait_for(run(), 120))


def test_every_tool_is_listed_and_called():
    async def work(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        began = await client.call_tool("new_game", {"game": "chain-reaction", "seat": 1, "opponent": "random"})
        game = {"game_id": began.structured_content["game_id"]}
        arguments = {"list_games": {}, "results": {}, "rules": {"game": "number-maze"}, "new_game": {"game": "number-maze"}}
        arguments["play"] = {**game, "number": began.structured_content["legal"][0]}
        order = sorted(names, key=["play", "undo", "resign"].count)
        for name in [name for name in order if name != "resign"] + ["resign"]:
            answer = await client.call_tool(name, arguments.get(name, game))
            assert not answer.is_error or name in ("undo", "resign"), (name, answer)
            assert answer.content[0].text
        return names

    assert len(session(work)) == 11


def test_a_stand_in_plays_and_the_log_is_added_up(tmp_path):
    example = ROOT / "crates" / "mcp" / "examples" / "stand_in.py"
    run = subprocess.run([sys.executable, str(example), DIVVY, "2"], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[0].split()[:4] == ["player", "opponent", "game", "games"]
    log = tmp_path / "games.jsonl"

    async def work(client):
        began = await client.call_tool("new_game", {})
        await client.call_tool("resign", {"game_id": began.structured_content["game_id"]})

    session(work, "multiple-madness", "--opponent", "easy", "--seat", "1", "--player", "quitter", "--log", str(log))
    begun, line = log.read_text().splitlines()
    assert json.loads(begun)["open"] and json.loads(begun)["id"] == json.loads(line)["id"]
    assert json.loads(line)["player"] == "quitter" and json.loads(line)["resigned"]
    summary = subprocess.run([DIVVY, "mcp", "--summary", str(log), "--json"], capture_output=True, text=True, check=True)
    assert json.loads(summary.stdout)["rows"][0]["games"] == 1


def test_ten_thousand_wrong_calls_lose_nothing():
    chance = random.Random(1)
    tools = ["play", "see", "undo", "hint", "solve", "review", "new_game", "rules", "list_games", "results", "no_such"]
    values = [None, True, -1, 0, 7, 10**30, 1.5, "", "x" * 300, [], {}, {"a": [None]}, "multiple-madness", "\u0000"]

    def wrong():
        if chance.random() < 0.05:
            return chance.choice(["", "{", "[]", "null", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"method":"x"}'])
        fields = chance.sample(["game_id", "number", "game", "options", "seat", "opponent", "x"], chance.randrange(4))
        arguments = {field: chance.choice(values) for field in fields}
        call = {"name": chance.choice(tools), "arguments": chance.choice([arguments, arguments, arguments, 5, None])}
        return json.dumps({"jsonrpc": "2.0", "id": chance.randrange(10**6), "method": "tools/call", "params": call})

    server = subprocess.Popen([DIVVY, "mcp", "--games", "20000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(message):
        server.stdin.write(message + "\n")
        server.stdin.flush()

    def answer(number):
        for line in server.stdout:
            if json.loads(line).get("id") == number:
                return json.loads(line)["result"]
        raise AssertionError("the server has ended")

    def call(number, name, **arguments):
        params = {"name": name, "arguments": arguments}
        send(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}))
        return answer(number)

    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "rude", "version": "1"}}
    send(json.dumps({"jsonrpc": "2.0", "id": -1, "method": "initialize", "params": about}))
    answer(-1)
    send(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    began = call(-2, "new_game", game="multiple-madness", seat=2, opponent="perfect")["structuredContent"]
    for block in range(100):
        for _ in range(100):
            send(wrong())
        # Answers are read between, so that neither side waits for the other for ever.
        assert not call(-10 - block, "see", game_id=began["game_id"]).get("isError")
    assert call(-3, "see", game_id=began["game_id"])["structuredContent"] == began
    server.stdin.close()
    server.stdout.read()
    assert server.wait(timeout=30) == 0


def test_clients_over_http_have_their_own_games(tmp_path):
    database = f"sqlite:{tmp_path / 'games.db'}"
    command = [DIVVY, "serve", "--mcp", "--addr", "127.0.0.1:0", "--database", database, "--rate", "0", "--log", "off"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().split()[-1] + "mcp"

        async def as_client(token, work):
            headers = {"Authorization": f"Bearer {token}"}
            async with create_mcp_http_client(headers=headers) as http:
                async with streamable_http_client(url, http_client=http) as streams:
                    async with ClientSession(*streams[:2]) as client:
                        await client.initialize()
                        return await work(client)

        async def begin(client):
            assert len((await client.list_tools()).tools) == 10
            return (await client.call_tool("new_game", {"game": "chain-reaction", "seat": 1})).structured_content

        async def run():
            began = await as_client("one", begin)

            async def see(client):
                return await client.call_tool("see", {"game_id": began["game_id"]})

            stranger, owner = await as_client("two", see), await as_client("one", see)
            assert stranger.is_error and "there is no game" in stranger.content[0].text.lower()
            assert owner.structured_content == began

        asyncio.run(asyncio.wait_for(run(), 60))
    finally:
        server.terminate()
        assert server.wait(timeout=30) == 0


def test_an_experiment_over_http_is_logged_as_on_streams(tmp_path):
    log = tmp_path / "games.jsonl"
    fixed = ["sequence-duel", "--opponent", "easy", "--no-hints", "--player", "far", "--log", str(log)]
    server = subprocess.Popen([DIVVY, "mcp", *fixed, "--addr", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().split()[-1]

        async def run():
            async with streamable_http_client(url) as streams, ClientSession(*streams[:2]) as client:
                await client.initialize()
                tools = {tool.name: tool for tool in (await client.list_tools()).tools}
                assert not {"hint", "solve", "review", "results"} & set(tools)
                assert tools["new_game"].input_schema["properties"] == {}
                rules = (await client.call_tool("rules", {})).content[0].text
                assert "remove" in rules.lower() and "same game" not in rules and "Multiple Madness" not in rules
                for seat in (1, 2):
                    game = (await client.call_tool("new_game", {})).structured_content
                    assert game["you"] == seat
                    refused = await client.call_tool("play", {"game_id": game["game_id"], "number": 999})
                    assert refused.is_error and "999 is outside" in refused.content[0].text
                unknown = await client.call_tool("see", {"game_id": "none"})
                assert unknown.is_error and "there is no game" in unknown.content[0].text.lower()

        asyncio.run(asyncio.wait_for(run(), 60))
    finally:
        server.kill()
        server.wait(timeout=30)
    games = {line["id"]: line for line in map(json.loads, log.read_text().splitlines())}
    assert [(game["player"], game["open"], len(game["failed"])) for game in games.values()] == [("far", True, 1)] * 2


def test_the_inspector_lists_and_calls_the_tools():
    inspector = ROOT / "target" / "inspector" / "node_modules" / ".bin" / "mcp-inspector"
    if not inspector.exists():
        message = "the inspector, which .ci/full installs into target/inspector, is missing"
        pytest.fail(message) if os.environ.get("DIVVY_FULL") == "true" else pytest.skip(message)

    def inspect(*arguments):
        run = subprocess.run([str(inspector), "--cli", DIVVY, "mcp", *arguments], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    assert len(inspect("--method", "tools/list")["tools"]) == 11
    for name, argument in [("list_games", []), ("results", []), ("rules", ["game=number-maze"]), ("new_game", ["game=number-maze"])]:
        given = [part for pair in argument for part in ("--tool-arg", pair)]
        answer = inspect("--method", "tools/call", "--tool-name", name, *given)
        assert answer["content"][0]["text"] and not answer["isError"]
