# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Values go through pickle and copy, also to processes that are not forked; other objects say what to do instead."""

import copy
import multiprocessing
import pickle

import numpy
import pytest

import cudastripe
from cudastripe import Chain, second_image

TABLE = numpy.arange(256, dtype=numpy.uint8)[::-1].copy()
CHAINS = [
    Chain(),
    Chain().add(1).multiply((1, 0.5, 2), 0.25).absdiff(second_image).in_range((1, 2, 3), 250),
    Chain().lut(TABLE).channels([2, 1, 0]).threshold(float("inf"), 3, "trunc").compare(second_image, ">="),
    Chain.from_yuv("i420:10bit:bt2020:full:center", "rgb", 4, "linear").abs().to_tensor("hwc", "float16", order="rgb"),
    Chain().add_weighted(0.3, second_image, 0.7, 1).to_yuv("nv12:opencv420", order="rgb"),
    Chain.from_yuv("nv12").crop(2, 4, 6, 8).resize((3, 5), "area").abs(),
]
RESIZES = [
    Chain().crop(1, 2, 60, 40),
    Chain().resize((30, 20)).place((40, 9), 3, -2, (1, 2, 3, 4)),
    Chain().resize((40, 9)),
    Chain().resize((40, 9), "pillow:lanczos").add(1),
    Chain().resize((40, 9), "pillow:lanczos", alpha="premultiplied").to_tensor(),
    Chain().resize((40, 9), "pillow:lanczos", box=(1.5, 2, 60, 40.25)),
    Chain().resize((40, 9), "pillow:lanczos", version=12),
]
WAYS = [copy.copy, copy.deepcopy] + [lambda one, n=n: pickle.loads(pickle.dumps(one, n)) for n in (2, 5)]


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle 2", "pickle 5"])
class TestEveryWay:
    @pytest.mark.parametrize("chain", CHAINS, ids=repr)
    def test_chains(self, way, chain):
        made = way(chain)
        assert type(made) is Chain and made is not chain and repr(made) == repr(chain)
        assert (made.tensor, made.yuv_format, made.source_format) == (chain.tensor, chain.yuv_format, chain.source_format)
        if made.tensor is None and made.yuv_format is None:
            made.add(1)
            assert len(made) == len(chain) + 1, "the original has no part in it"

    def test_chains_give_the_same_bits(self, way, picture):
        bgr, other = numpy.ascontiguousarray(picture[:, :, :3]), numpy.ascontiguousarray(picture[:, :, 1:])
        for chain in (*CHAINS[1:3], CHAINS[4]):
            expected = cudastripe.transform(bgr, chain, other)
            assert numpy.array_equal(cudastripe.transform(bgr, way(chain), other), expected)

    def test_chains_that_resize(self, way, rng):
        tall = rng.integers(0, 256, (140, 64, 4), dtype=numpy.uint8)
        results = [cudastripe.transform(tall, chain) for chain in RESIZES]
        assert len({result.tobytes() for result in results}) == len(RESIZES), "each option counts"
        for chain, result in zip(RESIZES, results):
            assert numpy.array_equal(cudastripe.transform(tall, way(chain)), result)

    def test_formats(self, way):
        assert all(way(format) == format for format in cudastripe.YuvFormat.all())

    def test_tunings_and_tags(self, way):
        tuning = cudastripe.Tuning(route="shared", host_share=0.25, stripes=3, threads=2, seconds=0.5)
        made = way(tuning)
        for name in ("route", "host_share", "stripes", "threads", "seconds"):
            assert getattr(made, name) == getattr(tuning, name)
        tags = way(cudastripe.VideoTags("yuv420p", matrix=9, range=1, chroma_location=0, height=9, interlaced=True))
        assert (tags.pixel_format, tags.matrix, tags.range, tags.height, tags.interlaced) == ("yuv420p", 9, 1, 9, True)

    def test_answers(self, way, picture):
        def call(striper):
            cudastripe.cvt_color(picture, "BGRA2YUV_I420", striper=striper)

        choice = cudastripe.explain(call)
        assert str(way(choice)) == str(choice)
        assert [e.why for e in way(choice).estimates] == [e.why for e in choice.estimates]
        line = cudastripe.predict_timeline("H200", call)
        made = way(line)
        assert (made.title, made.duration_ms, made.engines) == (line.title, line.duration_ms, line.engines)
        assert [(e.stage, e.stripe, e.stream, e.start_ms) for e in made.entries] == [
            (e.stage, e.stripe, e.stream, e.start_ms) for e in line.entries]

    def test_the_second_image_is_one(self, way):
        assert way(second_image) is second_image

    def test_what_is_bound_to_the_process_is_refused(self, way):
        with pytest.raises(TypeError, match=r"cudastripe.Striper: .* Striper\(\*\*striper.params\)"):
            way(cudastripe.Striper([]))


def _converted(values):
    chain, format, picture = values
    return cudastripe.transform(cudastripe.from_yuv(picture, format), chain)


def test_a_process_that_is_not_forked_gets_them():
    chain, format, picture = Chain().add(3), cudastripe.YuvFormat("y"), numpy.zeros((4, 6), numpy.uint8)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result = pool.apply(_converted, ((chain, format, picture),))
    assert numpy.array_equal(result, _converted((chain, format, picture)))


def test_states_of_no_chain_are_refused():
    steps, *rest = Chain().add(1).__getstate__()
    for wrong in (("cube", *steps[0][1:]), (steps[0][0], False, [1.0], *steps[0][3:])):
        with pytest.raises(ValueError, match="no state of a chain"):
            Chain.__new__(Chain).__setstate__(([wrong], *rest))
    *rest, resize, place, patches = Chain().resize((3, 2)).__getstate__()
    with pytest.raises(ValueError, match="interpolation is 77"):
        Chain.__new__(Chain).__setstate__((*rest, (*resize[:2], 77, *resize[3:]), place, patches))
