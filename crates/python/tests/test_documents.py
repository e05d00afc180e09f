"""The examples, the notebook and the documents do what they say."""

import doctest
import importlib
import json
import pathlib
import re
import runpy
import subprocess
import sys

import divvy_games
import pytest

HERE = pathlib.Path(__file__).parent.parent
EXAMPLES = HERE / "examples"


def test_the_learner_keeps_every_win_at_the_end(tmp_path):
    learn = runpy.run_path(str(EXAMPLES / "learn.py"))
    curve = learn["learn"]()
    assert curve[0][1] < 0.8 and curve[-1][1] == 1.0
    learn["plot"](curve, str(tmp_path / "curve.png"))
    assert (tmp_path / "curve.png").stat().st_size > 1000


@pytest.mark.parametrize("name", ["evaluate.py", "speed.py"])
def test_an_example_runs(name):
    run = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, check=True)
    assert run.stdout


def test_the_notebook_runs():
    notebook, names = json.loads((EXAMPLES / "divvy.ipynb").read_text()), {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["report"].total.games == 120


def test_the_lines_of_the_readme_run(capsys):
    text = (HERE.parent.parent / "README.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(block, {})
    printed = capsys.readouterr().out
    assert printed.startswith("[1, 2, 3, 4, 6] 1\n") and "decisions" in printed


@pytest.mark.parametrize("document", [HERE / "README.md", HERE.parent.parent / "docs" / "python.md"])
def test_a_document_is_true(document):
    results = doctest.testfile(str(document), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 5 and results.failed == 0


@pytest.mark.parametrize("name", ["", "._census", ".bench", ".evaluation", ".gg_bench", ".gymnasium", ".pettingzoo", ".vector"])
def test_the_examples_of_a_module_are_true(name):
    module = importlib.import_module(f"divvy_games{name}")
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize("thing", [divvy_games.Game, divvy_games.Game.parse, divvy_games.Bot])
def test_a_docstring_is_true(thing):
    finder = doctest.DocTestParser()
    test = finder.get_doctest(thing.__doc__, vars(divvy_games).copy(), str(thing), None, 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0


def test_everything_public_is_explained():
    for name in divvy_games.__all__:
        thing = getattr(divvy_games, name)
        if callable(thing):
            assert thing.__doc__, name
            for member, value in vars(thing).items() if isinstance(thing, type) else ():
                if not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member}"
