"""Who meets whom, who is left, who waits: the matchmaker in one process, every way it can go."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from ninefold.server.play.pairing import GONE, HERE, wishes_of
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.searches import Search
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, open_hall, soon

BLITZ = m.TimedClock(180)
_decoder = msgspec.json.Decoder(m.LineMessage)


class Seeker:
    """A page that looks for an opponent; when called it answers as it was told to.

    ``then`` is the answer, ``None`` for a page that sleeps.
    """

    def __init__(self, hall, key, since, *, then=HERE, modes=("modern",), clocks=(BLITZ,)) -> None:
        asked = m.Seek(modes=list(modes), clocks=list(clocks), id=f"ask {key}")
        self.visitor = Visitor(key, key.title())
        self.search = Search(
            *(f"s-{key}", key, ADDRESS, self.visitor.player, asked),
            wishes_of(asked),
            since,
        )
        self._hall, self._then = hall, then
        self.told: list[m.LineMessage] = []
        hall.bus.follow(self.search.topic, self._hear)

    def _hear(self, _: int, event: bytes) -> None:
        message = _decoder.decode(event)
        self.told.append(message)
        if isinstance(message, m.Called) and self._then is not None:
            self._hall.bus.publish(self.search.answers, 0, self._then)

    async def begin(self) -> None:
        await self._hall.matchmaker.begin(self.search)

    async def meet(self, other: Seeker) -> None:
        await self._hall.matchmaker.meet(self.search, other.search.id)

    @property
    def kinds(self) -> list[str]:
        """What was told, in short."""
        said = []
        for one in self.told:
            match one:
                case m.Seeking(None):
                    said.append("dropped")
                case m.Seeking(seek):
                    assert seek == self.search.id
                    said.append("waits")
                case m.Called(seek):
                    assert seek == self.search.id
                    said.append("called")
                case m.Paired():
                    said.append("paired")
                case m.Refused(code):
                    assert one.id == self.search.asked.id
                    said.append(code)
        return said


def run(tmp_path, scene, **settings):
    async def go():
        async with open_hall(tmp_path, **{"call_s": 0.05, **settings}) as hall:
            told = await scene(hall)
            waiting = [one.key for one in await hall.house.searches.waiting()]
            return told, waiting, [table.view() for table in hall.tables.values()]

    return asyncio.run(go())


async def settled(hall):
    """Wait until nobody is being brought together."""
    await soon(lambda: not hall.matchmaker._tasks)


WAYS = {
    "both there": ((HERE, HERE), ("paired", "paired"), []),
    "the first asleep": ((None, HERE), ("dropped", "waits"), ["two"]),
    "the second asleep": ((HERE, None), ("waits", "dropped"), ["one"]),
    "both asleep": ((None, None), ("dropped", "dropped"), []),
    "the first gone": ((GONE, HERE), ("dropped", "waits"), ["two"]),
    "the second gone": ((HERE, GONE), ("waits", "dropped"), ["one"]),
    "both gone": ((GONE, GONE), ("dropped", "dropped"), []),
}


@pytest.mark.parametrize("way", WAYS)
def test_two_who_fit_are_seated_if_both_answer_and_who_answers_waits_on(tmp_path, way):
    (first, second), ends, left = WAYS[way]

    async def scene(hall):
        one, two = Seeker(hall, "one", 1, then=first), Seeker(hall, "two", 2, then=second)
        await one.begin()
        assert one.kinds == ["waits"]
        await two.begin()
        await settled(hall)
        return one, two

    (one, two), waiting, games = run(tmp_path, scene)
    assert (one.kinds[1], two.kinds[0]) == ("called", "called")
    assert (one.kinds[-1], two.kinds[-1]) == ends
    assert waiting == left
    assert len(games) == (way == "both there")
    for game in games:
        assert {game.players.X.id, game.players.O.id} == {one.visitor.id, two.visitor.id}
        assert (game.state, game.mode, game.clock.settings) == ("playing", "modern", BLITZ)
        assert one.told[-1] == two.told[-1] == m.Paired(game.id)


@pytest.mark.parametrize("way", [way for way, (answers, *_) in WAYS.items() if None not in answers])
def test_nobody_waits_for_more_once_it_is_known_who_is_there(tmp_path, way):
    """An hour to answer in is not waited for when all have answered, or one has left."""
    (first, second), ends, left = WAYS[way]

    async def scene(hall):
        one, two = Seeker(hall, "one", 1, then=first), Seeker(hall, "two", 2, then=second)
        await one.begin()
        await two.begin()
        async with asyncio.timeout(20):
            await settled(hall)
        return one, two

    (one, two), waiting, _ = run(tmp_path, scene, call_s=3_600)
    # Who had not been heard yet, when another had left, is still taken to be there.
    assert {ends[0], "waits"} >= {one.kinds[-1]}
    assert {ends[1], "waits"} >= {two.kinds[-1]}
    assert {*left} <= {*waiting}


#: Who chooses one that waits: how both answer, what each is told at last, and who waits on.
CHOICES = {
    "both there": ((HERE, HERE), ("paired", "paired"), []),
    "who chose is asleep": ((None, HERE), ("dropped", "waits"), ["waiter"]),
    "who chose has left": ((GONE, HERE), ("dropped", "waits"), ["waiter"]),
    "who waited is asleep": ((HERE, None), ("dropped", "dropped"), []),
    "who waited has left": ((HERE, GONE), ("dropped", "dropped"), []),
    "both asleep": ((None, None), ("dropped", "dropped"), []),
}


@pytest.mark.parametrize("way", CHOICES)
def test_who_is_chosen_waits_on_when_who_chose_them_has_left(tmp_path, way):
    (chooses, waits), ends, left = CHOICES[way]

    async def scene(hall):
        waiter = Seeker(hall, "waiter", 1, then=waits, modes=("battle",))
        chooser = Seeker(hall, "chooser", 2, then=chooses)  # who asked for something else
        await waiter.begin()
        await chooser.meet(waiter)
        await settled(hall)
        return chooser, waiter

    (chooser, waiter), waiting, games = run(tmp_path, scene)
    assert (chooser.kinds[-1], waiter.kinds[-1]) == ends
    assert waiting == left
    assert [game.mode for game in games] == (["battle"] if way == "both there" else [])
    answered_in_vain = chooses == HERE and waits != HERE
    assert ("seat-taken" in chooser.kinds) == answered_in_vain
    assert "seat-taken" not in waiter.kinds


def test_who_is_chosen_twice_meets_the_first_and_nobody_themselves(tmp_path):
    async def scene(hall):
        waiter, one, two = (Seeker(hall, key, n) for n, key in enumerate(("waiter", "one", "two")))
        await waiter.begin()
        with pytest.raises(Refusal) as own:
            await waiter.meet(waiter)
        assert waiter.kinds == ["waits", "waits"], "and goes on waiting"
        await one.meet(waiter)
        with pytest.raises(Refusal) as late:
            await two.meet(waiter)
        await settled(hall)
        return waiter, one, two, own.value.code, late.value.code

    (waiter, one, two, *codes), waiting, games = run(tmp_path, scene)
    assert codes == ["seat-taken", "seat-taken"]
    assert (waiter.kinds[-1], one.kinds[-1], two.kinds) == ("paired", "paired", [])
    assert waiting == []
    assert len(games) == 1


def test_the_one_who_fits_and_has_waited_longest_is_met(tmp_path):
    async def scene(hall):
        people = [
            Seeker(hall, "late", 30, modes=("classic", "modern")),
            Seeker(hall, "other", 5, modes=("battle",)),
            Seeker(hall, "slow", 6, clocks=(m.TimedClock(600, 5),)),
            Seeker(hall, "early", 10, modes=("modern", "open")),
        ]
        hall.house.searches._waiting.update({one.search.id: one.search for one in people})
        new = Seeker(hall, "new", 40)
        await new.begin()
        await settled(hall)
        return new, people

    (new, (late, other, slow, early)), waiting, games = run(tmp_path, scene)
    assert new.kinds[-1] == early.kinds[-1] == "paired"
    assert late.kinds == other.kinds == slow.kinds == []
    assert waiting == ["other", "slow", "late"], "the longest first"
    assert len(games) == 1


def test_who_thinks_better_of_it_is_gone_for_good(tmp_path):
    async def scene(hall):
        one, two = Seeker(hall, "one", 1, then=None), Seeker(hall, "two", 2)
        await one.begin()
        await two.begin()
        await soon(lambda: "called" in one.kinds)
        await hall.matchmaker.end(one.search)  # while both are called
        hall.bus.publish(one.search.answers, 0, HERE)  # which was on its way
        await settled(hall)
        return one, two

    (one, two), waiting, games = run(tmp_path, scene, call_s=30.0)
    assert (one.kinds[-1], two.kinds[-1]) == ("dropped", "waits")
    assert waiting == ["two"]
    assert games == []


def test_who_has_too_many_games_is_refused_and_the_other_waits_on(tmp_path):
    async def scene(hall):
        one, two = Seeker(hall, "one", 1), Seeker(hall, "two", 2)
        await one.begin()
        wish = m.CreateGame(opponent="link")
        for _ in range(2):
            await hall.create(wish, one.visitor, ADDRESS)  # after the search began
        await two.begin()
        await settled(hall)
        with pytest.raises(Refusal) as refused:
            await one.begin()
        return one, two, refused.value.code

    (one, two, code), waiting, _ = run(tmp_path, scene, limits={"games_per_visitor": 2})
    assert one.kinds == ["waits", "called", "too-many-games", "dropped", "dropped"]
    assert two.kinds == ["called", "waits"]
    assert (waiting, code) == (["two"], "too-many-games")


def test_who_leaves_while_they_are_seated_leaves_no_empty_chair(tmp_path, monkeypatch):
    async def scene(hall):
        one, two = Seeker(hall, "one", 1), Seeker(hall, "two", 2)
        seat, paid = hall.seat, []

        async def seat_slowly(*given):
            table = await seat(*given)
            hall.bus.publish(two.search.answers, 0, GONE)
            return table

        async def pay(_, address):
            paid.append(address)

        monkeypatch.setattr(type(hall.house), "take_pace_of_games", pay)
        hall.seat = seat_slowly
        await one.begin()
        await two.begin()
        await settled(hall)
        return one, two, paid

    (one, two, paid), waiting, games = run(tmp_path, scene)
    assert (one.kinds[-1], two.kinds[-1]) == ("waits", "dropped")
    assert [game.state for game in games] == ["aborted"]
    assert waiting == ["one"]
    assert paid == [ADDRESS, ADDRESS], "each of them pays for the game"


@pytest.mark.parametrize("first", ["the search", "the challenge"])
def test_a_challenge_whose_maker_is_there_is_joined_by_who_fits(tmp_path, first):
    async def scene(hall):
        maker, other = Visitor("maker"), Visitor("other")
        wish = {"opponent": "open", "clock": BLITZ, "side": "X"}

        async def challenge():
            strange = await hall.create(m.CreateGame(mode="battle", **wish), other, ADDRESS)
            fitting = await hall.create(m.CreateGame(mode="modern", **wish), maker, ADDRESS)
            for table, who in ((strange, other), (fitting, maker)):
                table.connect(who)
            return fitting

        seeker, own = Seeker(hall, "seeker", 1), Seeker(hall, "maker", 0)
        if first == "the search":
            await hall.house.searches.pair(own.search)
            hall.house.searches._waiting[seeker.search.id] = seeker.search
            table = await challenge()
        else:
            table = await challenge()
            await seeker.begin()
        await settled(hall)
        return seeker, table

    (seeker, table), waiting, games = run(tmp_path, scene)
    assert seeker.told[-1] == m.Paired(table.id)
    assert waiting == (["maker"] if first == "the search" else [])
    assert [(game.mode, game.state) for game in games] == [
        ("battle", "waiting"),
        ("modern", "playing"),
    ]
    assert table.game.seats["O"].key == "seeker"


def test_a_challenge_that_nobody_is_at_is_joined_by_nobody(tmp_path):
    async def scene(hall):
        wish = m.CreateGame(opponent="open", clock=BLITZ, side="X")
        table = await hall.create(wish, Visitor("maker"), ADDRESS)
        seeker = Seeker(hall, "seeker", 1)
        await seeker.begin()
        await settled(hall)
        return table, seeker

    (table, seeker), waiting, _ = run(tmp_path, scene)
    assert (table.game.state, seeker.kinds, waiting) == ("waiting", ["waits"], ["seeker"])
