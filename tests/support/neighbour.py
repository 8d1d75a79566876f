"""A well-behaved game beside an attack: it must not miss a move, and says how long moves took."""

from __future__ import annotations

import threading
import time

from support.serving import Server

__all__ = ["Neighbour"]


class Neighbour(threading.Thread):
    """Plays one game after another for as long as the ``with`` block lasts, beside ``what``.

    With an ``address`` they come from there, to a server that believes its proxy on this machine.
    """

    def __init__(self, server: Server, what: str, *, address: str | None = None) -> None:
        super().__init__()
        self._client = server.client()
        if address is not None:
            self._client._opener.addheaders = [("X-Forwarded-For", address)]
        self._what = what
        self._over = threading.Event()
        self.took: list[float] = []  # milliseconds, of each move
        self.missed = 0
        self.failed: Exception | None = None

    def run(self) -> None:
        try:
            while not self._over.is_set():
                self._play()
        except Exception as error:
            self.failed = error

    def _play(self) -> None:
        game = self._client.create(opponent="same-device").game
        with self._client.follow(game.id) as live:
            sent = None
            for state in live.states():
                if sent is not None:
                    self.took.append(1000 * (time.monotonic() - sent))
                if state.state != "playing" or self._over.is_set():
                    return
                self.missed += state.version - 1 - len(state.moves)
                sent = time.monotonic()
                live.move(state, state.board.legal[0])

    def __enter__(self) -> Neighbour:
        self.start()
        while not self.took:  # the attack begins beside a game that is under way
            assert self.is_alive(), self.failed
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join(60)
        assert not self.is_alive(), "the neighbour waits for ever"
        assert self.failed is None, self.failed
        ordered = sorted(self.took)
        p50, p99 = (ordered[len(ordered) * share // 100] for share in (50, 99))
        print(
            f"\nbeside {self._what}: {len(ordered)} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
            f"worst {ordered[-1]:.1f} ms, missed {self.missed}"
        )
        assert not self.missed
