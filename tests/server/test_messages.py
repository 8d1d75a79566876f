"""The browser's types are those of the server, and whoever reads a message is strict."""

from pathlib import Path

import msgspec
import pytest

from ninefold.server.wire import messages
from ninefold.server.wire.typescript import files, typescript

LIBRARY = Path(__file__).parents[2] / "web" / "src" / "lib"


@pytest.mark.parametrize(("name", "text"), files().items())
def test_the_browsers_types_and_words_are_up_to_date(name, text):
    assert (LIBRARY / name).read_text(encoding="utf-8") == text, "run `make types`"


def test_every_public_message_is_listed():
    structs = {
        name
        for name, value in vars(messages).items()
        if isinstance(value, type) and issubclass(value, messages.Message)
    }
    assert structs - {"Message"} <= set(messages.__all__)


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"move","ply":0}',
        '{"t":"move","ply":0,"square":81}',
        '{"t":"move","ply":0,"square":"40"}',
        '{"t":"move","ply":0,"square":40,"seat":"X"}',
        '{"t":"fly"}',
        '{"square":40}',
        "[]",
        "",
    ],
)
def test_a_malformed_command_is_refused(text):
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(text, type=messages.ClientMessage)


def test_typescript_names_unions_and_marks_what_a_page_may_leave_out():
    text = typescript()
    assert "export type ClockSettings = DaysClock | NoClock | TimedClock;" in text
    assert "  clock?: ClockSettings;" in text
    assert '  t: "move";' in text


#: What a message may just hold, and what is one too much: by its reader, with the value left open.
BOUNDS = [
    (messages.ClientMessage, '{"t":"move","ply":%s,"square":0}', ("0", "80"), ("-1", "81")),
    (messages.ClientMessage, '{"t":"move","ply":0,"square":%s}', ("0", "80"), ("-1", "81")),
    (messages.ClientMessage, '{"t":"undo","ply":%s}', ("0", "81"), ("-1", "82")),
    (messages.ClientMessage, '{"t":"redo","ply":%s}', ("0", "80"), ("-1", "81")),
    (messages.ClientMessage, '{"t":"ping","n":%s}', ("0", f"{2**53}"), ("-1", f"{2**53 + 1}")),
    (messages.ClientMessage, '{"t":"pong","n":%s}', ("0", f"{2**53}"), ("-1", f"{2**53 + 1}")),
    (messages.ClientMessage, '{"t":"resign","id":"%s"}', ("x", "x" * 40), ("", "x" * 41)),
    (messages.ClientMessage, '{"t":"claim","result":"%s"}', ("win", "draw"), ("loss",)),
    (messages.ClientMessage, '{"t":"offer","what":"%s"}', ("draw", "takeback", "rematch"), ("x",)),
    (
        messages.LineCommand,
        '{"t":"seek","modes":[%s]}',
        ("", ",".join(12 * ['"m"'])),
        (",".join(13 * ['"m"']),),
    ),
    (messages.LineCommand, '{"t":"seek","only":"%s"}', ("", "x" * 40), ("x" * 41,)),
    (messages.LineCommand, '{"t":"here","seek":"%s"}', ("", "x" * 40), ("x" * 41,)),
    (messages.CreateGame, '{"mode":"%s"}', ("", "x" * 200), ("x" * 201,)),
    (messages.CreateGame, '{"names":["%s"]}', ("", "x" * 24), ("x" * 25,)),
    (messages.CreateGame, '{"names":[%s]}', ("", '"a","b"'), ('"a","b","c"',)),
    (messages.CreateGame, '{"clock":{"kind":"days","days":%s}}', ("1", "14"), ("0", "15")),
    (
        messages.CreateGame,
        '{"clock":{"kind":"timed","initial_s":%s}}',
        ("1", "10800"),
        ("0", "10801"),
    ),
    (
        messages.CreateGame,
        '{"clock":{"kind":"timed","initial_s":9,"increment_s":%s}}',
        ("0", "180"),
        ("-1", "181"),
    ),
    (messages.CreateGame, '{"side":"%s"}', ("X", "O", "random"), ("", "x")),
    (messages.Rename, '{"name":"%s"}', ("", "x" * 24), ("x" * 25,)),
    (messages.CreateToken, '{"label":"%s"}', ("x", "x" * 40), ("", "x" * 41)),
    (
        messages.CreateToken,
        '{"label":"x","scopes":[%s]}',
        ('"read"', '"play","read"'),
        ("", '"play","read","play"', '"rule"'),
    ),
    (messages.TryOut, '{"position":"%s"}', ("", "x" * 400), ("x" * 401,)),
    (messages.TryOut, '{"moves":[%s]}', ("", ",".join(81 * ["80"])), (",".join(82 * ["1"]), "81")),
]


@pytest.mark.parametrize(("shape", "text", "good", "bad"), BOUNDS, ids=[one[1] for one in BOUNDS])
def test_a_message_holds_what_it_may_and_no_more(shape, text, good, bad):
    decoder = msgspec.json.Decoder(shape)
    for value in good:
        decoder.decode(text % value)
    for value in bad:
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(text % value)


def test_what_a_wish_leaves_out_is_what_most_people_want():
    wish = msgspec.json.decode(b"{}", type=messages.CreateGame)
    assert (wish.mode, wish.opponent, wish.tie_break, wish.swap) == ("modern", "open", None, False)
    assert (wish.clock, wish.side, wish.level, wish.names) == (
        messages.NoClock(),
        "random",
        None,
        None,
    )
    assert messages.TimedClock(60).increment_s == 0
    seek = msgspec.json.decode(b'{"t":"seek"}', type=messages.LineCommand)
    assert seek == messages.Seek([], [], None, None, None, None)
    token = msgspec.json.decode(b'{"label":"x"}', type=messages.CreateToken)
    assert token.scopes == ["play", "read"]
    assert messages.TryOut() == messages.TryOut("modern", None, None, [])
