"""Games, their rules and their exact answers."""

import copy
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import divvy_games
import numpy
import pytest
from plain import PlainRace, PlainTraps, plain


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_ten_thousand_random_games_equal_the_plain_rules(name):
    chance = random.Random(name)
    for _ in range(10_000):
        size = chance.choice([20, 20, 9, 30])
        game, board = divvy_games.Game(name, size), plain(name, size)
        for _ in range(200):
            legal = board.legal()
            assert game.legal == legal
            assert game.winner == board.winner
            assert game.over == (not legal)
            if not legal:
                break
            number = chance.choice(legal)
            game.play(number)
            board.play(number)
        if isinstance(board, PlainRace):
            assert game.turns == board.turns
            assert [node for node, _ in game.tokens] == board.at
        else:
            assert game.free == board.free
            assert game.moves == board.moves


def random_options(chance):
    """A board of Trap Avoidance with any options that go together."""
    options = {"size": chance.randint(5, 40), "without_one": chance.random() < 0.5, "one": chance.choice(["trap", "free"])}
    if chance.random() < 0.3:
        options["from_"] = chance.randint(2, options["size"])
    else:
        options["opening"] = chance.choice(["any", "even", "even-below-half"])
    return options


def test_random_games_with_traps_for_two_turns_equal_the_plain_rules():
    chance = random.Random(2)
    for _ in range(2_000):
        options = random_options(chance)
        game, board = divvy_games.Game("trap-avoidance", memory=2, **options), PlainTraps(memory=2, **options)
        while legal := board.legal():
            assert (game.legal, game.winner, game.over) == (legal, None, False), game.notation
            number = chance.choice(legal)
            game.play(number)
            board.play(number)
        assert (game.legal, game.winner, game.over) == ([], board.winner, True), game.notation
        observation = [int(n in board.free) for n in range(1, board.size + 1)] + [0, 0, *board.gone][-2:]
        assert game.observation().tolist() == observation, game.notation


def test_a_memory_of_one_is_the_game_without_the_option():
    chance = random.Random(1)
    for seed in range(500):
        options = random_options(chance)
        one, none = divvy_games.Game("trap-avoidance", memory=1, **options), divvy_games.Game("trap-avoidance", **options)
        assert one == none and one.options == none.options
        board = PlainTraps(**options)
        for number in none.playout(seed):
            assert one.legal == board.legal()
            one.play(number)
            board.play(number)
        assert (repr(one), one.notation, pickle.dumps(one)) == (repr(none), none.notation, pickle.dumps(none))
        assert one.observation().tobytes() == none.observation().tobytes()
        assert one.winner == none.winner == board.winner


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_undo_and_copies(name):
    game = divvy_games.Game(name)
    game.playout(seed=7)
    notation, moves = game.notation, game.moves
    assert divvy_games.Game.parse(notation) == game == copy.deepcopy(game) == pickle.loads(pickle.dumps(game))
    other = game.copy()
    assert [other.undo() for _ in moves] == moves[::-1]
    assert other == divvy_games.Game(name) and other != game
    with pytest.raises(IndexError, match="there is no move to take back"):
        other.undo()


def test_only_a_race_is_left_before_its_end():
    long = divvy_games.Game("trap-avoidance", 3_000, one="free")
    assert len(long.playout(seed=1)) > 1_000 and long.over
    assert len(divvy_games.Game("trap-avoidance").playout(seed=1, limit=3)) == 3
    race = divvy_games.Game("number-maze", 10_000, without_one=True, start=14, target=9_999)
    assert len(race.playout(seed=1)) == 1_000 and not race.over


def test_numbers_of_numpy_are_moves_and_booleans_are_not():
    game = divvy_games.Game("multiple-madness")
    game.play(numpy.int64(6))
    game.play(numpy.uint8(3))
    assert game.moves == [6, 3]
    for other in (True, numpy.True_, 9.0, numpy.float64(9), "9", None):
        with pytest.raises(TypeError, match="a move is a whole number, not"):
            game.play(other)
    for outside in (numpy.int64(-1), 2**70):
        with pytest.raises(ValueError, match="outside 1-20"):
            game.play(outside)
    assert game.moves == [6, 3]


