# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Rates, and timelines of calls on cards that are not there."""

import json

import numpy
import pytest

import cudastripe

FRAME = numpy.zeros((1080, 1920, 4), numpy.uint8)
TARGET = numpy.full((1620, 1920), 7, numpy.uint8)


def convert(striper):
    cudastripe.cvt_color(FRAME, "BGRA2YUV_I420", dst=TARGET, striper=striper)


def test_a_timeline_is_predicted():
    assert "H200" in cudastripe.device_profiles()
    striper = cudastripe.Striper([], stripes=4)
    timeline = cudastripe.predict_timeline("h200", convert, striper=striper)
    assert (TARGET == 7).all(), "nothing is computed"
    assert timeline.title == "H200" and timeline.engines == ["upload engine", "kernel engine", "download engine"]
    stages = {(entry.stage, entry.stripe) for entry in timeline.entries}
    assert stages == {(stage, stripe) for stage in ("upload", "kernel", "download") for stripe in range(4)}
    assert all(0 <= e.start_ms < e.end_ms <= timeline.duration_ms for e in timeline.entries)
    assert all(entry.stream for entry in timeline.entries)
    upload = sum(e.end_ms - e.start_ms for e in timeline.entries if e.stage == "upload")
    assert FRAME.nbytes / 60e9 < upload / 1e3 < FRAME.nbytes / 40e9
    whole = cudastripe.predict_timeline("H200", convert, striper=cudastripe.Striper([], stripes=1))
    assert timeline.duration_ms < whole.duration_ms, "stripes overlap"
    staged = cudastripe.predict_timeline("H200", convert, memory="pageable", striper=striper)
    assert {"stage in", "stage out"} <= {entry.stage for entry in staged.entries}


def test_timelines_are_written(tmp_path):
    timeline = cudastripe.predict_timeline("C2050", convert)
    cudastripe.write_trace_events([timeline, timeline], tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())
    events = events["traceEvents"] if isinstance(events, dict) else events
    assert len(events) >= 2 * len(timeline.entries)
    with pytest.raises(ValueError, match="none/trace.json"):
        cudastripe.write_trace_events([timeline], str(tmp_path / "none" / "trace.json"))


def test_errors():
    with pytest.raises(ValueError, match="C1060, C2050, K20c, H200"):
        cudastripe.predict_timeline("H9000", convert)
    with pytest.raises(ValueError, match='memory is "locked"; it must be one of "pageable", "page_locked", "device"'):
        cudastripe.predict_timeline("H200", convert, memory="locked")
    with pytest.raises(ZeroDivisionError):
        cudastripe.predict_timeline("H200", lambda striper: 1 / 0)
    with pytest.raises((RuntimeError, ValueError)):
        cudastripe.measure_timeline(99, convert)


def test_rates_are_set():
    seen = []

    def call(striper):
        rates = striper.rates
        seen.append(json.loads(json.dumps(rates)))
        rates["links"][0]["upload"] = 12.5e9
        rates["host"]["copy"] = 3e9
        striper.set_rates(rates)
        seen.append(striper.rates)
        convert(striper)

    cudastripe.predict_timeline("H200", call)
    before, after = seen
    assert len(before["links"]) == 1 and before["links"][0]["upload"] != 12.5e9
    assert (after["links"][0]["upload"], after["host"]["copy"]) == (12.5e9, 3e9)
    assert after["links"][0]["download"] == before["links"][0]["download"]


def without(rates, part, key):
    values = rates["links"][0] if part == "links" else rates[part]
    del values[key]
    return rates


@pytest.mark.parametrize(
    "change,kind,text",
    [
        (lambda r: {"host": r["host"]}, ValueError, 'rates has no "links"'),
        (lambda r: {**r, "links": []}, ValueError, "rates has 0 links"),
        (lambda r: {**r, "host": 5}, TypeError, '"host" must be a dict'),
        (lambda r: {**r, "host": {**r["host"], "copy": "fast"}}, TypeError, '"copy" of "host" must be a number'),
        (lambda r: {**r, "host": {**r["host"], "speed": 1}}, ValueError, "unknown key, 'speed'"),
        (lambda r: {**r, "host": {**r["host"], "copy": -1.0}}, ValueError, "copy"),
        (lambda r: without(r, "links", "upload"), ValueError, '"links" has no "upload"'),
    ],
)
def test_wrong_rates_are_refused(change, kind, text):
    def call(striper):
        before = striper.rates
        with pytest.raises(kind, match=text):
            striper.set_rates(change(striper.rates))
        assert striper.rates == before

    cudastripe.predict_timeline("H200", call)


def test_rates_without_devices(picture):
    striper = cudastripe.Striper([])
    striper.set_rates(striper.rates)


def test_what_a_striper_was_made_with():
    params = cudastripe.Striper([], stripes=3, order="depth_first", route="host", threads=5).params
    assert (params["devices"], params["stripes"], params["order"]) == ([], 3, "depth_first")
    assert (params["route"], params["host_share"], params["threads"]) == ("host", None, 5)
    assert cudastripe.Striper(**{**params, "stripes": 4}).params == {**params, "stripes": 4}
    default = cudastripe.Striper.get_default()
    assert default.params["route"] == "auto"
    assert cudastripe.Striper([], tuning=cudastripe.Tuning(route="host", threads=2)).params["threads"] == 2
