#!/usr/bin/env python3
"""Plays hundreds of games for an hour while the server is killed, stopped, cut off from its database and attacked.

    cargo build --release
    python3 crates/load/soak.py --minutes 60 --games 500                  # SQLite, one process
    python3 crates/load/soak.py --minutes 60 --games 500 --postgres       # two processes on one PostgreSQL

Every honest player has an address of its own (127.1.x.y), plays both seats of its games at a human pace, and remembers each
move that was acknowledged. At the end every game is read again: one that lacks an acknowledged move is lost. Hostile clients
(127.66.x.y) send the longest reviews, do not read answers, send garbage, and open connections without a request. Prints
figures, and exits with 1 if a move was lost. Needs Linux, and for --postgres the server programs of PostgreSQL.
"""

import argparse
import asyncio
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# A circle of Number Maze: the longest game for its bytes.
CIRCLE = [2, 3, 4, 9, 8, 1]


class Client:
    """One connection that is opened again after an error."""

    def __init__(self, ports, address, token):
        self.ports, self.address, self.token = ports, address, token
        self.reader = self.writer = None

    async def request(self, method, path, body=None, timeout=30):
        """The status and the JSON of the answer; raises OSError or asyncio's errors when there is none."""
        try:
            return await asyncio.wait_for(self._request(method, path, body), timeout)
        except BaseException:
            self.close()
            raise

    async def _request(self, method, path, body):
        if self.writer is None:
            port = random.choice(self.ports)
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(self.address, 0))
        payload = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + payload)
        await self.writer.drain()
        status = int((await self.reader.readline()).split()[1])
        length, closes = 0, False
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            if name.lower() == "content-length":
                length = int(value)
            closes |= name.lower() == "connection" and value.strip().lower() == "close"
        answer = await self.reader.readexactly(length)
        if closes:
            self.close()
        return status, json.loads(answer) if answer else None

    def close(self):
        if self.writer is not None:
            self.writer.transport.abort()
        self.reader = self.writer = None


FAILURES = (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, IndexError, ValueError)


