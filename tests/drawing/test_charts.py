"""Charts: everything lies within the picture, whatever the numbers are."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ninefold import NinefoldError
from ninefold.drawing.chart import Line, Range, line_chart, range_chart

numbers = st.floats(-1e6, 1e6, allow_nan=False)


def places(svg):
    """Every coordinate that a circle or a path has."""
    for element in ElementTree.fromstring(svg).iter():
        if element.tag.endswith("circle"):
            yield float(element.get("cx")), float(element.get("cy"))
        if element.tag.endswith("path"):
            values = [float(number) for number in re.findall(r"-?[\d.]+", element.get("d"))]
            yield from zip(values[::2], values[1::2], strict=True)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=60))
def test_lines_lie_within_the_picture(points):
    for x, y in places(line_chart([Line("one", tuple(sorted(points)))], x="x", y="y")):
        assert 0 <= x <= 640
        assert 0 <= y <= 360


@given(st.lists(st.tuples(numbers, st.floats(0, 1e5)), min_size=1, max_size=12))
@example([(0.0, 5e-324)])
@example([(1e17, 0.0), (1e17 + 16, 0.0)])
def test_ranges_lie_within_the_picture(rows):
    ranges = [
        Range(f"engine {n}", value, value - e, value + e) for n, (value, e) in enumerate(rows)
    ]
    for x, _ in places(range_chart(ranges, x="Elo")):
        assert 0 <= x <= 640


def test_higher_is_higher_and_later_is_further_right():
    svg = line_chart([Line("a", ((0, 0), (1, 5), (2, 10)))], x="round", y="Elo")
    circles = list(places(svg))[-3:]
    assert [x for x, _ in circles] == sorted(x for x, _ in circles)
    assert [y for _, y in circles] == sorted((y for _, y in circles), reverse=True)


def test_infinite_ends_are_drawn_to_the_edge():
    svg = range_chart([Range("a", 0, -math.inf, 10), Range("b", 5, 0, math.inf)], x="Elo")
    assert all(math.isfinite(x) for x, _ in places(svg))


def test_nothing_cannot_be_drawn():
    for call in (lambda: line_chart([], x="x", y="y"), lambda: range_chart([], x="x")):
        with pytest.raises(NinefoldError, match="nothing to draw"):
            call()


def circles(svg):
    """Where the points of a chart are."""
    return [
        (float(each.get("cx")), float(each.get("cy")))
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("circle")
    ]


def words(svg):
    """The texts of a chart with their places."""
    return {
        each.text: (float(each.get("x")), float(each.get("y")))
        for each in ElementTree.fromstring(svg).iter()
        if each.tag.endswith("text")
    }


def test_a_value_stands_where_the_axis_says_and_not_in_the_middle_of_its_range():
    rows = [Range("one", 0, -100, 300), Range("two", 200, 100, 200), Range("three", 300, 0, 300)]
    svg = range_chart(rows, x="Elo")
    said, points = words(svg), circles(svg)
    for (x, y), row in zip(points, rows, strict=True):
        assert x == pytest.approx(said[f"{row.value:g}"][0], abs=0.1)
        assert said[row.name][1] == pytest.approx(y + 4, abs=0.1)
    assert [y for _, y in points] == sorted(y for _, y in points)
    drawn = {(round(x), round(y)) for x, y in places(svg)}
    for (_, y), row in zip(points, rows, strict=True):
        for end in (row.low, row.high):
            for tip in (y - 4, y + 4):
                near = {(a, b) for a, b in drawn if abs(a - said[f"{end:g}"][0]) <= 1}
                assert any(abs(b - tip) <= 1 for _, b in near), (row.name, end)


def test_points_of_a_line_stand_where_both_axes_say():
    line = Line("a", ((0, 100), (2, 0), (4, 50)), ((90, 110), (-10, 10), (40, 60)))
    svg = line_chart([line], x="round", y="Elo")
    said, points = words(svg), circles(svg)
    for (x, y), (across, up) in zip(points, line.points, strict=True):
        if across and f"{across:g}" in said:
            assert x == pytest.approx(said[f"{across:g}"][0], abs=0.1)
        if up and f"{up:g}" in said:
            assert y == pytest.approx(said[f"{up:g}"][1] - 4, abs=0.1)
    assert points[0][1] < points[2][1] < points[1][1]


def test_a_legend_names_the_lines_from_left_to_right():
    names = ["training", "held out", "third"]
    said = words(line_chart([Line(n, ((0, 0), (1, 1))) for n in names], x="x", y="y"))
    assert [said[name][0] for name in names] == sorted(said[name][0] for name in names)


def test_a_legend_shows_each_name_beside_the_colour_of_its_line():
    names = ["training", "held out", "third"]
    svg = line_chart([Line(n, ((0, at), (1, at))) for at, n in enumerate(names)], x="x", y="y")
    said, shapes = words(svg), list(ElementTree.fromstring(svg).iter())
    boxes = [e for e in shapes if e.tag.endswith("rect") and e.get("width") == "10"]
    legend = {}
    for name in names:
        (box,) = (e for e in boxes if float(e.get("x")) == pytest.approx(said[name][0] - 16))
        legend[name] = box.get("fill") or box.get("class")
    dots = [e for e in shapes if e.tag.endswith("circle")]
    drawn = [dots[2 * at].get("fill") or dots[2 * at].get("class") for at in range(3)]
    assert [legend[name] for name in names] == drawn
    assert len({*drawn}) == 3


def test_a_band_reaches_from_the_low_to_the_high_of_each_point():
    line = Line("a", ((0, 100), (2, 0)), ((90, 110), (-10, 10)))
    svg = line_chart([line], x="round", y="Elo")
    (band,) = (e for e in ElementTree.fromstring(svg).iter() if e.get("opacity") == "0.5")
    values = [float(number) for number in re.findall(r"-?[\d.]+", band.get("d"))]
    corners = list(zip(values[::2], values[1::2], strict=True))
    first, second = circles(svg)
    a_tenth = (second[1] - first[1]) / 10  # ten of a hundred, downwards
    wanted = [
        (first[0], first[1] - a_tenth),
        (second[0], second[1] - a_tenth),
        (second[0], second[1] + a_tenth),
        (first[0], first[1] + a_tenth),
    ]
    for corner, place in zip(corners, wanted, strict=True):
        assert corner == pytest.approx(place, abs=0.2)
