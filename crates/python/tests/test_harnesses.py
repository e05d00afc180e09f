"""The benchmark in the harnesses of others, with a scripted stand-in for a model. They are heavy, so only ``.ci/full`` has them."""

import http.server
import importlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest
from divvy_games import bench


def needs(module):
    """Skips a test where a module is missing; it fails where everything is meant to be tested."""
    try:
        importlib.import_module(module)
    except ImportError:
        message = f"{module} is not installed"
        pytest.fail(message) if os.environ.get("DIVVY_HARNESSES") == "true" else pytest.skip(message)


def script(entries):
    """A model that answers every other question right, and the others with no legal move."""
    answers = {entry["question"]: entry["answer"] for entry in entries}
    right = {question for place, question in enumerate(answers) if place % 2 == 0}
    return lambda question: f"Let me see: 1, 2, 3.\n\n**Answer: {answers[question] if question in right else 0}**"


def test_inspect_runs_the_benchmark(tmp_path):
    needs("inspect_ai")
    from divvy_games.inspect_ai import divvy, score_log
    from inspect_ai import eval as run
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    entries = bench.read(bench.make(1, 3))
    answer = script(entries)

    def output(messages, *_):
        told = ModelOutput.from_content("scripted", answer(messages[-1].text))
        told.usage = ModelUsage()
        return told

    model = get_model("mockllm/scripted", custom_outputs=output)
    (log,) = run(divvy(positions=3), model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success" and len(log.samples) == 24
    metrics = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    report = score_log(log.location, 1, 3)["rows"]
    assert metrics["accuracy"] == report[0]["accuracy"] == 0.5
    assert metrics["skill"] == pytest.approx(report[0]["skill"])
    for row in report:
        if row["by"] == "wording":
            assert metrics[row["name"]] == pytest.approx(row["skill"])
    assert report[0]["illegal"] == 12
    # By its name, as on the command line.
    task_args = {"positions": 3, "wording": "neutral"}
    (log,) = run("divvy_games/divvy", task_args=task_args, model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success" and len(log.samples) == 9


class Scripted(http.server.BaseHTTPRequestHandler):
    """An endpoint that speaks as OpenAI's does, in one piece of a stream."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = self.server.answer(asked["messages"][-1]["content"])
        choice = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}
        body = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_verifiers_runs_the_environment(tmp_path):
    needs("verifiers.v1")
    beside = str(pathlib.Path(sys.executable).parent)
    program = shutil.which("vf-eval", path=beside)
    entries = list(bench.create_dataset("divvy", size=8, seed=3))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    server.answer = script(entries)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [program, "divvy-bench", "--env.taskset.size", "8", "--env.taskset.seed", "3"]
    command += ["--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess", "-m", "scripted"]
    command += ["--client.base-url", f"http://127.0.0.1:{server.server_port}/v1", "--client.api-key-var", "NO_KEY"]
    command += ["--no-push", "--no-rich", "--output-dir", str(tmp_path)]
    # uv, which the environment brings along, prepares the program that asks.
    environment = {**os.environ, "PATH": f"{beside}:{os.environ['PATH']}", "NO_PROXY": "127.0.0.1"}
    try:
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    finally:
        server.shutdown()
    assert ended.returncode == 0, ended.stderr[-2000:]
    (traces,) = tmp_path.glob("**/traces.jsonl")
    traces = [json.loads(line) for line in traces.read_text().splitlines()]
    assert len(traces) == 8
    told = json.dumps(traces)
    assert told.count('"wins": {"score": 1.0') == told.count('"wins": {"score": 0.0') == 4
    assert told.count('"is_legal": 1.0') == 4
