"""A client for scripts and bots: the whole API as methods, and a game played to its end.

::

    from ninefold.server.client import Client

    client = Client("http://127.0.0.1:8099")
    game = client.create(mode="battle", opponent="computer").game
    over = client.play(game.id, lambda position: position.legal_moves[0])
    print(over.result)

A lost connection is taken up again by itself: the first try comes within 200 milliseconds, later
ones more slowly but at least once a second, and a move whose answer was lost is sent again under
its old id, so it is played once.
"""

from __future__ import annotations

import random
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from http.cookiejar import CookieJar
from typing import Any, Final, Self, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from ninefold.rules.errors import BadInput, NinefoldError, SystemFailed, quoted
from ninefold.rules.position import Position
from ninefold.rules.variants import AXES, Variant
from ninefold.server.play.visitors import COOKIE, SECURE_COOKIE
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

__all__ = ["Client", "Live", "Unreachable", "position_of"]

_Body = TypeVar("_Body", bound=m.Message)
_FIRST_RETRY_S: Final = 0.15
_LONGEST_RETRY_S: Final = 0.8
_decoder: Final = msgspec.json.Decoder(m.GameMessage)
_lines: Final = msgspec.json.Decoder(m.LineMessage)
_problems: Final = msgspec.json.Decoder(m.Problem)


class Unreachable(SystemFailed):
    """No server answers at this address."""


def position_of(game: m.Game) -> Position:
    """The position of a game, by the rules of this library: its axes say how it is played."""
    axes = {axis: getattr(game.axes, axis) for axis in AXES}
    position = Position.start(Variant(game.mode, **axes))
    for move in game.moves:
        position = position.play(move)
    return position


