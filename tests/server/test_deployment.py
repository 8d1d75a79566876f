"""What `deploy/` ships works: the configuration is read, and nginx carries pages and sockets."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from ninefold.server.config import Config
from support.serving import Server

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
