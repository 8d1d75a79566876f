"""The workflows, which run elsewhere: what can be seen here is that they ask for what there is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def jobs_of(file: Path) -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
    return told


JOBS = [(file.name, name, job) for file in FILES for name, job in jobs_of(file).items()]
STEPS = [step for _, _, job in JOBS for step in job["steps"]]
SCRIPTS = [step["run"] for step in STEPS if "run" in step]


@pytest.mark.parametrize(("file", "name", "job"), JOBS, ids=[f"{f} {n}" for f, n, _ in JOBS])
def test_a_job_has_a_machine_and_steps_of_one_kind_each(file, name, job) -> None:
    assert job["runs-on"], (file, name)
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step), step
        assert step.keys() <= {"name", "if", "run", "uses", "with"}, step
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1")), step


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.splitlines()[0][:40])
def test_a_step_is_a_script_whose_make_targets_there_are(script) -> None:
    subprocess.run(["bash", "-n", "-c", script], check=True)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    assert set(re.findall(r"\bmake ([a-z-]+)", script)) <= targets


def test_what_a_matrix_asks_for_is_said_in_it() -> None:
    for file, name, job in JOBS:
        matrix = job.get("strategy", {}).get("matrix", {})
        asked = set(re.findall(r"\$\{\{ matrix\.(\w+) \}\}", json.dumps(job)))
        assert asked <= matrix.keys(), (file, name)


def test_tests_run_on_every_python_from_the_oldest_that_is_promised() -> None:
    versions = next(job for file, name, job in JOBS if (file, name) == ("test.yml", "test"))
    asked = versions["strategy"]["matrix"]["python"]
    assert PROJECT["project"]["requires-python"] == f">={asked[0]}"
    minors = [int(version.removeprefix("3.")) for version in asked]
    assert minors == list(range(minors[0], minors[0] + len(minors)))
    said = PROJECT["project"]["classifiers"]
    tested = {f"Programming Language :: Python :: {version}" for version in asked}
    assert {word for word in said if re.search(r":: 3\.\d+$", word)} <= tested


def test_who_is_not_root_is_given_what_the_tests_start() -> None:
    """`make test` installs them for root alone, and nobody is root in a workflow."""
    system = {
        step["if"]: step["run"]
        for step in STEPS
        if "run" in step and "runner.os" in step.get("if", "")
    }
    assert len(system) == 2
    for script in system.values():
        assert re.search(r"\bpostgresql", script)
        assert re.search(r"\bredis", script)
        assert re.search(r"\btmux\b", script)


def test_a_browser_whose_path_has_a_space_is_found(tmp_path) -> None:
    browser = tmp_path / "Google Chrome"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    command = ["make", "--no-print-directory", "browser", f"CHROMIUM={browser}"]
    # Of a make above this one it would ask for its jobs.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    told = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
