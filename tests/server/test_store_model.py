"""Both stores do what a few lists in Python do, for whatever sequence of calls."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from ninefold.analysis.explorer import Count
from ninefold.game.entries import Aborted, Moved, Offered, Rematched, Resigned, TookBack
from ninefold.server.play.entries import Seat, Settings, encode_entry
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.store.sqlite import SqliteStore
from ninefold.server.store.store import (
    Append,
    Cap,
    Conflict,
    NewGame,
    StoredToken,
    Told,
    TooMany,
)
from ninefold.server.wire import messages as m
from support.databases import run_sql

PEOPLE = ("ann", "ben", "cid")
OPEN = ("waiting", "playing")


@dataclass
class Kept:
    """A game as the model knows it; ``log`` holds each entry with its epoch, ply and moment."""

    settings: Settings
    state: str
    players: tuple[str | None, str | None]
    updated_at: int
    up: int
    log: list[tuple[int | None, int | None, object, int]] = field(default_factory=list)
    told: Told | None = None
    counted: bool = False
    epoch: int = 0
    ply: int = 0

    @property
    def touched(self) -> int:
        return self.log[-1][2].at if self.log else self.updated_at

    @property
    def listed(self) -> bool:
        return self.settings.opponent == "open"


class Model:
    """What a store promises, in memory."""

    def __init__(self) -> None:
        self.games: dict[str, Kept] = {}
        self.names: dict[str, str] = {}
        self.tokens: dict[str, tuple[str, m.Token]] = {}  # by digest: the owner, and the token
        self.signed_out: set[str] = set()
        self.alive: tuple[int | None, int] = (None, 0)
        self.counts: dict[tuple[int, int, int, int], list[int]] = {}

    def unfinished(self, key: str, *, challenges: bool = False) -> set[str]:
        return {
            name
            for name, game in self.games.items()
            if key in game.players
            and game.state in OPEN
            and (not challenges or (game.listed and game.state == "waiting"))
        }

    def check(self, caps: tuple[Cap, ...]) -> None:
        for cap in caps:
            waiting = len(self.unfinished(cap.key, challenges=True))
            if cap.challenges is not None and waiting >= cap.challenges:
                raise TooMany("challenges", waiting)
            if len(self.unfinished(cap.key)) >= cap.games:
                raise TooMany("games", len(self.unfinished(cap.key)))

    def create(self, game: NewGame, *caps: Cap) -> None:
        self.check(caps)
        settings = game.settings
        players = tuple(None if seat is None else seat.key for seat in (settings.x, settings.o))
        kept = Kept(settings, game.state, players, settings.created_at, game.up)
        self.games[settings.id] = kept

    def append(self, append: Append) -> None:
        game = self.games[append.game]
        if append.version != len(game.log) + 1:
            raise Conflict("another version")
        epoch, ply = append.epoch, append.ply
        rows = []
        for entry in append.entries:
            is_move = isinstance(entry, Moved)
            rows.append((epoch if is_move else None, ply if is_move else None, entry, append.up))
            if is_move:
                ply += 1
            elif isinstance(entry, TookBack):
                epoch, ply = epoch + 1, ply - entry.count
        if {row[:2] for row in rows if row[0] is not None} & {row[:2] for row in game.log}:
            raise Conflict("the same move")
        self.check(append.caps)
        game.log += rows
        game.epoch, game.ply = epoch, ply
        if append.follow_up is not None:
            self.create(append.follow_up)
        if append.state is not None:
            game.state, game.updated_at = append.state, append.entries[-1].at
        if append.state == "over":
            self.count(append.game, append.counts)
        if append.players is not None:
            game.players = append.players

    def count(self, name: str, counts: tuple[Count, ...]) -> None:
        if not self.games[name].counted:
            self.games[name].counted = True
            for *place, x, drawn, o in counts:
                sums = self.counts.setdefault(tuple(place), [0, 0, 0])
                self.counts[tuple(place)] = [
                    a + b for a, b in zip(sums, (x, drawn, o), strict=True)
                ]

    def finished(self, key: str) -> list[tuple[int, str]]:
        found = [
            (game.updated_at, name)
            for name, game in self.games.items()
            if key in game.players and game.state not in OPEN
        ]
        return sorted(found, reverse=True)

    def idle_solo(self, key: str | None, before: int) -> str | None:
        found = [
            (game.touched, name)
            for name, game in self.games.items()
            if game.settings.solo
            and game.state in OPEN
            and (key is None or key in game.players)
            and game.touched < before
        ]
        return min(found)[1] if found else None

    def tokens_of(self, key: str) -> list[m.Token]:
        mine = [token for owner, token in self.tokens.values() if owner == key]
        return sorted(mine, key=lambda token: (token.created_at, token.id))

    def welcome_back(self, key: str, *, sealed: bool) -> str | None:
        known = sealed or key in self.names or bool(self.tokens_of(key))
        known = known or any(key in game.players for game in self.games.values())
        return self.names.get(key, "") if known and key not in self.signed_out else None


def seat(key: str) -> Seat:
    return Seat(key, m.Player(id=f"id-{key}", name="", kind="person"))


class Player:
    """Does the same with a store and with the model, and compares what they tell."""

    def __init__(self, store, seed: int) -> None:
        self.store, self.model = store, Model()
        self.dice = random.Random(seed)
        self.now = 100  # goes up with every step, so that no two moments are the same
        self.made = 0
        self.tried: set[object] = set()  # what was told, the states that games came to

    def moment(self) -> int:
        """A moment at which something happened, or one after it: where lists end."""
        games = self.model.games.values()
        moments = [at for game in games for at in (game.updated_at, game.touched)]
        return self.dice.choice(moments or [self.now]) + self.dice.randrange(2)

    def any_game(self) -> str | None:
        return self.dice.choice(sorted(self.model.games)) if self.model.games else None

    def caps(self, *keys: str | None) -> tuple[Cap, ...]:
        if self.dice.random() < 0.5:
            return ()
        challenges = self.dice.choice((None, 1, 3))
        return tuple(Cap(key, self.dice.choice((2, 6, 12)), challenges) for key in keys if key)

    def new_game(self) -> NewGame:
        self.made += 1
        dice = self.dice
        opponent = dice.choice(("open", "link", "same-device", "computer"))
        x = dice.choice(PEOPLE)
        guest = f"guest {self.made}"  # who sits at no other game
        o = x if opponent == "same-device" else dice.choice((None, None, guest, guest, *PEOPLE))
        places = [None if one is None else seat(one) for one in (x, o)]
        if dice.random() < 0.5:
            places.reverse()
        clock = dice.choice((m.NoClock(), m.TimedClock(60), m.DaysClock(3)))
        settings = Settings(
            f"g{self.made:03}", self.now, "modern", opponent, "draw", False, clock, *places
        )
        return NewGame(settings, "waiting" if None in places else "playing", self.now)

    async def both(self, call, *given) -> None:
        """The same call to both; what is refused by one is refused by the other, alike."""
        told = []
        for one in (getattr(self.model, call), getattr(self.store, call)):
            try:
                done = one(*given)
                await (done if done is not None else asyncio.sleep(0))
                told.append(None)
            except TooMany as many:
                told.append((many.what, many.count))
            except Conflict:
                told.append("conflict")
        assert told[0] == told[1], (call, given)
        self.tried.add(told[0][0] if isinstance(told[0], tuple) else told[0])

    async def create(self) -> None:
        game = self.new_game()
        keys = [one.key for one in (game.settings.x, game.settings.o) if one]
        await self.both("create", game, *self.caps(*keys))

    async def append(self) -> None:
        name = self.any_game()
        if name is None:
            return
        game, dice, at = self.model.games[name], self.dice, self.now
        move = Moved(at=at, side="XO"[game.ply % 2], square=dice.randrange(81), spent=0)
        version, ply = len(game.log) + 1, game.ply
        if dice.random() < 0.1 and version > 1:
            version -= 1  # somebody was quicker
        if dice.random() < 0.05 and ply:  # the move of a ply that stands already
            await self.both("append", Append(name, version, game.epoch, ply - 1, [move], up=at))
            return
        entries, change = self.dice.choice(
            (self.moves, self.moves, self.others, self.ends, self.seats, self.rematch)
        )(game, move)
        append = Append(name, version, game.epoch, ply, entries, up=at, **change)
        await self.both("append", append)

    def moves(self, _: Kept, move: Moved) -> tuple[list, dict]:
        again = Moved(at=self.now, side=move.side, square=self.dice.randrange(81), spent=1)
        return self.dice.choice(([move], [move, again])), {}

    def others(self, game: Kept, move: Moved) -> tuple[list, dict]:
        if game.ply and self.dice.random() < 0.5:
            return [TookBack(at=self.now, side="X", count=1), move], {}
        return [Offered(at=self.now, side="X", what="draw")], {}

    def ends(self, _: Kept, move: Moved) -> tuple[list, dict]:
        dice, at = self.dice, self.now
        state = dice.choice(("over", "over", "aborted", "aborted", "playing"))
        if state == "over":
            counts = (Count(1, dice.randrange(3), 40, dice.randrange(2), 1, 0, 0),)
            return [Resigned(at=at, side=move.side)], {"state": state, "counts": counts}
        if state == "aborted":
            return [Aborted(at=at, side=None, reason="expired")], {"state": state}
        return [TookBack(at=at, side=move.side, count=0)], {"state": state}

    def seats(self, _: Kept, move: Moved) -> tuple[list, dict]:
        players = self.dice.choice(PEOPLE), self.dice.choice(PEOPLE)
        return [move], {"players": players, "caps": self.caps(*sorted(set(players)))}

    def rematch(self, _: Kept, move: Moved) -> tuple[list, dict]:
        following = self.new_game()
        entry = Rematched(at=self.now, side=move.side, game=following.settings.id)
        return [entry], {"follow_up": following, "caps": self.caps(self.dice.choice(PEOPLE))}

    async def note_told(self) -> None:
        name = self.any_game()
        game = self.model.games.get(name or "")
        if game is not None and len(game.log) > (game.told.version if game.told else 0):
            game.told = Told(len(game.log), self.now)
            await self.store.note_told(name, game.told)

    async def forget(self) -> None:
        before, most = self.moment(), self.dice.choice((1, 50))
        off = {
            name
            for name, game in self.model.games.items()
            if game.state == "aborted" and game.updated_at < before
        }
        assert await self.store.forget_called_off(before, most) == min(most, len(off))
        left = {name for name in off if await self.store.load(name) is not None}
        assert len(left) == max(0, len(off) - most)
        for name in off - left:
            del self.model.games[name]
            self.tried.add("forgotten")

    async def name(self) -> None:
        key = self.dice.choice(PEOPLE)
        self.model.names[key] = f"{key} {self.now}"
        await self.store.rename(key, self.model.names[key])

    async def token(self) -> None:
        key, dice = self.dice.choice(PEOPLE), self.dice
        if mine := self.model.tokens_of(key):
            stranger = next(one for one in PEOPLE if one != key)
            assert not await self.store.drop_token(stranger, mine[0].id)
            if dice.random() < 0.7:
                self.tried.add("dropped")
                assert await self.store.drop_token(key, mine[0].id)
                assert not await self.store.drop_token(key, mine[0].id)
                gone = [d for d, (_, one) in self.model.tokens.items() if one == mine[0]]
                del self.model.tokens[gone[0]]
                return
        scopes = dice.choice((["read"], ["play"], ["play", "read"]))
        # Their ids come in another order than they were made.
        token = m.Token(f"t{1000 - self.now}", f"bot {self.now}", self.now, scopes)
        self.model.tokens[f"digest {self.now}"] = key, token
        await self.store.add_token(key, f"digest {self.now}", token)

    async def sign_out(self) -> None:
        key = self.dice.choice(PEOPLE)
        mine = {digest for digest, (owner, _) in self.model.tokens.items() if owner == key}
        ended = await self.store.sign_out(key, self.now)
        assert sorted(ended) == sorted(self.model.tokens[digest][1].id for digest in mine)
        for digest in mine:
            del self.model.tokens[digest]
        self.model.signed_out.add(key)

    async def alive(self) -> None:
        self.model.alive = self.now, self.now // 2
        await self.store.alive(*self.model.alive)

    async def count(self) -> None:
        """Count games that are not: as if their end had been stored by an earlier version."""
        name = self.any_game()
        if name is not None:
            counts = (Count(1, self.dice.randrange(3), 41, 0, 0, 1, 0),)
            self.model.count(name, counts)
            await self.store.count_games({name: counts})

    async def compare(self) -> None:
        """Whether the store tells of everything what the model does."""
        store, model = self.store, self.model
        self.tried |= {game.state for game in model.games.values()}
        moment = self.moment()
        for key in PEOPLE:
            assert sorted(await store.unfinished_of(key)) == sorted(model.unfinished(key))
            for challenges in (False, True):
                count = await store.count_unfinished(key, challenges=challenges)
                assert count == len(model.unfinished(key, challenges=challenges))
            finished, pages = model.finished(key), []
            for _ in range(len(finished) // 3 + 1):
                pages += await store.finished_of(key, pages[-1] if pages else None, 3)
            assert [*map(tuple, pages)] == finished
            assert await store.idle_solo_of(key, moment) == model.idle_solo(key, moment)
            assert await store.name_of(key) == model.names.get(key, "")
            assert await store.tokens_of(key) == model.tokens_of(key)
            for sealed in (False, True):
                known = await store.welcome_back(key, sealed=sealed)
                assert known == model.welcome_back(key, sealed=sealed)
        assert await store.idle_solo_of(None, moment) == model.idle_solo(None, moment)
        assert sorted(await store.games_to_tend()) == sorted(
            name
            for name, game in model.games.items()
            if (game.state == "waiting" and game.listed)
            or (game.state == "playing" and not isinstance(game.settings.clock, m.NoClock))
        )
        links = [
            name
            for name, game in model.games.items()
            if game.state == "waiting" and not game.listed and game.updated_at < moment
        ]
        assert sorted(await store.links_that_waited(moment, 99)) == sorted(links)
        assert len(await store.links_that_waited(moment, 2)) == min(2, len(links))
        uncounted = [n for n, g in model.games.items() if g.state == "over" and not g.counted]
        assert sorted(await store.uncounted(99)) == sorted(uncounted)
        assert await store.last_alive() == model.alive
        for digest, (owner, token) in model.tokens.items():
            found = StoredToken(token.id, owner, tuple(token.scopes))
            assert await store.find_token(digest) == found
        for key in range(3):
            found = {count[:4]: list(count[4:]) for count in await store.find_counts(1, key)}
            assert found == {k: v for k, v in model.counts.items() if k[1] == key}

    async def compare_logs(self) -> None:
        for name, game in self.model.games.items():
            for key in filter(None, game.players):
                known = await self.store.welcome_back(key, sealed=False)
                assert known == self.model.welcome_back(key, sealed=False)
            stored = await self.store.load(name)
            assert stored.settings == game.settings
            assert [*map(encode_entry, stored.entries)] == [encode_entry(e[2]) for e in game.log]
            assert stored.ups == [entry[3] for entry in game.log]
            assert (stored.up, stored.told) == (game.up, game.told)

    async def play(self, steps: int) -> None:
        often = [self.create] * 4 + [self.append] * 12
        rare = [self.note_told, self.forget, self.name, self.token, self.alive, self.count]
        for step in range(steps):
            self.now += 1
            await self.dice.choice([*often, *rare, *rare[:1]])()
            if step == steps // 2:
                await self.sign_out()
            if step % 8 == 0:
                await self.compare()
        await self.compare()
        await self.compare_logs()


TRIED = {"waiting", "playing", "over", "aborted", "forgotten", "conflict", "games", "challenges"}
TRIED.add("dropped")
#: What the index says of every game.
INDEX = "SELECT id, state, x, o, updated_at, listed, solo, counted FROM games"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_store_does_what_the_model_does(kind, tmp_path, request):
    if kind == "postgres":
        url = request.getfixturevalue("postgres").create()
        asyncio.run(prepare(url))

    async def act() -> Model:
        file = tmp_path / "games.sqlite3"
        store = SqliteStore(file) if kind == "sqlite" else PostgresStore(url)
        await store.open()
        try:
            player = Player(store, seed=7)
            await player.play(240)
            assert player.tried >= TRIED, "the dice must come to all of it"
            return player.model
        finally:
            await store.close()

    model = asyncio.run(act())
    if kind == "postgres":
        rows = run_sql(url, INDEX)
    else:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
            rows = db.execute(INDEX).fetchall()
    assert {row[0]: (*row[1:5], *map(bool, row[5:])) for row in rows} == {
        name: (
            *(game.state, *game.players, game.updated_at),
            *(game.listed, game.settings.solo, game.counted),
        )
        for name, game in model.games.items()
    }
