"""The log's entries as text: today's come back as they were, and so do those of version 0.1."""

from __future__ import annotations

import msgspec
import pytest

from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Failed,
    Flagged,
    Kept,
    Moved,
    Offered,
    Rematched,
    Resigned,
    Swapped,
    TookBack,
)
from ninefold.server.play.entries import Joined, Renamed, Seat, decode_entry, encode_entry
from ninefold.server.wire import messages as m

SEAT = Seat("key", m.Player(id="v1", name="Ann", kind="person"))
PLAYER = '{"id":"v1","name":"Ann","kind":"person","level":null}'

#: What version 0.1 wrote, and what it meant.
WRITTEN = [
    (
        '{"kind":"move","at":7,"by":"v1","id":"c1","side":"X","square":40,"spent":0}',
        Moved(at=7, by="v1", id="c1", side="X", square=40, spent=0),
    ),
    (
        '{"kind":"move","at":7,"side":"O","square":36,"spent":12,"left":5000}',
        Moved(at=7, side="O", square=36, spent=12, left=5_000),
    ),
    (
        '{"kind":"takeback","at":7,"by":"v1","side":"X","count":2,"left":900}',
        TookBack(at=7, by="v1", side="X", count=2, left=900),
    ),
    ('{"kind":"swap","at":7,"side":"O"}', Swapped(at=7, side="O")),
    ('{"kind":"keep","at":7,"by":"v1","side":"O"}', Kept(at=7, by="v1", side="O")),
    ('{"kind":"resign","at":7,"by":"v1","side":"O"}', Resigned(at=7, by="v1", side="O")),
    ('{"kind":"time","at":7,"side":"O"}', Flagged(at=7, side="O")),
    ('{"kind":"draw","at":7,"by":"v1","side":"O"}', Agreed(at=7, by="v1", side="O")),
    (
        '{"kind":"claim","at":7,"by":"v1","side":"O","result":"win"}',
        Claimed(at=7, by="v1", side="O", result="win"),
    ),
    (
        '{"kind":"abort","at":7,"by":"v1","side":"O","reason":"abort"}',
        Aborted(at=7, by="v1", side="O", reason="abort"),
    ),
    (
        '{"kind":"abort","at":7,"side":null,"reason":"expired"}',
        Aborted(at=7, side=None, reason="expired"),
    ),
    (
        '{"kind":"offer","at":7,"by":"v1","side":"O","what":"draw"}',
        Offered(at=7, by="v1", side="O", what="draw"),
    ),
    (
        '{"kind":"decline","at":7,"by":"v1","side":"O","what":"takeback"}',
        Declined(at=7, by="v1", side="O", what="takeback"),
    ),
    (
        '{"kind":"rematch","at":7,"by":"v1","side":"O","game":"next"}',
        Rematched(at=7, by="v1", side="O", game="next"),
    ),
    (
        f'{{"kind":"join","at":7,"by":"v1","side":"O","seat":{{"key":"key","player":{PLAYER}}}}}',
        Joined(at=7, by="v1", side="O", seat=SEAT),
    ),
    (
        '{"kind":"name","at":7,"by":"v1","side":"O","name":"Ben"}',
        Renamed(at=7, by="v1", side="O", name="Ben"),
    ),
]
IDS = [type(entry).__name__ for _, entry in WRITTEN]


@pytest.mark.parametrize(("text", "entry"), WRITTEN, ids=IDS)
def test_an_entry_of_version_0_1_is_read_exactly(text, entry):
    assert decode_entry(text) == entry


@pytest.mark.parametrize(("text", "entry"), WRITTEN, ids=IDS)
def test_an_entry_is_written_as_version_0_1_wrote_it(text, entry):
    assert msgspec.json.decode(encode_entry(entry)) == msgspec.json.decode(text)


def test_what_is_new_comes_back_too():
    for entry in (TookBack(at=7, side="X", count=0, swap=True), Failed(at=7, side="O")):
        assert decode_entry(encode_entry(entry)) == entry


@pytest.mark.parametrize(
    "text",
    ['{"kind":"move","at":7,"side":"Z","square":40}', '{"kind":"rain","at":7}', '{"at":7}', "{"],
)
def test_an_entry_that_is_damaged_is_not_taken_for_another(text):
    with pytest.raises(msgspec.DecodeError):
        decode_entry(text)
