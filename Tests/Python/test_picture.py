"""rangekit replay --plot: formats, labels, and axes that neither hide nor crowd the data."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from command import rangekit
from matplotlib.figure import Figure
from matplotlib.text import Text
from rangekit import QualityPreset
from rangekit.command_line.picture import draw
from rangekit.command_line.recording import read_recording
from rangekit.command_line.replay import replay
from test_command_replay import steady


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures_have_the_format_of_their_ending(ending: str, start: bytes, tmp_path: Path) -> None:
    picture = tmp_path / f"distance.{ending}"
    result = rangekit("replay", "-", "--plot", picture, stdin=steady(200))
    assert result.status == 0, result.errors
    assert picture.read_bytes().startswith(start)


def test_the_picture_is_titled_and_coloured_by_quality(tmp_path: Path) -> None:
    file, picture = tmp_path / "hallway.csv", tmp_path / "hallway.svg"
    file.write_text(steady(100) + "\n" + "\n".join(f"{20 + index / 10},{20 + index / 10}," for index in range(30)))
    assert rangekit("replay", file, "--plot", picture).status == 0
    text = picture.read_text()
    for label in ("hallway.csv", "truth", "close", "good", "unknown", "distance (m)", "error (m)", "time (s)"):
        assert f"<!-- {label}" in text, label


def test_a_recording_without_any_distance_can_be_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "empty.png"
    result = rangekit("replay", "-", "--plot", picture, stdin="t_s,range_m\n0,\n1,\n")
    assert result.status == 0
    assert result.errors == ""
    assert "0 distances in 2 rows" in result.output


def drawn(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Figure:
    """The picture of a recording, laid out as it is written."""
    figures: list[Figure] = []
    save = Figure.savefig

    def keep(figure: Figure, *arguments: object, **options: object) -> None:
        figures.append(figure)
        save(figure, *arguments, **options)  # type: ignore[arg-type]

    file = folder / "recording.csv"
    file.write_text(text)
    with monkeypatch.context() as patch:
        patch.setattr(Figure, "savefig", keep)
        result = replay(read_recording(str(file), None, None), QualityPreset.PUBLISHED_CODE, False)
        draw(result, str(folder / "picture.png"))
    return figures[0]


def walk(wild: dict[int, float], with_truth: bool) -> str:
    """2 m to 8 m and back, several times, with a few distances that are far off."""
    true_m = [5 + 3 * math.sin(index / 60) for index in range(1000)]
    rows = [f"{index / 10},{wild.get(index, true_m[index] + index % 7 / 100)},{true_m[index]}" for index in range(1000)]
    return "\n".join(["t_s,range_m,true_m" if with_truth else "t_s,range_m,note", *rows])


@pytest.mark.parametrize("with_truth", [True, False])
@pytest.mark.parametrize(
    ("wild", "note"),
    [
        ({}, ""),
        ({100: 80.0}, "1 above the picture (80.0 m)"),
        ({100: 80.0, 200: 95.04}, "2 above the picture (80.0 to 95.0 m)"),
        ({500: -30.0, 501: -40.0}, "2 below the picture (-40.0 to -30.0 m)"),
        ({100: 80.0, 500: -30.0, 501: -40.0}, "2 below the picture (-40.0 to -30.0 m); 1 above the picture (80.0 m)"),
    ],
)
def test_what_is_left_out_is_said_outside_the_axes(
    wild: dict[int, float], note: str, with_truth: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = drawn(walk(wild, with_truth), tmp_path, monkeypatch)
    axes = figure.axes[0]
    assert axes.get_title(loc="left") == note
    assert len(axes.texts) == 0  # nothing is written over the data
    lowest, highest = axes.get_ylim()
    assert 2.0 - 0.5 < lowest < 2.0 - 0.2  # room below the troughs
    assert 8.06 + 0.2 < highest < 8.06 + 0.5
    if note:
        title = next(text for text in axes.findobj(Text) if text.get_text() == note)  # type: ignore[attr-defined]
        box, legend = title.get_window_extent(), axes.get_legend().get_window_extent()  # type: ignore[union-attr]
        assert box.y0 > axes.get_window_extent().y1
        assert box.x1 < legend.x0
    if with_truth:
        lowest, highest = figure.axes[1].get_ylim()
        assert lowest < -0.001
        assert 0.061 < highest < 0.2


def test_the_shares_in_the_legend_add_up_to_100(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of the time each, or nearly: rounded one by one, they would make 99."""
    starts_m = [5.0] * 308 + [20.0] * 300 + [60.0] * 293
    distances = [start_m + index / 1000 for index, start_m in enumerate(starts_m)]
    text = "\n".join(["t_s,range_m", *(f"{index / 10},{distance}" for index, distance in enumerate(distances))])
    legend = drawn(text, tmp_path, monkeypatch).axes[0].get_legend()
    assert legend is not None
    labels = [text.get_text() for text in legend.get_texts()]
    assert [label.split()[0] for label in labels] == ["close", "good", "unknown"]
    assert sorted(int(label.split()[1]) for label in labels) == [33, 33, 34]
    assert legend.get_title().get_text() == "share of the time"


def test_a_level_without_any_distance_has_its_share_in_the_legend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = steady(50) + "\n" + "\n".join(f"{index}," for index in range(7, 15))
    legend = drawn(text.replace("true_m", "note"), tmp_path, monkeypatch).axes[0].get_legend()
    assert legend is not None
    labels = [text.get_text() for text in legend.get_texts()]
    assert [label.split()[0] for label in labels] == ["close", "unknown"]
    assert sum(int(label.split()[1]) for label in labels) == 100
