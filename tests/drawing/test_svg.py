"""Every position gives a well-formed, accessible picture that shows what it must."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold.cli import main
from ninefold.drawing.board import SIDE, BoardView, board_shapes, square_center
from ninefold.drawing.shapes import PALETTES, Polyline, Text
from ninefold.drawing.svg import THEMES, Theme, draw_svg
from ninefold.rules.errors import BadSyntax
from ninefold.rules.position import Position
from support.games import play_at_random, positions

SVG = "{http://www.w3.org/2000/svg}"
squares = st.integers(0, 80)


def classes(svg: str) -> Counter[str]:
    """How often each class stands on an element."""
    root = ElementTree.fromstring(svg)
    return Counter(name for element in root.iter() for name in element.get("class", "").split())


@given(
    positions,
    st.none() | squares,
    st.lists(st.tuples(squares, squares), max_size=4),
    st.dictionaries(squares, st.text(max_size=6), max_size=6),
    st.sampled_from(THEMES),
    st.none() | st.text(),
)
@settings(max_examples=40)
def test_every_picture_is_well_formed_and_stays_inside_its_frame(
    position: Position,
    last_move: int | None,
    arrows: list[tuple[int, int]],
    numbers: dict[int, str],
    theme: Theme,
    title: str | None,
) -> None:
    svg = draw_svg(
        position, last_move=last_move, arrows=arrows, numbers=numbers, theme=theme, title=title
    )
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(names)) == len(names)
    assert set((root.get("aria-labelledby") or "").split()) <= set(names)
    for path in root.iter(f"{SVG}path"):
        lengths = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d", ""))]
        assert all(0 <= length <= SIDE for length in lengths)


@settings(max_examples=40)
@given(positions)
def test_every_mark_is_drawn_at_its_square(position: Position) -> None:
    svg = draw_svg(position)
    root = ElementTree.fromstring(svg)
    rings = {
        (float(ring.get("cx", "0")), float(ring.get("cy", "0")))
        for ring in root.iter(f"{SVG}circle")
        if float(ring.get("r", "0")) < 10
    }
    assert rings == {square_center(n) for n, mark in enumerate(position.cells) if mark == "O"}
    strokes = classes(svg)
    small_crosses = strokes["s-x"] + strokes["s-x-dim"]
    through = position.outcome is not None and position.outcome.reason == "line"
    line = 1 if through and position.outcome and position.outcome.winner == "X" else 0
    assert small_crosses == 2 * position.cells.count("X") + line


@settings(max_examples=40)
@given(positions)
def test_boards_show_who_owns_them_and_where_play_goes(position: Position) -> None:
    drawn = classes(draw_svg(position))
    assert drawn["s-x-large"] == 2 * position.owners.count("X")
    assert drawn["s-o-large"] == position.owners.count("O")
    assert (drawn["s-dead"] > 0) == ("-" in position.owners)
    open_boards = {square // 9 for square in position.legal_moves} if position.ply else set()
    assert drawn["s-target-edge"] == len(open_boards)
    assert classes(draw_svg(position, show_target=False))["s-target-edge"] == 0


def test_the_same_picture_is_the_same_text_and_another_has_another_id() -> None:
    start = Position.start()
    assert draw_svg(start) == draw_svg(start)
    pictures = [
        draw_svg(start.play(square), theme=theme) for square in range(0, 81, 5) for theme in THEMES
    ]
    names = {re.findall(r'id="(\w+)"', svg)[0] for svg in pictures}
    assert len(names) == len(pictures)


def test_auto_is_light_with_a_dark_style_bound_to_its_own_id() -> None:
    svg = draw_svg(Position.start().play("55"))
    name = ElementTree.fromstring(svg).get("id")
    style = ElementTree.fromstring(svg).findtext(f"{SVG}style") or ""
    assert style.startswith("@media (prefers-color-scheme:dark)")
    inside = style[style.index("{") + 1 : -1]
    assert all(rule.startswith(f"#{name} .") for rule in inside.split("}") if rule)
    assert f'stroke="{PALETTES["light"]["x"]}"' in svg
    assert "<style>" not in draw_svg(Position.start(), theme="light")


def test_texts_are_escaped_and_told_to_those_who_cannot_see() -> None:
    svg = draw_svg(Position.start().play("13"), title='<&"\x00>', numbers={40: "<b>"})
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == '<&"\ufffd>'
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<b>"]
    assert "Board 1: X in 3." in (root.findtext(f"{SVG}desc") or "")


def test_the_number_of_a_board_keeps_clear_of_the_heavy_lines() -> None:
    """Digits are at most 0.76 of the type's size high in the fonts that systems come with."""
    shapes = board_shapes(Position.start(), BoardView(labels=True))
    heavy = [s for s in shapes if isinstance(s, Polyline) and s.paint.stroke == "frame"]
    lower_edges = [s.points[0][1] + s.paint.width / 2 for s in heavy if _is_level(s)]
    assert len(lower_edges) == 2
    for label in (s for s in shapes if isinstance(s, Text)):
        top = label.y - 0.76 * label.size
        assert all(edge + 1 <= top or edge > label.y for edge in lower_edges), label


