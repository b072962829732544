"""The examples that train print a curve, and learn; tests/conformance compares their losses with torch's."""

import subprocess
import sys
from pathlib import Path

import pytest
from examples import train_mlp, train_transformer
from examples.loss_curve import curve

import wye

ROOT = Path(__file__).parents[2]


def test_a_curve_goes_from_the_greatest_to_the_least():
    lines = curve([3.0, 2.0, 1.0, 0.0], width=2, height=2).splitlines()
    assert [line[:10] for line in lines] == ["  3.0000 ┤", "  0.0000 ┤"]
    assert [len(line) for line in lines] == [12, 12]


def test_a_curve_of_one_value_is_a_line():
    assert "1.0000" in curve([1.0, 1.0])


def test_the_network_learns_the_spirals():
    model = train_mlp.make_model(wye)
    losses = train_mlp.train(wye, model, 60)
    assert losses[0] == pytest.approx(0.6776, abs=1e-3)
    assert losses[-1] < 0.02
    assert train_mlp.picture(model).count("\n") == 21


def test_the_transformer_learns_the_rhyme():
    model = train_transformer.make_model(wye)
    losses = train_transformer.train(wye, model, 30)
    assert losses[0] == pytest.approx(3.01, abs=0.02)
    assert losses[-1] < 1.5
    assert train_transformer.written(model, "the ", 3).startswith("the ")


def test_an_example_prints_its_curve():
    command = [sys.executable, "-m", "examples.train_mlp"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert "loss in 200 steps" in printed
    assert "128 of 128 points right" in printed