class Client:
    """A visitor of a server; with a token, a bot."""

    def __init__(self, url: str, token: str | None = None, *, patience_s: float = 30.0) -> None:
        self.url = _checked(url).rstrip("/")
        self.patience_s = patience_s
        self._token = token
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))

    # Requests

    def about(self) -> m.About:
        """What the server offers."""
        return self._ask("GET", f"{m.API}/about", m.About)

    def me(self) -> m.Me:
        """Who we are."""
        return self._ask("GET", f"{m.API}/me", m.Me)

    def rename(self, name: str) -> m.Me:
        """Choose the name that others see."""
        return self._ask("PUT", f"{m.API}/me", m.Me, m.Rename(name))

    def create(self, **wish: Any) -> m.GameReply:
        """Set up a game; see ``messages.CreateGame`` for what may be said."""
        return self._ask("POST", f"{m.API}/games", m.GameReply, m.CreateGame(**wish))

    def seek(self, **wish: Any) -> m.GameReply:
        """Wait until somebody is found who would play one of these games: see ``messages.Seek``."""
        self.me()
        url = self.url.replace("http", "ws", 1) + f"{m.API}/me/live"
        with connect(url, additional_headers=self.headers, compression=None) as line:
            line.send(msgspec.json.encode(m.Seek(**wish)).decode())
            while True:
                match _lines.decode(line.recv()):
                    case m.Called(seek):
                        line.send(msgspec.json.encode(m.Here(seek)).decode())
                    case m.ServerPing(n):
                        line.send(msgspec.json.encode(m.Pong(n)).decode())
                    case m.Refused(code, detail):
                        raise Refusal(code, detail)
                    case m.Paired(game):
                        return self.game(game)

    def my_games(self, cursor: str | None = None) -> m.MyGames:
        """Our games, a page of them; ``cursor`` is the ``next`` of the page before."""
        more = "" if cursor is None else f"?cursor={quote(cursor, safe='')}"
        return self._ask("GET", f"{m.API}/me/games{more}", m.MyGames)

    def my_records(self) -> Iterator[str]:
        """The records of all our games, some at a time: written one after the other, one file."""
        cursor: str | None = ""
        while cursor is not None:
            more = f"?cursor={quote(cursor, safe='')}" if cursor else ""
            page = self._ask("GET", f"{m.API}/me/records{more}", m.MyRecords)
            if page.text:
                yield page.text
            cursor = page.next

    def join(self, game: str) -> m.GameReply:
        """Take the free seat of a game."""
        return self._ask("POST", f"{_path(game)}/join", m.GameReply)

    def game(self, game: str) -> m.GameReply:
        """A game as it is now."""
        return self._ask("GET", _path(game), m.GameReply)

    def command(self, game: str, command: m.GameCommand) -> m.GameReply:
        """Move, resign, offer and so on, without a socket."""
        return self._ask("POST", f"{_path(game)}/commands", m.GameReply, command)

    def replay(self, game: str) -> m.Replay:
        """Every board of a game, and its record."""
        return self._ask("GET", f"{_path(game)}/replay", m.Replay)

    def lobby(self) -> m.Lobby:
        """Open challenges, and games to watch."""
        return self._ask("GET", f"{m.API}/lobby", m.Lobby)

    def new_token(self, label: str, scopes: Sequence[m.Scope] = ("play", "read")) -> m.NewToken:
        """Make a token for a bot of ours, which may play or only read."""
        wish = m.CreateToken(label, list(scopes))
        return self._ask("POST", f"{m.API}/me/tokens", m.NewToken, wish)

    def drop_token(self, token: str) -> None:
        """Make a token worthless, by its id."""
        self._send("DELETE", f"{m.API}/me/tokens/{quote(token, safe='')}")

    def sign_out(self) -> None:
        """End this sign-in for good, and the tokens of our bots with it."""
        self._send("DELETE", f"{m.API}/me")

    # Playing

    def follow(self, game: str) -> Live:
        """A game's socket, as a context manager that reads like a list of messages."""
        return Live(self, game)

    def play(self, game: str, choose: Callable[[Position], int]) -> m.Game:
        """Play a game to its end: whenever it is our turn, ``choose`` says the square."""
        sides = self.game(game).seats
        if not sides:
            raise Refusal("not-your-game", "You do not play in this game: join it first.")
        with self.follow(game) as live:
            for state in live.states():
                if state.state in ("over", "aborted"):
                    return state
                mine = self._sides(state)
                if state.state == "playing" and state.board.turn in mine:
                    live.move(state, choose(position_of(state)))
        raise Unreachable(f"the server at {self.url} went away for more than {self.patience_s} s")

    def _sides(self, game: m.Game) -> list[m.Side]:
        me = self.me_id
        seats: list[tuple[m.Side, m.Player | None]] = [
            ("X", game.players.X),
            ("O", game.players.O),
        ]
        return [side for side, player in seats if player is not None and player.id == me]

    @property
    def me_id(self) -> str:
        """Our public id, asked for once."""
        if not hasattr(self, "_me_id"):
            self._me_id = self.me().id
        return self._me_id

    @property
    def headers(self) -> dict[str, str]:
        """What identifies us."""
        if self._token is not None:
            return {"Authorization": f"Bearer {self._token}"}
        cookies = {one.name: one.value for one in self._cookies}
        found = next((name for name in (SECURE_COOKIE, COOKIE) if name in cookies), None)
        return {} if found is None else {"Cookie": f"{found}={cookies[found]}"}

    def _ask(
        self, method: str, path: str, shape: type[_Body], body: m.Message | None = None
    ) -> _Body:
        return msgspec.json.decode(self._send(method, path, body), type=shape)

    def _send(self, method: str, path: str, body: m.Message | None = None) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        if self._token is not None:
            headers |= self.headers
        request = Request(self.url + path, data, headers, method=method)  # noqa: S310 - the user's own
        try:
            with self._opener.open(request, timeout=self.patience_s) as response:
                answer: bytes = response.read()
        except HTTPError as error:
            raise _refusal(error.read(), error.code) from None
        except URLError as error:
            raise Unreachable(_why_not(self.url, error.reason)) from None
        self._check_cookies()
        return answer

    def _check_cookies(self) -> None:
        """A cookie for HTTPS alone is not sent over HTTP: every request would be a new visitor."""
        by_cookie = self._token is None and self.url.startswith("http:")
        if by_cookie and any(cookie.secure for cookie in self._cookies):
            raise BadInput(
                f"the server at {self.url} keeps visitors by HTTPS only (its setting "
                "`secure_cookie`): use its https:// address"
            )


