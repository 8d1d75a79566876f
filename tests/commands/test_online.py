"""`ninefold online` and what keeps servers going: every option reaches what it is for."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ninefold import Position
from ninefold.arena.players import find_player
from ninefold.cli import main
from ninefold.engine import Limit
from ninefold.engine.baselines import GreedyEngine, RandomEngine
from ninefold.server import client, logs, run
from ninefold.server.config import Config
from ninefold.server.store import postgres_pool


class Client:
    """A server's other end: it notes what is asked and has every game end at its first move."""

    asked: list[tuple[Any, ...]]
    winner: str | None = "X"

    def __init__(self, url: str, token: str | None) -> None:
        self.url = url
        self.asked.append(("at", url, token))

    def create(self, **wish: Any) -> Any:
        self.asked.append(("create", wish))
        return self._reply("made")

    def join(self, game: str) -> Any:
        self.asked.append(("join", game))
        return self._reply(game)

    def _reply(self, game: str) -> Any:
        return SimpleNamespace(seats=["X", "O"], game=SimpleNamespace(id=game))

    def play(self, game: str, choose) -> Any:
        move = choose(Position.start("open").play("55"))
        self.asked.append(("play", game))
        result = SimpleNamespace(winner=self.winner, reason="line")
        return SimpleNamespace(id=game, mode="open", moves=[40, move], result=result)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    monkeypatch.setattr(Client, "asked", [], raising=False)
    monkeypatch.setattr(client, "Client", Client)
    monkeypatch.setattr(GreedyEngine, "_candidates", lambda *_: [36])
    monkeypatch.setattr(RandomEngine, "_candidates", lambda *_: [37])
    monkeypatch.delenv("NINEFOLD_TOKEN", raising=False)
    return Client.asked


USUAL = {"mode": "modern", "opponent": "computer", "level": None, "side": "random"}


@pytest.mark.parametrize(
    ("options", "wish"),
    [
        ([], {}),
        (["--mode", "battle"], {"mode": "battle"}),
        (["--opponent", "link"], {"opponent": "link"}),
        (["--level", "keen"], {"level": "keen"}),
        (["--side", "O"], {"side": "O"}),
    ],
)
def test_a_game_is_made_as_it_was_wished_for(options: list[str], wish, asked, capsys) -> None:
    assert main(["online", "http://here", *options]) == 0
    assert asked == [("at", "http://here", None), ("create", USUAL | wish), ("play", "made")]
    out, err = capsys.readouterr()
    assert err == "http://here/game/made\n"
    assert out == "X won (line) after 2 moves: we played X and O\n55 51\n"


def test_a_game_by_its_id_is_joined_and_not_made(asked, capsys, monkeypatch) -> None:
    monkeypatch.setenv("NINEFOLD_TOKEN", "secret")
    monkeypatch.setattr(Client, "winner", None)
    command = ["online", "http://here", "--game", "k7x", "--player", "random"]
    assert main([*command, "--mode", "battle"]) == 0
    assert asked == [("at", "http://here", "secret"), ("join", "k7x"), ("play", "k7x")]
    assert capsys.readouterr() == (
        "nobody won (line) after 2 moves: we played X and O\n55 52\n",
        "",
    )


def test_so_many_games_are_played_and_each_is_a_line_of_json(asked, capsys, monkeypatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(GreedyEngine, "new_game", lambda _: begun.append("game"))
    assert main(["online", "http://here", "--games", "3", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(begun) == 3
    assert json.loads(lines[2]) == {
        "game": "made",
        "mode": "open",
        "played": ["X", "O"],
        "winner": "X",
        "reason": "line",
        "moves": ["55", "51"],
    }


@pytest.mark.parametrize(
    ("player", "limit"),
    [
        ("greedy", Limit(time=1.0)),
        ("greedy:nodes=9", Limit(nodes=9)),
        ("greedy:time=3,depth=2", Limit(time=3, depth=2)),
    ],
)
def test_an_engine_thinks_as_long_as_it_brings_and_else_a_second(
    player: str, limit: Limit, asked, monkeypatch
) -> None:
    given: list[Limit] = []
    plays = GreedyEngine.play

    def play(self: GreedyEngine, position: Position, limit: Limit) -> Any:
        given.append(limit)
        return plays(self, position, limit)

    monkeypatch.setattr(GreedyEngine, "play", play)
    assert find_player(player).offer.name == "greedy"
    assert main(["online", "http://here", "--player", player]) == 0
    assert given == [limit]


# ninefold serve


@pytest.mark.parametrize(
    ("options", "changed", "more"),
    [
        ([], {}, {}),
        (["--host", "0.0.0.0"], {"host": "0.0.0.0"}, {}),
        (["--port", "0"], {"port": 0}, {}),
        (["--database", "postgresql://d"], {"database": "postgresql://d"}, {}),
        (["--bus", "redis://b"], {"bus": "redis://b"}, {}),
        (["--computer", "off"], {"computer": "off"}, {}),
        (["--open"], {}, {"open_browser": True}),
        (["--verbose"], {}, {"verbose": True}),
    ],
)
@pytest.mark.parametrize("config", [False, True])
def test_a_server_is_what_its_options_say_and_else_its_configuration(
    config: bool, options: list[str], changed, more, tmp_path, monkeypatch
) -> None:
    """Whatever the file says of the same."""
    served: list[tuple[Config, dict[str, Any]]] = []
    monkeypatch.setattr(run, "serve", lambda config, **more: served.append((config, more)) or 3)
    data, file = tmp_path / "data", tmp_path / "server.toml"
    begun: dict[str, Any] = {"data": data}
    words = ["--data", str(data)]
    if config:
        begun |= {"host": "::1", "port": 9, "bus": "redis://a", "pace": 2.0}
        told = {**begun, "data": str(tmp_path / "other")}
        file.write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in told.items()), "utf-8")
        words += ["--config", str(file)]
    assert main(["serve", *words, *options]) == 3
    usual = {"open_browser": False, "verbose": False}
    assert served == [(Config(**begun | changed), usual | more)]


# ninefold think


@pytest.mark.parametrize(
    ("options", "workers", "verbose"),
    [([], Config().workers, False), (["--workers", "3"], 3, False), (["--verbose"], None, True)],
)
def test_a_thinker_has_as_many_threads_as_it_is_told(
    options: list[str], workers: int | None, verbose: bool, monkeypatch, capsys
) -> None:
    asked: list[tuple[object, ...]] = []

    async def prepare(url: str) -> None:
        asked.append(("prepared", url))

    def think(url: str, workers: int, ready) -> int:
        asked.append(("thinks", url, workers))
        ready()
        return 4

    told = ModuleType("thinker")
    told.think = think
    monkeypatch.setitem(sys.modules, "ninefold.server.nodes.thinker", told)
    monkeypatch.setattr(postgres_pool, "prepare", prepare)
    monkeypatch.setattr(logs, "log_to_stderr", lambda *, verbose: asked.append(("logs", verbose)))
    url = "postgresql://me:secret@db/games"
    assert main(["think", url, *options]) == 4
    assert asked == [
        ("logs", verbose),
        ("prepared", url),
        ("thinks", url, workers or Config().workers),
    ]
    out = capsys.readouterr().out
    assert out.startswith("thinking for the servers of postgresql://me")
    assert "secret" not in out
