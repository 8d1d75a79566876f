"""Every command, by each side, in every state of a game: what it makes, or why it is refused."""

from __future__ import annotations

import pytest

from ninefold.game.clock import MOST_LAG
from ninefold.server.play.decisions import Asked, decide, decide_join, decide_rename, overdue
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.views import game_view
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal


def seat(side, kind="person", level=None):
    key = None if kind == "computer" else f"key {side}"
    return Seat(key, m.Player(id=f"id {side}", name="", kind=kind, level=level))


#: Games as they stand: settings, and what was done in them, by whom.
SITUATIONS = {
    "waiting": ({"o": None}, []),
    "nothing played": ({}, []),
    "first move, swap open": ({"swap": True}, [("X", "move")]),
    "first move, swap kept": ({"swap": True}, [("X", "move"), ("O", "swap keep")]),
    "swapped": ({"swap": True}, [("X", "move"), ("O", "swap take")]),
    "two moves": ({}, [("X", "move"), ("O", "move")]),
    "X offers a draw": ({}, [("X", "move"), ("O", "move"), ("X", "offer draw")]),
    "X offered a draw and moved": (
        {},
        [("X", "move"), ("O", "move"), ("X", "offer draw"), ("X", "move")],
    ),
    "O offers a draw, X moves": (
        {},
        [("X", "move"), ("O", "move"), ("O", "offer draw"), ("X", "move")],
    ),
    "O wants it back": ({}, [("X", "move"), ("O", "move"), ("O", "offer takeback")]),
    "both want something": (
        {},
        [("X", "move"), ("O", "move"), ("O", "offer takeback"), ("X", "offer draw")],
    ),
    "taken back": (
        {},
        [("X", "move"), ("O", "move"), ("O", "offer takeback"), ("X", "accept takeback")],
    ),
    "resigned": ({}, [("X", "move"), ("O", "move"), ("O", "resign")]),
    "O wants a rematch": (
        {},
        [("X", "move"), ("O", "move"), ("O", "resign"), ("O", "offer rematch")],
    ),
    "rematch agreed": (
        {},
        [
            *(("X", "move"), ("O", "move"), ("O", "resign")),
            *(("O", "offer rematch"), ("X", "accept rematch")),
        ],
    ),
    "called off": ({}, [("X", "abort")]),
    "one device": ({"opponent": "same-device"}, [("X", "move"), ("X", "move")]),
    "one device, taken back": (
        {"opponent": "same-device"},
        [("X", "move"), ("X", "move"), ("X", "undo")],
    ),
    "one device, over": (
        {"opponent": "same-device"},
        [("X", "move"), ("X", "move"), ("X", "resign")],
    ),
    "one device, rematch begun": (
        {"opponent": "same-device"},
        [("X", "move"), ("X", "move"), ("X", "resign"), ("X", "offer rematch")],
    ),
    "the computer": ({"opponent": "computer"}, [("X", "move"), ("*", "move")]),
}
COMMANDS = (
    *("move", "move illegal", "move early", "move late", "resign", "abort", "swap take"),
    *("swap keep", "offer draw", "offer takeback", "offer rematch", "accept draw"),
    *("accept takeback", "accept rematch", "decline draw", "decline takeback"),
    *("decline rematch", "undo", "redo", "claim gone", "claim there"),
)


def command(game, label):
    """A command by its label, for the game as it stands."""
    what, _, more = label.partition(" ")
    legal = game.position.legal_moves or [0]
    match what:
        case "move":
            ply = game.ply + {"early": 1, "late": -1}.get(more, 0)
            refused = next((n for n in range(81) if n not in legal), 80)  # at first there is none
            return m.Move(ply, refused if more == "illegal" else legal[0], id="c")
        case "offer" | "accept" | "decline":
            return {"offer": m.Offer, "accept": m.Accept, "decline": m.Decline}[what](more, id="c")
        case "swap":
            return m.Swap(more == "take", id="c")
        case "undo" | "redo":
            return {"undo": m.Undo, "redo": m.Redo}[what](game.ply, id="c")
        case "claim":
            return m.Claim("win", id="c")
    return {"resign": m.Resign, "abort": m.Abort}[what](id="c")


def asked_by(who, label="", kind="person"):
    """Who asks; ``*`` is the computer, whose moves are made for it."""
    gone = ("X", "O") if label == "claim gone" else ()
    return Asked(
        key=f"key {who}",
        visitor=f"id {who}",
        at=7,
        now=5.0,
        gone=lambda: gone,
        fresh=lambda: "next",
        kind=kind,
    )