def test_fair_boards_are_as_many_as_the_command_proposes():
    boards = divvy_games.fair("multiple-madness", (8, 30))
    assert len(boards) == 6 and "command" not in boards[0]


@pytest.mark.parametrize("name", divvy_games.GAMES)
def test_what_the_solver_says_is_what_happens(name):
    for seed in range(200):
        game = divvy_games.Game(name, 12)
        game.playout(seed, limit=seed % 6)
        solution = game.solve()
        if game.over:
            assert solution.winner == game.winner and solution.winning == []
            continue
        mover = game.to_move
        for number in game.legal:
            game.play(number)
            assert (game.solve().winner == mover) == (number in solution.winning)
            game.undo()
        assert divvy_games.verify(game.certificate()) == {"position": game.notation, "winner": solution.winner}


def test_perfect_keeps_its_wins():
    for name in divvy_games.GAMES:
        game = divvy_games.Game(name, 12)
        winner, perfect, other = game.solve().winner, divvy_games.bot("perfect", seed=1), divvy_games.bot("random", seed=2)
        while not game.over:
            game.play((perfect if game.to_move == winner else other).move(game))
        assert game.winner == winner


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: divvy_games.Game("chess"), '"chess" is not a game'),
        (lambda: divvy_games.Game("multiple-madness", size=0), "size takes a whole number from 1 to 1000000, not 0"),
        (lambda: divvy_games.Game("multiple-madness", size=-3), "size takes a whole number from 1 to 1000000, not -3"),
        (lambda: divvy_games.Game("multiple-madness", size=10**30), "size takes a whole number"),
        (lambda: divvy_games.Game("multiple-madness", size=True), "size takes a whole number"),
        (lambda: divvy_games.Game("multiple-madness", opening="odd"), "opening takes any, even or even-below-half"),
        (lambda: divvy_games.Game("trap-avoidance", memory=3), "memory takes 1 or 2, not 3"),
        (lambda: divvy_games.Game("trap-avoidance", memory=True), "memory takes 1 or 2, not True"),
        (lambda: divvy_games.Game("trap-avoidance", 12, memory=2).certificate(), "there is no certificate"),
        (lambda: divvy_games.Game("trap-avoidance", 17, memory=2).solve(), "solved up to size 16"),
        (lambda: divvy_games.count("trap-avoidance", memory=2), "games with a memory of 2 are not counted"),
        (lambda: divvy_games.longest("trap-avoidance", memory=2), "with a memory of 2 is not searched for"),
        (lambda: divvy_games.Game("multiple-madness", block=True), "block is not an option of multiple-madness"),
        (lambda: divvy_games.Game.parse("multiple-madness:4,5"), "5"),
        (lambda: divvy_games.Game.parse("multiple-madness;size=6:6").play(4), "4 is not a factor or multiple of 6"),
        (lambda: divvy_games.Game("multiple-madness").play(-1), "-1 is outside 1-20"),
        (lambda: divvy_games.Game("multiple-madness").play(10**30), "is outside 1-20"),
        (lambda: divvy_games.Bot("genius"), '"genius" is not a bot'),
        (lambda: divvy_games.Bot("random").move(divvy_games.Game.parse("number-maze:20")), "the game is over"),
        (lambda: divvy_games.verify("no certificate"), "not a certificate of divvy"),
        (lambda: divvy_games.count("number-maze"), "can go on for ever"),
        (lambda: divvy_games.longest("number-maze"), "can go on for ever"),
        (lambda: divvy_games.census("multiple-madness", range(5, 5)), "not empty"),
        (lambda: divvy_games.census("multiple-madness", (5, 1)), "the smaller one first, not 5 and 1"),
        (lambda: divvy_games.Bot("easy", seed=-1), "seed takes a whole number from 0 to 18446744073709551615, not -1"),
        (lambda: divvy_games.Boards("multiple-madness", 4, seed=2**64), "seed takes"),
        (lambda: divvy_games.Boards("multiple-madness", 2**40), "count takes from 1 to"),
        (lambda: divvy_games.Boards("multiple-madness", 2**63), "count takes from 1 to"),
        (lambda: divvy_games.Boards("multiple-madness", 0), "games of this size, not 0"),
        (lambda: divvy_games.census("multiple-madness", (-3, 5)), "a whole number that is not negative is taken here, not -3"),
        (lambda: divvy_games.fair("multiple-madness", (8, "x")), "is taken here, not 'x'"),
        (lambda: divvy_games.Game("multiple-madness").playout(limit=-1), "is taken here, not -1"),
        (lambda: divvy_games.evaluate("random", "multiple-madness", games=-1), "games takes a number that is not negative, not -1"),
        (lambda: divvy_games.Boards("multiple-madness", 4, size=1, opening="even"), "no first move is possible"),
    ],
)
def test_errors_say_what_would_be_right(call, message):
    with pytest.raises(ValueError) as raised:
        call()
    assert message in str(raised.value)


