"""The commands around a server: playing there from a script, and starting one that cannot start."""

import json
import re
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ninefold import Position, parse_square
from ninefold.cli import main
from support.serving import Server

#: A key and a certificate that it signed itself, made for this test alone.
SELF_SIGNED = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3U8xA+DuBapl1q7I
zAvhn8/zexobktP6qjCCeqCAFd6hRANCAAS7yenw0L3VWnmfH3Ish1MVQJkDC+g9
kqjzWAMM0KLe2A+jDapkeUHxKBcBIWT7Mg7T/lyH63wdtq+ABvvWKEOy
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUVaa4uivUUG4CssPVCQQ7oGFQlScwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODE5NTczMloYDzIxMjYxMDI1
MTk1NzMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS7yenw0L3VWnmfH3Ish1MVQJkDC+g9kqjzWAMM0KLe2A+jDapkeUHx
KBcBIWT7Mg7T/lyH63wdtq+ABvvWKEOyo1MwUTAdBgNVHQ4EFgQUKatg/guoHhAp
6W3TZ4c9G/jcO5QwHwYDVR0jBBgwFoAUKatg/guoHhAp6W3TZ4c9G/jcO5QwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAlGAMuLhwn2FVGosfgK4s
0cdHsc3VjT3rGVLRMJVaI5sCIBp4umaRoh6u8iWPkxkIfqhy0ZjiptGELZAjL178
kRJ1
-----END CERTIFICATE-----
"""

NINEFOLD = str(Path(sys.executable).with_name("ninefold"))


def ninefold(*arguments):
    return subprocess.run([NINEFOLD, *arguments], capture_output=True, text=True, check=False)


def test_a_program_plays_whole_games_on_a_server(shared_server):
    done = ninefold("online", shared_server.url, "--games", "2", "--mode", "open", "--json")
    assert done.returncode == 0, done.stderr
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(games) == 2
    for played in games:
        position = Position.start("open")
        for move in played["moves"]:
            position = position.play(parse_square(move))
        assert position.outcome.winner == played["winner"]


def test_any_engine_that_a_match_knows_plays_on_a_server(shared_server):
    for player in ("first-game", "full:nodes=200", "python:ninefold.engine.baselines:GreedyEngine"):
        done = ninefold("online", shared_server.url, "--player", player, "--level", "first-game")
        assert (done.returncode, "after" in done.stdout) == (0, True), done.stderr
    assert "did you mean" in ninefold("online", shared_server.url, "--player", "greedi").stderr


def test_a_server_that_is_not_there_is_told_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = ninefold("online", f"http://127.0.0.1:{port}")
    assert done.returncode == 4
    assert done.stderr.startswith("ninefold: no server answers at")


def test_a_server_whose_certificate_is_not_trusted_is_not_called_absent(tmp_path):
    (pem := tmp_path / "own.pem").write_text(SELF_SIGNED, encoding="ascii")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)

    def shake_hands(listening):
        with pytest.raises(OSError), listening.accept()[0] as raw:
            context.wrap_socket(raw, server_side=True)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = threading.Thread(target=shake_hands, args=[listening])
        server.start()
        done = ninefold("online", f"https://localhost:{listening.getsockname()[1]}")
        server.join()
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    assert "is not trusted: self-signed certificate" in done.stderr
    assert "no server answers" not in done.stderr


def test_a_server_that_keeps_visitors_by_https_says_so_over_http(tmp_path):
    server = Server(tmp_path, secure_cookie=True).start()
    try:
        done = ninefold("online", server.url)
    finally:
        server.stop()
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "use its https:// address" in done.stderr


@pytest.mark.parametrize(
    "url",
    [
        *("notaurl", "http://a b", "http://[::1", "", "http://", "ftp://host", "http://host:port"),
        *("http://host:99999", "http://host\n", "http://[x]:80", "//host", "localhost:8099"),
    ],
)
def test_what_is_not_an_address_is_refused_in_one_sentence(url, capsys):
    assert main(["online", url]) == 2
    assert re.fullmatch(
        r"ninefold: .* is not a server's address: expected one such as http://127.0.0.1:8099\n",
        capsys.readouterr().err,
    )


def test_a_port_in_use_is_told_in_one_sentence(shared_server, tmp_path):
    done = ninefold("serve", "--port", str(shared_server.port), "--data", str(tmp_path))
    assert done.returncode == 4
    assert "choose another with --port" in done.stderr


def test_a_bad_configuration_is_told_in_one_sentence(tmp_path):
    for text, expected in [
        ("speed = 3", "there is no setting 'speed' (expected one of host, port, "),
        ("[limits]\nsocket = 3", "'limits.socket' (did you mean limits.sockets?)"),
        ("[limits]\nsockets = 'many'", "limits.sockets is 'many': expected a whole number"),
        ("port = 70000", "port is 70000: expected a whole number <= 65535"),
        ("origins = ['http://a', 3]", "origins[1] is 3: expected a text in quotes"),
        ("data = 3", "data is 3: expected a text in quotes"),
        ("limits = 3", "limits is 3: expected a table"),
        ("pace = [", "cannot read the configuration"),
    ]:
        path = tmp_path / "server.toml"
        path.write_text(text, encoding="utf-8")
        done = ninefold("serve", "--config", str(path))
        assert done.returncode == 2
        assert expected in done.stderr