def situation(name):
    """A game that came to where the name says."""
    settings, script = SITUATIONS[name]
    opponent = settings.get("opponent", "link")
    o = {"same-device": seat("X"), "computer": seat("O", "computer", "casual")}.get(opponent)
    chosen = {
        "id": "g",
        "created_at": 0,
        "mode": "modern",
        "opponent": "link",
        "tie_break": "draw",
        "swap": False,
        "clock": m.NoClock(),
        "x": seat("X"),
        "o": o or seat("O"),
        **settings,
    }
    game = LiveGame(Settings(**chosen))
    for who, label in script:
        if who == "*":
            game.apply(game.plan_move(game.position.legal_moves[0]))
            continue
        for entry in decide(game, command(game, label), asked_by(who)):
            game.apply(entry)
    return game


def outcome(game, who, label):
    """What becomes of a command: the code of a refusal, or the entries that it makes."""
    try:
        entries = decide(game, command(game, label), asked_by(who, label))
    except Refusal as refusal:
        return refusal.code
    for entry in entries:
        assert (entry.at, entry.by, entry.id) == (7, f"id {who}", "c")
    return ", ".join(f"{_told(entry)}" for entry in entries)


def _told(entry):
    details = [getattr(entry, name, None) for name in ("count", "what", "game", "result")]
    return " ".join([f"{entry.kind}/{entry.side}", *(str(d) for d in details if d is not None)])