class Soak:
    def __init__(self, args):
        self.args = args
        self.folder = tempfile.mkdtemp(prefix="divvy-soak-")
        self.ports = [args.port, args.port + 1] if args.postgres else [args.port]
        self.servers = {}
        self.games = {}
        self.times, self.quiet_times = [], []
        self.unanswered = self.refused = self.attacks = 0
        self.events = {"kill -9": 0, "stop": 0, "outage": 0}
        self.disturbed_until = 0.0
        self.memory = []
        self.end = 0.0

    # The server and its database.

    def start_database(self):
        binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.pg_ctl = [os.path.join(binaries, "pg_ctl"), "-D", os.path.join(self.folder, "pg")]
        run = dict(check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # PostgreSQL does not run as root.
        self.as_owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        if self.as_owner:
            shutil.chown(self.folder, "postgres")
        os.chmod(self.folder, 0o755)
        initdb = [os.path.join(binaries, "initdb"), "-D", os.path.join(self.folder, "pg"), "-U", "divvy", "-A", "trust"]
        subprocess.run(self.as_owner + initdb, cwd=self.folder, **run)
        self.database(["start"])
        return f"postgres://divvy@127.0.0.1:{self.args.port + 9}/postgres"

    def database(self, command):
        options = f"-p {self.args.port + 9} -k {self.folder} -c listen_addresses=127.0.0.1"
        if command[0] == "start":
            command = command + ["-o", options, "-l", os.path.join(self.folder, "pg.log")]
        subprocess.run(self.as_owner + self.pg_ctl + ["-w"] + command, cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_server(self, port):
        # The limits are for each address, so that honest players are not limited with hostile ones.
        command = [self.args.divvy, "serve", "--addr", f"127.0.0.1:{port}", "--database", self.url, "--log", "text"]
        with open(os.path.join(self.folder, "server.log"), "ab") as log:
            self.servers[port] = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)

    async def disturb(self):
        """Every half minute one of these, in turn: a kill, a stop, an outage of the database."""
        turn = 0
        while True:
            await asyncio.sleep(self.args.every)
            if time.monotonic() > self.end - self.args.every:
                return
            port = self.ports[turn % len(self.ports)]
            kinds = ["kill -9", "stop", "outage"] if self.args.postgres else ["kill -9", "stop"]
            kind = kinds[turn % len(kinds)]
            turn += 1
            self.disturbed_until = time.monotonic() + 5
            if kind == "outage":
                await asyncio.to_thread(self.database, ["stop", "-m", "immediate"])
                await asyncio.sleep(2)
                await asyncio.to_thread(self.database, ["start"])
            else:
                server = self.servers[port]
                server.send_signal(signal.SIGKILL if kind == "kill -9" else signal.SIGTERM)
                await asyncio.to_thread(server.wait)
                self.start_server(port)
            self.disturbed_until = time.monotonic() + 5
            self.events[kind] += 1

    async def watch(self):
        """The memory of all server processes, each ten seconds."""
        begun = time.monotonic()
        while True:
            total = 0
            for server in self.servers.values():
                try:
                    with open(f"/proc/{server.pid}/status") as status:
                        total += sum(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
                except OSError:
                    pass
            self.memory.append((time.monotonic() - begun, total / 1024))
            await asyncio.sleep(10)

    # Honest players.

    async def play(self, index):
        chance = random.Random(index)
        client = Client(self.ports, f"127.1.{index // 250}.{index % 250 + 1}", f"{index + (1 << 100):032x}")
        state = None
        await asyncio.sleep(chance.random() * self.args.pace)
        while time.monotonic() < self.end:
            try:
                if state is None or state["over"]:
                    status, answer = await client.request("POST", "/api/v1/games", {"game": "multiple-madness", "mode": "local"})
                    if status == 201:
                        state = answer["game"]
                        self.games[state["id"]] = (client.token, [])
                    else:
                        self.refused += 1
                        await asyncio.sleep(1)
                    continue
                state = await self.move(client, chance, state)
            except FAILURES:
                self.unanswered += 1
                await asyncio.sleep(0.5)
                continue
            await asyncio.sleep(self.args.pace * (0.5 + chance.random()))

    async def move(self, client, chance, state):
        """Plays a random move until it is acknowledged; returns the state after it."""
        first, last = chance.choice(state["legal"])
        number, path = chance.randint(first, last), f"/api/v1/games/{state['id']}"
        acknowledged = self.games[state["id"]][1]
        asked, was_quiet = time.monotonic(), time.monotonic() > self.disturbed_until
        while True:
            try:
                status, answer = await client.request("POST", path + "/move", {"number": number, "ply": state["ply"]})
            except FAILURES:
                self.unanswered += 1
                was_quiet = False
                await asyncio.sleep(0.2)
                continue
            if status == 200:
                taken = time.monotonic() - asked
                self.times.append(taken)
                if was_quiet and time.monotonic() > self.disturbed_until:
                    self.quiet_times.append(taken)
                acknowledged.append(number)
                return answer
            if status == 409 and answer["game"]["ply"] == state["ply"] + 1 and answer["game"]["moves"][-1]["number"] == number:
                # It was kept, and the answer was lost with the server.
                acknowledged.append(number)
                return answer["game"]
            if status in (429, 503):
                self.refused += 1
                was_quiet = False
                await asyncio.sleep(0.2)
                continue
            raise SystemExit(f"a legal move was answered with {status}: {answer}")

    async def check(self):
        """Reads every game again; returns how many acknowledged moves there were, and what is missing."""
        client, count, lost = Client(self.ports, "127.0.0.1", "0" * 32), 0, []
        for place, (game, (token, acknowledged)) in enumerate(self.games.items()):
            client.address, client.token = f"127.2.{place // 250 % 250}.{place % 250 + 1}", token
            client.close()
            status, state = await client.request("GET", f"/api/v1/games/{game}")
            kept = [move["number"] for move in state["moves"]] if status == 200 else []
            count += len(acknowledged)
            # One more may have been kept whose answer was lost.
            if kept[: len(acknowledged)] != acknowledged or len(kept) > len(acknowledged) + 1:
                lost.append(f"{game}: {status}, acknowledged {acknowledged}, kept {kept}")
        return count, lost

    # Hostile clients.

    async def attack(self, index):
        chance = random.Random(1000 + index)
        address = f"127.66.0.{index % 10 + 1}"
        review = {"game": "number-maze;size=10000;block:" + ",".join(str(CIRCLE[i % 6]) for i in range(16000))}
        while time.monotonic() < self.end:
            self.attacks += 1
            try:
                kind = chance.choice(["review", "unread", "garbage", "silent"])
                if kind == "review":
                    await Client(self.ports, address, "f" * 32).request("POST", "/api/v1/review", review, timeout=60)
                    continue
                port = chance.choice(self.ports)
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1024)
                try:
                    if kind == "unread":
                        body = json.dumps(review).encode()
                        writer.write(b"POST /api/v1/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                     + b"Content-Length: %d\r\n\r\n" % len(body) + body)
                        await asyncio.sleep(30)
                    elif kind == "garbage":
                        writer.write(chance.randbytes(chance.randrange(1, 5000)))
                        await asyncio.wait_for(reader.read(1000), 15)
                    else:
                        await asyncio.wait_for(reader.read(1000), 30)
                finally:
                    writer.transport.abort()
            except FAILURES:
                await asyncio.sleep(0.1)

    async def run(self):
        self.url = self.start_database() if self.args.postgres else "sqlite:" + os.path.join(self.folder, "games.sqlite")
        for port in self.ports:
            self.start_server(port)
            await self.ready(port)
        self.end = time.monotonic() + self.args.minutes * 60
        watching, disturbing = asyncio.create_task(self.watch()), asyncio.create_task(self.disturb())
        hostile = [asyncio.create_task(self.attack(index)) for index in range(self.args.hostile)]
        await asyncio.gather(*(self.play(index) for index in range(self.args.games)))
        for task in [watching, disturbing, *hostile]:
            task.cancel()
        count, lost = await self.check()
        self.report(count, lost)
        return not lost

    async def ready(self, port):
        client = Client([port], "127.0.0.1", "0" * 32)
        for _ in range(300):
            try:
                if (await client.request("GET", "/api/v1/games"))[0] == 200:
                    return
            except FAILURES:
                pass
            await asyncio.sleep(0.1)
        raise SystemExit(f"the server does not answer; its log is {self.folder}/server.log")

    def report(self, count, lost):
        def at(times, share):
            times = sorted(times) or [0.0]
            return 1000 * times[min(len(times) - 1, int(len(times) * share))]

        print(f"{self.args.minutes} min, {len(self.games)} games, {count} acknowledged moves, {len(lost)} games lost a move")
        print(", ".join(f"{kind}: {times}" for kind, times in self.events.items()), f"hostile acts: {self.attacks}", sep=", ")
        print(f"moves: p50 {at(self.times, 0.5):.1f} ms, p99 {at(self.times, 0.99):.1f} ms; without kills and outages: "
              f"p50 {at(self.quiet_times, 0.5):.1f} ms, p99 {at(self.quiet_times, 0.99):.1f} ms")
        print(f"requests without an answer: {self.unanswered}, answers 429 and 503: {self.refused}")
        quarters = [self.memory[len(self.memory) * q // 4 : len(self.memory) * (q + 1) // 4] for q in range(4)]
        means = [sum(value for _, value in part) / max(1, len(part)) for part in quarters]
        print("memory of all processes by quarter of the time, MB:", ", ".join(f"{mean:.0f}" for mean in means),
              f"(most {max(value for _, value in self.memory):.0f})")
        for line in lost[:20]:
            print("LOST", line)

    def close(self):
        for server in self.servers.values():
            server.kill()
            server.wait()
        if self.args.postgres:
            self.database(["stop", "-m", "immediate"])
        if not self.args.keep:
            shutil.rmtree(self.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=500, help="honest players, each in one game at a time")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a player")
    parser.add_argument("--hostile", type=int, default=40, help="hostile clients at once, at ten addresses")
    parser.add_argument("--every", type=float, default=30, help="seconds between kills, stops and outages")
    parser.add_argument("--postgres", action="store_true", help="two processes on a PostgreSQL of its own")
    parser.add_argument("--divvy", default="target/release/divvy")
    parser.add_argument("--port", type=int, default=8060)
    parser.add_argument("--keep", action="store_true", help="keep the folder with database and log")
    soak = Soak(parser.parse_args())
    try:
        kept = asyncio.run(soak.run())
    finally:
        soak.close()
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
