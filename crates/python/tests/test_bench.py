"""Questions with exact answers, and the scores of answers to them."""

import json

import divvy_games
import pytest
from divvy_games import bench

SMALL = "c204f20680d3388e5e43b98c7ccb30828bd25a69508682ca5cf5197c8d5e5020"
"""The checksum of the set with seed 1 and nine positions of each kind, as the tests of the laboratory have it."""


@pytest.fixture(scope="module")
def small():
    return bench.make(seed=1, positions=9)


def test_a_set_has_the_same_bytes_as_that_of_the_program(small):
    header = json.loads(small.splitlines()[0])
    assert header == {"divvy_bench": 1, "seed": 1, "positions": 27, "questions": 72, "sha256": SMALL}
    assert len(bench.read(small)) == 72


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_a_dataset_has_the_form_of_reasoning_gym(name):
    dataset = divvy_games.create_dataset(name, size=12, seed=7)
    assert len(dataset) == len(list(dataset)) == 12
    for place, entry in enumerate(dataset):
        assert set(entry) == {"question", "answer", "metadata"}
        metadata = entry["metadata"]
        assert (metadata["source_dataset"], metadata["source_index"]) == (name, place)
        game = divvy_games.Game.parse(metadata["position"])
        assert (game.name, game.legal) == (name, metadata["legal"])
        assert game.solve().winning == metadata["winning"]
        for answer, worth in [(entry["answer"], 1.0), (f"Hm. Answer: {entry['answer']}", 1.0), (None, 0.0), ("", 0.0)]:
            assert dataset.score_answer(answer, entry) == worth
        for number in range(game.size + 2):
            assert dataset.score_answer(number, entry) == float(number in metadata["winning"])
    assert len({entry["metadata"]["position"] for entry in dataset}) == 12


def test_seeds_decide_and_a_longer_dataset_begins_as_a_shorter_one():
    def questions(**given):
        return [entry["question"] for entry in divvy_games.create_dataset("number-maze", **given)]

    assert questions(size=6, seed=1) == questions(size=9, seed=1)[:6] != questions(size=6, seed=2)


def test_wordings_can_be_chosen():
    games = {name: divvy_games.create_dataset(name, size=4, seed=3) for name in divvy_games.GAMES}
    neutral = divvy_games.create_dataset("chain-reaction", size=4, seed=3, neutral=True)
    for place in range(4):
        same = [games[name][place]["metadata"] for name in ("multiple-madness", "chain-reaction", "sequence-duel")]
        same.append(neutral[place]["metadata"])
        assert len({tuple(metadata["winning"]) for metadata in same}) == 1
        assert "Chain Reaction" in games["chain-reaction"][place]["question"]
        assert "Chain" not in neutral[place]["question"]
    wordings = [entry["metadata"]["wording"] for entry in divvy_games.create_dataset("divvy", size=17, seed=3)]
    assert wordings[:8] == wordings[8:16] and len(wordings) == 17 and len(set(wordings)) == 6
    assert len(divvy_games.create_dataset("divvy", size=7, seed=3, neutral=True)) == 7


def test_answers_are_scored_and_abstaining_gains_nothing(small):
    entries = bench.read(small)
    ids = [entry["metadata"]["id"] for entry in entries]
    right = [(id, entry["answer"]) for id, entry in zip(ids, entries)]
    assert bench.score(small, right)["rows"][0]["skill"] == 1.0
    half = bench.score(small, right[::2])["rows"][0]
    wrong = bench.score(small, right[::2] + [(id, "pass") for id, _ in right[1::2]])["rows"][0]
    assert half["accuracy"] == wrong["accuracy"] == 0.5 and half["missing"] == wrong["illegal"] == 36


def test_a_random_mover_has_no_skill(small):
    bot, text = divvy_games.bot("random", seed=1), bench.make(seed=5, positions=40)
    answers = [
        (entry["metadata"]["id"], bot.move(divvy_games.Game.parse(entry["metadata"]["position"])))
        for entry in bench.read(text)
    ]
    low, high = bench.score(text, answers)["rows"][0]["skill_interval"]
    assert low < 0.0 < high


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda small: divvy_games.create_dataset("chess"), "name takes divvy, trap-avoidance"),
        (lambda small: divvy_games.create_dataset("divvy", size=-1), "not negative"),
        (lambda small: divvy_games.create_dataset("divvy", seed=-1), "seed takes"),
        (lambda small: bench.score(small.replace("Answer", "answer"), []), "its checksum is another"),
        (lambda small: bench.score(small, [("race-0001/neutral", 1)] * 2), "for a second time"),
        (lambda small: bench.score(small, [("race-9999/neutral", 1)]), "which the set has not"),
    ],
)
def test_what_does_not_fit_is_told(small, call, message):
    with pytest.raises(ValueError, match=message):
        call(small)