#: What becomes of each command by X and by O, who sat there first; a table begins with another.
EXPECTED = {
    "waiting": """
        move             : not-started
        move illegal     : not-started
        move early       : not-started
        move late        : not-started
        resign           : not-started
        abort            : abort/X
        swap take        : not-started
        swap keep        : not-started
        offer draw       : not-started
        offer takeback   : not-started
        offer rematch    : not-now
        accept draw      : nothing-offered
        accept takeback  : nothing-offered
        accept rematch   : nothing-offered
        decline draw     : nothing-offered
        decline takeback : nothing-offered
        decline rematch  : nothing-offered
        undo             : not-now
        redo             : not-started
        claim gone       : not-started
        claim there      : not-started
    """,
    "nothing played": """
        move             : move/X | not-your-turn
        move illegal     : move/X | not-your-turn
        move early       : stale | stale
        move late        : stale | stale
        resign           : resign/X | resign/O
        abort            : abort/X | abort/O
        swap take        : not-now | not-now
        swap keep        : not-now | not-now
        offer draw       : not-now | not-now
        offer takeback   : nothing-to-undo | nothing-to-undo
        offer rematch    : not-now | not-now
        accept draw      : nothing-offered | nothing-offered
        accept takeback  : nothing-offered | nothing-offered
        accept rematch   : nothing-offered | nothing-offered
        decline draw     : nothing-offered | nothing-offered
        decline takeback : nothing-offered | nothing-offered
        decline rematch  : nothing-offered | nothing-offered
        undo             : not-now | not-now
        redo             : nothing-to-undo | nothing-to-undo
        claim gone       : not-now | not-now
        claim there      : not-now | not-now
    """,
    "first move, swap open": """
        as nothing played
        move             : not-your-turn | move/O
        move illegal     : not-your-turn | illegal-move
        swap take        : not-your-turn | swap/O
        swap keep        : not-your-turn | keep/O
        offer takeback   : offer/X takeback | nothing-to-undo
    """,
    "first move, swap kept": """
        as nothing played
        move             : not-your-turn | move/O
        move illegal     : not-your-turn | illegal-move
        offer takeback   : offer/X takeback | nothing-to-undo
    """,
    "swapped": """
        as nothing played
        move             : move/O | not-your-turn
        move illegal     : illegal-move | not-your-turn
        resign           : resign/O | resign/X
        abort            : abort/O | abort/X
    """,
    "two moves": """
        move             : move/X | not-your-turn
        move illegal     : illegal-move | not-your-turn
        move early       : stale | stale
        move late        : stale | stale
        resign           : resign/X | resign/O
        abort            : not-now | not-now
        swap take        : not-now | not-now
        swap keep        : not-now | not-now
        offer draw       : offer/X draw | offer/O draw
        offer takeback   : offer/X takeback | offer/O takeback
        offer rematch    : not-now | not-now
        accept draw      : nothing-offered | nothing-offered
        accept takeback  : nothing-offered | nothing-offered
        accept rematch   : nothing-offered | nothing-offered
        decline draw     : nothing-offered | nothing-offered
        decline takeback : nothing-offered | nothing-offered
        decline rematch  : nothing-offered | nothing-offered
        undo             : not-now | not-now
        redo             : nothing-to-undo | nothing-to-undo
        claim gone       : claim/X win | claim/O win
        claim there      : not-gone | not-gone
    """,
    "X offers a draw": """
        as two moves
        offer draw       : not-now | draw/O
        accept draw      : nothing-offered | draw/O
        decline draw     : decline/X draw | decline/O draw
    """,
    "X offered a draw and moved": """
        as two moves
        move             : not-your-turn | move/O
        move illegal     : not-your-turn | illegal-move
        offer draw       : not-now | draw/O
        accept draw      : nothing-offered | draw/O
        decline draw     : decline/X draw | decline/O draw
    """,
    "O offers a draw, X moves": """
        as two moves
        move             : not-your-turn | move/O
        move illegal     : not-your-turn | illegal-move
    """,
    "O wants it back": """
        as two moves
        offer takeback   : takeback/X 1 | not-now
        accept takeback  : takeback/X 1 | nothing-offered
        decline takeback : decline/X takeback | decline/O takeback
    """,
    "both want something": """
        as two moves
        offer draw       : not-now | draw/O
        offer takeback   : takeback/X 1 | not-now
        accept draw      : nothing-offered | draw/O
        accept takeback  : takeback/X 1 | nothing-offered
        decline draw     : decline/X draw | decline/O draw
        decline takeback : decline/X takeback | decline/O takeback
    """,
    "taken back": """
        as nothing played
        move             : not-your-turn | move/O
        move illegal     : not-your-turn | illegal-move
        offer takeback   : offer/X takeback | nothing-to-undo
    """,
    "resigned": """
        move             : game-over | game-over
        move illegal     : game-over | game-over
        move early       : game-over | game-over
        move late        : game-over | game-over
        resign           : game-over | game-over
        abort            : not-now | not-now
        swap take        : game-over | game-over
        swap keep        : game-over | game-over
        offer draw       : game-over | game-over
        offer takeback   : game-over | game-over
        offer rematch    : offer/X rematch | offer/O rematch
        accept draw      : nothing-offered | nothing-offered
        accept takeback  : nothing-offered | nothing-offered
        accept rematch   : nothing-offered | nothing-offered
        decline draw     : nothing-offered | nothing-offered
        decline takeback : nothing-offered | nothing-offered
        decline rematch  : nothing-offered | nothing-offered
        undo             : not-now | not-now
        redo             : game-over | game-over
        claim gone       : game-over | game-over
        claim there      : game-over | game-over
    """,
    "O wants a rematch": """
        as resigned
        offer rematch    : rematch/X next | not-now
        accept rematch   : rematch/X next | nothing-offered
        decline rematch  : decline/X rematch | decline/O rematch
    """,
    "rematch agreed": """
        as resigned
        offer rematch    : not-now | not-now
    """,
    "called off": """
        as resigned
        offer rematch    : not-now | not-now
    """,
    "one device": """
        move             : move/X
        move illegal     : illegal-move
        move early       : stale
        move late        : stale
        resign           : resign/X
        abort            : not-now
        swap take        : not-now
        swap keep        : not-now
        offer draw       : draw/X
        offer takeback   : takeback/X 1
        offer rematch    : not-now
        accept draw      : nothing-offered
        accept takeback  : nothing-offered
        accept rematch   : nothing-offered
        decline draw     : nothing-offered
        decline takeback : nothing-offered
        decline rematch  : nothing-offered
        undo             : takeback/X 1
        redo             : nothing-to-undo
        claim gone       : claim/X win
        claim there      : not-gone
    """,
    "one device, taken back": """
        as one device
        move             : move/O
        resign           : resign/O
        abort            : abort/O
        offer draw       : not-now
        offer takeback   : takeback/O 1
        undo             : takeback/O 1
        redo             : move/O
        claim gone       : not-now
        claim there      : not-now
    """,
    "one device, over": """
        as one device
        move             : game-over
        move illegal     : game-over
        move early       : game-over
        move late        : game-over
        resign           : game-over
        swap take        : game-over
        swap keep        : game-over
        offer draw       : game-over
        offer takeback   : takeback/X 0
        offer rematch    : rematch/X next
        undo             : takeback/X 0
        redo             : game-over
        claim gone       : game-over
        claim there      : game-over
    """,
    "one device, rematch begun": """
        as one device, over
        offer takeback   : game-over
        offer rematch    : not-now
        undo             : game-over
    """,
    "the computer": """
        as one device
        offer draw       : not-now
        offer takeback   : takeback/X 2
        undo             : takeback/X 2
    """,
}