def _is_level(line: Polyline) -> bool:
    return line.points[0][1] == line.points[1][1]


def test_labels_number_the_boards() -> None:
    root = ElementTree.fromstring(draw_svg(Position.start(), labels=True))
    assert [text.text for text in root.iter(f"{SVG}text")] == list("123456789")


def test_a_won_game_is_struck_through_in_the_winners_colour() -> None:
    won = next(
        position
        for seed in range(99)
        if (position := play_at_random("modern", seed, 81)).outcome
        and position.outcome
        and position.outcome.reason == "line"
    )
    winner = (won.outcome.winner or "").lower() if won.outcome else ""
    line = [
        element
        for element in ElementTree.fromstring(draw_svg(won)).iter(f"{SVG}path")
        if element.get("opacity") and element.get("class") == f"s-{winner}"
    ]
    assert len(line) == 1


@pytest.mark.parametrize(
    "wrong", [{"last_move": 81}, {"arrows": [(0, -1)]}, {"numbers": {99: "1"}}, {"theme": "red"}]
)
def test_what_cannot_be_drawn_is_refused_in_words(wrong: dict[str, object]) -> None:
    with pytest.raises(BadSyntax, match="expected"):
        draw_svg(Position.start(), **wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_show_writes_the_picture_with_its_last_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.svg"
    words = ["show", "battle", "--moves", "55 51", "--svg", str(file), "--theme", "dark"]
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    drawn = classes(file.read_text(encoding="utf-8"))
    assert (drawn["f-last"], drawn["s-target-edge"]) == (1, 1)
    assert main([*words, "--json"]) == 0
    assert '"target": 1' in capsys.readouterr().out


def test_show_refuses_a_picture_without_size_or_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "modern", "--svg", str(tmp_path / "a.svg"), "--size", "0"]) == 2
    assert main(["show", "modern", "--svg", str(tmp_path / "no" / "a.svg")]) == 4
    assert "cannot write" in capsys.readouterr().err


def brightness(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", PALETTES)
def test_marks_stand_out_from_every_ground_they_lie_on(theme: str) -> None:
    colours = PALETTES[theme]
    for mark in ("x", "o", "x-dim", "o-dim"):
        for ground in ("paper", "target", "last", "x-ground", "o-ground"):
            assert contrast(colours[mark], colours[ground]) >= 3, (mark, ground)
    for ground in ("paper", "target", "last", "x-ground", "o-ground"):
        assert contrast(colours["ink"], colours[ground]) >= 7
    for line in ("target-edge", "frame", "arrow"):
        assert contrast(colours[line], colours["paper"]) >= 3
    assert contrast(colours["faint"], colours["paper"]) >= 4.5
