# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Striper, explain and tune."""

import numpy
import pytest

import cudastripe


def test_a_striper_without_devices_does_all_on_the_cpu(picture):
    striper = cudastripe.Striper([], threads=1, calibrate=False)
    assert striper.devices == []
    assert striper.usage["leases"] == 0 and striper.rates["links"] == []
    assert striper.rates["host"]["copy"] > 0
    striper.reserve(48, 64, 4)
    result = cudastripe.to_yuv(picture, "nv12", striper=striper)
    assert numpy.array_equal(result, cudastripe.to_yuv(picture, "nv12"))


def test_explain_reads_and_writes_nothing(picture):
    target = numpy.full((48, 64, 3), 7, numpy.uint8)
    striper = cudastripe.Striper([])
    kept = []

    def call(one):
        kept.append(one)
        cudastripe.cvt_color(picture, "BGR2YUV", dst=target, striper=one)

    choice = cudastripe.explain(call, striper=striper)
    assert choice.route == "host" and not choice.forced and (target == 7).all()
    assert {e.route: e.possible for e in choice.estimates} == {
        "host": True, "direct": False, "striped": False, "shared": False}
    assert "> host" in str(choice) and choice.estimates[1].why
    assert type(kept[0]) is cudastripe.Striper


def test_explain_makes_no_results(picture):
    made = []

    def call(one):
        made.append(cudastripe.cvt_color(picture, "BGR2YUV", striper=one))
        made.append(cudastripe.cvt_color([picture] * 2, "BGR2YUV", striper=one))
        made.append(cudastripe.cvt_color(picture, "BGR2YUV", out="dlpack", striper=one))

    cudastripe.explain(call)
    assert made == [None, [None, None], None]


def test_tune_gives_settings_that_a_striper_takes(picture):
    target = numpy.empty((48, 64, 3), numpy.uint8)
    striper = cudastripe.Striper([])
    tuning = cudastripe.tune(
        lambda one: cudastripe.cvt_color(picture, "BGR2YUV", dst=target, striper=one), rounds=3, striper=striper
    )
    assert tuning.route == "host" and tuning.seconds > 0 and tuning.host_share == -1 and "host" in str(tuning)
    tuned = cudastripe.Striper([], tuning=tuning)
    assert numpy.array_equal(cudastripe.cvt_color(picture, "BGR2YUV", striper=tuned), target)


def test_a_striper_of_a_call_may_be_kept(picture):
    kept = []
    cudastripe.explain(lambda one: (kept.append(one), cudastripe.to_yuv(picture, "nv12", striper=one)))
    assert kept[0].usage["leases"] == 0


@pytest.mark.parametrize("route", ["auto", "host", "direct", "striped", "shared"])
def test_a_route_changes_no_bit(picture, route):
    striper = cudastripe.Striper(route=route, host_share=0.5, stripes=3)
    result = cudastripe.cvt_color(picture, "BGRA2YUV_I420", striper=striper)
    assert numpy.array_equal(result, cudastripe.cvt_color(picture, "BGRA2YUV_I420"))