def expected(name):
    """The table of a situation as a mapping: a command, and what becomes of it by X and by O."""
    lines = [line.strip() for line in EXPECTED[name].strip().splitlines()]
    found = {}
    if lines[0].startswith("as "):
        found = expected(lines.pop(0).removeprefix("as "))
    for line in lines:
        label, _, told = line.partition(":")
        outcomes = [one.strip() for one in told.split("|")]
        # Where one visitor is alone at a game there is no other whose command could count.
        found[label.strip()] = outcomes if len(outcomes) == 2 else [*outcomes, "not-your-game"]
    return found


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_a_command_makes_of_a_game_by_whoever_sends_it(name):
    game, told = situation(name), expected(name)
    before = game_view(game, 0.0)
    assert told.keys() == set(COMMANDS)
    found = {label: [outcome(game, who, label) for who in "XO"] for label in COMMANDS}
    assert found == told
    for label in COMMANDS:
        assert outcome(game, "?", label) == "not-your-game"
    assert game_view(game, 0.0) == before, "to decide changes nothing"


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_free_seat_is_taken_once_and_by_no_other_name(name):
    game = situation(name)
    eve, ann = (Seat(f"key {who}", m.Player(f"id {who}", "", "person")) for who in ("eve", "X"))
    assert decide_join(game, ann, asked_by("X")) == [], "who sits there need not join"
    if name == "waiting":
        (joined,) = decide_join(game, eve, asked_by("eve"))
        assert (joined.side, joined.seat, joined.by, joined.at) == ("O", eve, "id eve", 7)
    else:
        with pytest.raises(Refusal) as taken:
            decide_join(game, eve, asked_by("eve"))
        assert taken.value.code == "seat-taken"
    renamed = decide_rename(game, "Anna", asked_by("X"))
    shown = game.state in ("waiting", "playing") and not name.startswith("one device")
    side = "O" if name == "swapped" else "X"
    assert [(one.side, one.name, one.by) for one in renamed] == [(side, "Anna", "id X")] * shown
    assert decide_rename(game, "", asked_by("X")) == [], "the same name is no other"
    assert decide_rename(game, "Eve", asked_by("eve")) == []


def test_a_bot_plays_only_where_it_has_sat_down_as_one():
    seats = {"x": seat("X", "bot"), "o": seat("O")}
    told = {}
    for kind in ("bot", "person"):
        game = LiveGame(Settings("g", 0, "modern", "link", "draw", False, m.NoClock(), **seats))
        for who in "XO":
            for label in ("move", "resign"):
                try:
                    entries = decide(game, command(game, label), asked_by(who, kind=kind))
                    told[kind, who, label] = entries[0].kind
                except Refusal as refusal:
                    told[kind, who, label] = refusal.code
    assert told == {
        ("bot", "X", "move"): "move",
        ("bot", "X", "resign"): "resign",
        ("bot", "O", "move"): "not-your-game",
        ("bot", "O", "resign"): "not-your-game",
        ("person", "X", "move"): "move",
        ("person", "X", "resign"): "resign",
        ("person", "O", "move"): "not-your-turn",
        ("person", "O", "resign"): "resign",
    }


@pytest.mark.parametrize("label", ["move", "resign", "offer draw", "claim gone", "redo"])
def test_whatever_is_asked_after_the_flag_has_fallen_is_the_flag(label):
    chosen = Settings(
        *("g", 0, "modern", "link", "draw", False, m.TimedClock(60), seat("X"), seat("O"))
    )
    game = LiveGame(chosen)
    for who in "XO":
        for entry in decide(game, command(game, "move"), asked_by(who)):
            game.apply(entry, 1_000.0)
    for who in "XO":
        end = 61_000.0 + MOST_LAG  # until then a move may still be under way
        for now, late in ((end - 1, False), (end, True), (90_000.0, True)):
            asked = Asked(key=f"key {who}", visitor=f"id {who}", at=9, now=now, gone=lambda: "XO")
            flags = [(flag.kind, flag.side, flag.at) for flag in overdue(game, asked)]
            assert flags == [("time", "X", 9)] * late
            if late:
                told = decide(game, command(game, label), asked)
                assert [(flag.kind, flag.side) for flag in told] == [("time", "X")]
