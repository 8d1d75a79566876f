"""What `deploy/` ships works: the configuration is read, and nginx carries pages and sockets."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from ninefold.server.client import Client
from ninefold.server.config import Config
from ninefold.server.wire import messages as m
from support.serving import Server, until

DEPLOY = Path(__file__).parents[2] / "deploy"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_configuration_is_one_that_the_server_takes() -> None:
    config = Config.read(DEPLOY / "server.toml")
    assert config.secure_cookie
    assert config.hosts == ("play.example.org",)
    assert config.proxies == ("127.0.0.1",)


def test_the_configuration_of_several_is_one_that_the_server_takes() -> None:
    config = Config.read(DEPLOY / "several.toml")
    assert config.database.startswith("postgresql://")
    assert config.bus.startswith("redis://")
    assert "several.toml" in (DEPLOY / "ninefold@.service").read_text("utf-8")
    assert config.database in (DEPLOY / "ninefold-think.service").read_text("utf-8")


def test_the_servers_of_the_compose_file_play_together(tmp_path: Path, postgres, redis) -> None:
    """Its own commands, with the database and the Redis of this test; the third of them thinks."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    commands = [shlex.split(line) for line in re.findall(r"command: ninefold (.*)", text)]
    assert [command[0] for command in commands] == ["serve", "serve", "think"]
    database, env = postgres.create(), {**os.environ, "NINEFOLD_DATA": str(tmp_path)}
    given = {"postgresql://ninefold@database/ninefold": database, "redis://bus": redis.url}
    servers, urls = [], []
    try:
        for command in commands:
            words = [given.get(word, "0" if word.isdecimal() else word) for word in command]
            ninefold = str(Path(sys.executable).with_name("ninefold"))
            servers.append(
                subprocess.Popen([ninefold, *words], stdout=subprocess.PIPE, text=True, env=env)
            )
            assert servers[-1].stdout is not None
            urls.append(servers[-1].stdout.readline().strip())
        ann, ben = map(Client, urls[:2])
        game = ann.create(opponent="link", side="X").game.id
        assert ben.join(game).game.state == "playing"
        assert ann.command(game, m.Move(ply=0, square=40)).game.moves == [40]
        assert ben.game(game).game.moves == [40]
        alone = ann.create(opponent="computer", level="beginner", side="O").game.id
        until(lambda: ann.game(alone).game.moves)
    finally:
        for server in servers:
            server.terminate()
            server.wait(30)
            server.stdout.close()


def test_the_service_starts_a_command_that_there_is() -> None:
    unit = (DEPLOY / "ninefold.service").read_text("utf-8")
    assert "NINEFOLD_DATA=/var/lib/ninefold" in unit
    assert "StateDirectory=ninefold" in unit


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs Debian's package nginx")
def test_a_page_comes_through_nginx_by_https(tmp_path: Path) -> None:
    names = {"hosts": ["play.example.org"], "proxies": ["127.0.0.1"], "secure_cookie": True}
    server = Server(tmp_path / "games", **names).start()
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text("utf-8").partition("server {\n    listen 80;")[0]
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("127.0.0.1:8099", f"127.0.0.1:{server.port}")
    text = re.sub(r"/etc/letsencrypt/live/play.example.org/(\w+)\.pem", rf"{tmp_path}/\1.pem", text)
    key, certificate = f"{tmp_path}/privkey.pem", f"{tmp_path}/fullchain.pem"
    request = [
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=play.example.org",
    ]
    subprocess.run(
        ["openssl", "req", *request, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; user root;"
        f" events {{}} http {{ access_log off; {text} }}",
        encoding="utf-8",
    )
    nginx = subprocess.Popen(["nginx", "-p", str(tmp_path), "-c", str(whole)])
    try:
        unchecked = ssl._create_unverified_context()
        asked = urllib.request.Request(
            f"https://127.0.0.1:{port}/api/v1/me", headers={"Host": "play.example.org"}
        )
        for _ in range(100):
            try:
                answer = urllib.request.urlopen(asked, context=unchecked, timeout=5)
                break
            except OSError:
                time.sleep(0.1)
        assert answer.status == 200
        assert "Secure" in answer.headers["Set-Cookie"]  # it knows that the visitor came by HTTPS
    finally:
        nginx.terminate()
        nginx.wait(10)
        server.stop()
