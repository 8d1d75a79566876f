"""Where a server listens, what it is called there, and how much the system lets it have."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ninefold.cli import main
from ninefold.server import run
from ninefold.server.config import Config, Limits
from ninefold.server.http.door import files_for


@pytest.mark.parametrize("port", ["99999", "-5"])
def test_a_port_that_is_none_is_refused_in_one_sentence(port, capsys, tmp_path):
    assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("ninefold: cannot listen on")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8123"),
        ("localhost", "http://127.0.0.1:8123"),
        ("0.0.0.0", "http://127.0.0.1:8123"),
        ("::", "http://127.0.0.1:8123"),
        ("::1", "http://[::1]:8123"),
        ("192.0.2.7", "http://192.0.2.7:8123"),
        ("play.example", "http://play.example:8123"),
    ],
)
def test_the_address_for_people_is_one_that_leads_here(host, url):
    listener = SimpleNamespace(getsockname=lambda: (host, 8123))
    assert run._url(Config(host=host, port=0), listener) == url


@pytest.mark.parametrize(
    ("settings", "alone"),
    [
        ({}, True),
        ({"host": "127.9.9.9"}, True),
        ({"host": "localhost"}, True),
        ({"host": "::1"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "192.0.2.7"}, False),
        ({"proxies": ("127.0.0.1",)}, False),
        ({"hosts": ("play.example",)}, False),
    ],
)
def test_only_a_server_that_nobody_elsewhere_reaches_is_of_this_machine_only(settings, alone):
    assert Config(**settings).this_machine_only == alone


@pytest.mark.parametrize(
    ("system", "given", "screen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen_for_it(system, given, screen, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(run.sys, "platform", system)
    assert run._has_screen() == screen


def test_the_web_server_is_told_what_the_configuration_says(tmp_path):
    limits = Limits(send_timeout_s=7.0, connections=30, connections_per_address=2)
    config = Config(data=tmp_path, proxies=("192.0.2.9",), limits=limits)
    told = run._settings(lambda: None, config)
    assert (told.ws_ping_timeout, told.proxy_headers) == (7.0, True)
    assert told.forwarded_allow_ips == ["192.0.2.9"]
    assert (told.access_log, told.server_header, told.ws_max_size) == (False, False, 4096)
    assert told.http.door is told.ws.door, "a socket leaves by the door through which it came"
    assert told.http.limits is told.ws.limits is limits
    door = told.http.door
    assert [door.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [door.enter("192.0.2.9") for _ in range(3)] == [True] * 3, "a proxy stands for many"
    assert not run._settings(lambda: None, Config(data=tmp_path)).proxy_headers


@pytest.mark.parametrize(
    ("soft", "hard", "room", "asked"),
    [
        (1_000, 1_000, 100, None),
        (164, 164, 100, None),
        (163, 163, 99, 163),
        (50, 50, 1, 50),
        (100, 1_000, 100, 164),
        (100, 120, 56, 120),
        (-1, -1, 100, None),
        (100, -1, 100, 164),
    ],
)
def test_there_is_room_for_as_many_as_the_system_opens_files(soft, hard, room, asked, monkeypatch):
    resource = pytest.importorskip("resource")
    set_to = []
    infinite = resource.RLIM_INFINITY
    told = tuple(infinite if one == -1 else one for one in (soft, hard))
    monkeypatch.setattr(resource, "getrlimit", lambda _: told)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits))
    assert files_for(100) == room
    assert set_to == ([] if asked is None else [(asked, told[1])])
