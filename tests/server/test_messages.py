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
