from __future__ import annotations

import pytest

from ninefold.cli import main


@pytest.mark.parametrize("port", ["99999", "-5"])
def test_a_port_that_is_none_is_refused_in_one_sentence(port, capsys, tmp_path):
    assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("ninefold: cannot listen on")
    assert said.count("\n") == 1