class Live:
    """A game's socket that comes back by itself when it is lost."""

    def __init__(self, client: Client, game: str) -> None:
        self._client, self._game = client, game
        self._opened = ExitStack()
        self._socket: ClientConnection | None = None
        self._unanswered: m.Move | None = None
        self._version = 0

    def __enter__(self) -> Self:
        self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def move(self, seen: m.Game, square: int) -> None:
        """Play a square on the board that was seen; its answer comes as the next state."""
        self._unanswered = m.Move(ply=len(seen.moves), square=square, id=secrets.token_hex(8))
        self.send(self._unanswered)

    def send(self, command: m.ClientMessage) -> None:
        """Send any message; if the connection is lost, a move is sent again by itself."""
        try:
            if self._socket is not None:
                self._socket.send(msgspec.json.encode(command).decode())
        except ConnectionClosed:
            return  # the next read finds out, connects again and sends the move again

    def states(self) -> Iterator[m.Game]:
        """Every newer state of the game, for as long as a server can be reached."""
        while True:
            message = self._read()
            if message is None:
                return
            game = getattr(message, "game", None)
            if isinstance(message, m.Refused) and message.code not in ("stale", "game-over"):
                raise Refusal(message.code, message.detail)
            if isinstance(game, m.Game) and game.version > self._version:
                self._version, self._unanswered = game.version, None
                yield game

    def _read(self) -> m.GameMessage | None:
        while True:
            try:
                if self._socket is None:
                    return None
                message: m.GameMessage = _decoder.decode(self._socket.recv())
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code >= m.CLOSED_FOR_GOOD:
                    self._client.game(self._game)  # says why
                if not self._connect_again():
                    return None
                continue
            if isinstance(message, m.ServerPing):
                self.send(m.Pong(message.n))
                if message.version > self._version:
                    self.send(m.Sync())
                continue
            return message

    def _connect(self) -> None:
        parts = urlsplit(self._client.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        url = f"{scheme}://{parts.netloc}{_path(self._game)}/live"
        try:
            self._opened.close()
            opening = connect(
                url, additional_headers=self._client.headers, compression=None, open_timeout=10
            )
            self._socket = self._opened.enter_context(opening)
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise Unreachable(f"cannot follow the game at {url}: {error}") from None

    def _connect_again(self) -> bool:
        """Try, wait a little longer each time, and give up when the client's patience ends."""
        until = time.monotonic() + self._client.patience_s
        wait = _FIRST_RETRY_S
        while time.monotonic() < until:
            time.sleep(wait * random.uniform(0.7, 1.3))  # noqa: S311 - spreads the rush, no secret
            wait = min(_LONGEST_RETRY_S, wait * 2)
            try:
                self._connect()
            except Unreachable:
                continue
            if self._unanswered is not None:
                self.send(self._unanswered)
            return True
        return False


def _checked(url: str) -> str:
    """An address that a request can be made of."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets that do not close, a port that is not a number
        usable = False
    if not usable or any(char.isspace() or not char.isprintable() for char in url):
        raise BadInput(
            f"{quoted(url)} is not a server's address: expected one such as http://127.0.0.1:8099"
        )
    return url


def _why_not(url: str, reason: object) -> str:
    """A server whose certificate we do not trust does answer."""
    if isinstance(reason, ssl.SSLCertVerificationError):
        told = f"the certificate of {url} is not trusted: {reason.verify_message}"
        return f"{told}; have this system trust who signed it"
    return f"no server answers at {url}: {reason}"


def _path(game: str) -> str:
    return f"{m.API}/games/{quote(game, safe='')}"


def _refusal(body: bytes, status: int) -> NinefoldError:
    try:
        found = _problems.decode(body)
    except msgspec.DecodeError:
        return Unreachable(f"the server answered {status} without saying why")
    return Refusal(found.code, found.detail)