def test_a_move_is_a_whole_number():
    with pytest.raises(TypeError, match="a move is a whole number, not 'two'"):
        divvy_games.Game("multiple-madness").play("two")


def test_an_unknown_keyword_is_an_error_of_the_call():
    # TorchRL tries "frameskip", and goes on without it if the error has these words.
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip': .* is not an option: the options are size"):
        divvy_games.Game("multiple-madness", frameskip=4)


def test_what_looks_like_a_boolean_is_no_move():
    # As NumPy's booleans before Python 3.11.
    class bool_:
        def __index__(self):
            return 1

    with pytest.raises(TypeError, match="a move is a whole number"):
        divvy_games.Game("multiple-madness").play(bool_())


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_answers_and_bots_can_be_copied_and_pickled(again):
    game = divvy_games.Game.parse("multiple-madness:1,13")
    solution, review = divvy_games.Game("multiple-madness").solve(), game.review()
    assert repr(again(solution)) == repr(solution) and again(solution).pairs == solution.pairs
    assert repr(again(review)) == repr(review)
    assert [repr(move) for move in again(review).moves] == [repr(move) for move in review.moves]
    bot, game = divvy_games.bot("random", seed=7), divvy_games.Game("multiple-madness", 200)
    for _ in range(5):
        bot.move(game)
    other = again(bot)
    assert repr(other) == repr(bot)
    assert [other.move(game) for _ in range(5)] == [bot.move(game) for _ in range(5)]


def test_figures_of_the_laboratory():
    counts = divvy_games.count("multiple-madness", 12)
    assert counts["games"] == 5279 == counts["first_player_wins"] + counts["second_player_wins"]
    assert sum(opening["games"] for opening in counts["by_opening"].values()) == 5279
    longest = divvy_games.longest("multiple-madness", 100)
    assert longest["length"] == 77 == len(longest["game"].moves) and longest["game"].over
    rows = divvy_games.census("multiple-madness", (1, 20))
    assert list(rows.size[rows.winner == 2]) == [2, 4, 6, 10]
    assert divvy_games.fair("multiple-madness", (8, 20), 1)[0]["game"] == "multiple-madness"
    found = divvy_games.puzzle("multiple-madness", 20, seed=3)
    assert divvy_games.Game.parse(found["position"]).solve().winning == [found["answer"]]


def test_a_review_names_the_slip():
    review = divvy_games.Game.parse("multiple-madness:1,13").review()
    assert review.decisive == 1 and review.winner == 2
    assert review.moves[0].slip and not review.moves[1].slip
    assert "(move 1)" in review.summary


def test_other_threads_run_during_long_work():
    ticks, done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    divvy_games.census("multiple-madness", (1, 1500))
    done.set()
    thread.join()
    assert ticks > 10


@pytest.mark.parametrize("work", ["census('multiple-madness', (1, 200_000))", "create_dataset('number-maze', 10**6)"])
def test_ctrl_c_ends_long_work(work):
    # A shell that starts the tests in the background has its children ignore the signal.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{heed}; import divvy_games; print('ready', flush=True); divvy_games.{work}"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in errors


def test_importing_needs_neither_numpy_nor_gymnasium():
    script = (
        "import sys, divvy_games; divvy_games.Game('multiple-madness').solve();"
        "print([name for name in ('numpy', 'gymnasium', 'pettingzoo', 'pandas') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
