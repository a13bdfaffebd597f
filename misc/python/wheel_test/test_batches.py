# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Lists of images are one call, and give the bits of one call for each. Devices are in test_gpu.py."""

import concurrent.futures
import gc
import sys
import weakref

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cudastripe
from cudastripe import Chain, second_image
from images import DlpackOnly, random_values, with_gaps

SIZES = [(6, 18), (2, 2), (64, 64), (2, 34), (90, 6), (30, 640), (224, 224)]
NV12 = "nv12:bt709:limited"
CASES = {
    "packed": ((1, 4), "uint8", lambda s, **o: cudastripe.cvt_color(s, "BGR2YUV", **o)),
    "packed of 16 bits": ((1, 3), "uint16", lambda s, **o: cudastripe.cvt_color(s, "RGB2YCrCb", **o)),
    "packed of float32": ((1, 3), "float32", lambda s, **o: cudastripe.cvt_color(s, "YUV2BGR", **o)),
    "to I420": ((1, 3), "uint8", lambda s, **o: cudastripe.cvt_color(s, "BGR2YUV_I420", **o)),
    "from I420": ((1.5, 0), "uint8", lambda s, **o: cudastripe.cvt_color(s, "YUV2BGRA_I420", **o)),
    "to_yuv": ((1, 4), "uint8", lambda s, **o: cudastripe.to_yuv(s, NV12, order="rgb", **o)),
    "from_yuv": ((1.5, 0), "uint8", lambda s, **o: cudastripe.from_yuv(s, NV12, channels=4, **o)),
    "linear": ((1.5, 0), "uint8", lambda s, **o: cudastripe.from_yuv(s, NV12, upsampling="linear", **o)),
    "add": ((1, 3), "uint8", lambda s, **o: cudastripe.transform(s, Chain().add(3), **o)),
    "to float": ((1, 0), "uint8", lambda s, **o: cudastripe.transform(s, Chain().convert_to("float32", 0.1), **o)),
    "chain from YUV": ((1.5, 0), "uint8", lambda s, **o: cudastripe.transform(s, Chain.from_yuv(NV12).add(9), **o)),
    "chain to YUV": ((1, 3), "uint8", lambda s, **o: cudastripe.transform(s, Chain().add(9).to_yuv(NV12), **o)),
}


@pytest.fixture(params=CASES)
def case(request, rng):
    """Images of all sizes, and the call that takes them."""
    (height, channels), dtype, call = CASES[request.param]
    shapes = [(int(rows * height), columns) + ((channels,) if channels else ()) for rows, columns in SIZES]
    return [random_values(rng, shape, dtype) for shape in shapes], call


@pytest.mark.parametrize("kind", [list, tuple])
def test_a_list_gives_the_bits_of_single_calls(case, kind):
    sources, call = case
    results = call(kind(with_gaps(source, 3 * (i % 2)) for i, source in enumerate(sources)))
    assert type(results) is list and len(results) == len(sources)
    for source, result in zip(sources, results):
        expected = call(source)
        assert result.dtype == expected.dtype and result.flags.owndata and numpy.array_equal(result, expected)


def test_a_list_of_destinations_is_written_in_place(case):
    sources, call = case
    expected = [call(source) for source in sources]
    targets = [with_gaps(numpy.zeros_like(result), 5) for result in expected]
    assert call(sources, dst=targets) is targets
    assert all(numpy.array_equal(target, result) for target, result in zip(targets, expected))
    targets = tuple(numpy.zeros_like(result) for result in expected)
    assert call(tuple(sources), dst=targets) is targets
    assert all(numpy.array_equal(target, result) for target, result in zip(targets, expected))


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.tuples(st.integers(1, 40), st.integers(1, 90)), min_size=1, max_size=12),
    dtype=st.sampled_from(["uint8", "uint16", "float32"]),
    gap=st.integers(0, 20),
    seed=st.integers(0, 2**31),
)
def test_any_shapes_and_steps(sizes, dtype, gap, seed):
    rng = numpy.random.default_rng(seed)
    sources = [with_gaps(random_values(rng, (*size, 3), dtype), gap * (i % 2)) for i, size in enumerate(sizes)]
    targets = [with_gaps(numpy.zeros_like(source), gap * (i % 3)) for i, source in enumerate(sources)]
    cudastripe.cvt_color(sources, "BGR2YCrCb", dst=targets)
    for source, target in zip(sources, targets):
        assert numpy.array_equal(target, cudastripe.cvt_color(source, "BGR2YCrCb"))


def test_eight_threads_give_the_bytes_of_one(rng):
    lists = [[random_values(rng, (*size, 4), "uint8") for size in SIZES] for _ in range(8)]
    chain = Chain().add(1).multiply(0.5)
    expected = [[cudastripe.transform(image, chain) for image in images] for images in lists]

    def wrong(i):
        return sum(
            not numpy.array_equal(a, b)
            for _ in range(50)
            for a, b in zip(cudastripe.transform(lists[i], chain), expected[i])
        )

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        assert list(threads.map(wrong, range(8))) == [0] * 8


def test_many_images_in_place(rng):
    images = [random_values(rng, (8, 8, 3), "uint8") for _ in range(1000)]
    expected = [cudastripe.cvt_color(image, "BGR2YUV") for image in images]
    cudastripe.cvt_color(images, "BGR2YUV", dst=images)
    assert numpy.array_equal(numpy.stack(images), numpy.stack(expected))


def test_a_second_image_each(rng):
    first, second = ([random_values(rng, (*size, 3), "uint8") for size in SIZES] for _ in range(2))
    chain = Chain().absdiff(second_image)
    results = cudastripe.transform(first, chain, second)
    for x, y, result in zip(first, second, results):
        assert numpy.array_equal(result, cudastripe.transform(x, chain, y))
    with pytest.raises(ValueError, match="src is an array of 7 images and second .*give as many"):
        cudastripe.transform(first, chain, second[0])
    with pytest.raises(ValueError, match="mask is given"):
        cudastripe.transform(first, Chain().add(1), mask=first[0][:, :, 0].copy())


def test_lists_may_have_arrays_of_several_libraries(picture):
    given = [picture, DlpackOnly(picture[:8]), memoryview(picture)]
    results = cudastripe.cvt_color(given, "BGR2YUV")
    assert all(isinstance(result, numpy.ndarray) for result in results)
    assert numpy.array_equal(results[1], results[0][:8]) and numpy.array_equal(results[2], results[0])
    capsules = cudastripe.cvt_color(given, "BGR2YUV", out="dlpack")
    assert [type(capsule).__name__ for capsule in capsules] == ["PyCapsule"] * 3


def test_explain_and_tune_take_lists(picture):
    targets = [numpy.full((48, 64, 3), 7, "uint8") for _ in range(3)]
    striper = cudastripe.Striper([])
    choice = cudastripe.explain(
        lambda one: cudastripe.cvt_color([picture] * 3, "BGR2YUV", dst=targets, striper=one), striper=striper
    )
    assert choice.route == "host" and all((target == 7).all() for target in targets)
    cudastripe.explain(lambda one: cudastripe.cvt_color([picture] * 3, "BGR2YUV", striper=one), striper=striper)
    cudastripe.explain(lambda one: cudastripe.transform([picture] * 3, Chain().to_tensor(), striper=one))
    tuning = cudastripe.tune(
        lambda one: cudastripe.cvt_color([picture] * 3, "BGR2YUV", dst=targets, striper=one), rounds=2, striper=striper
    )
    assert tuning.route == "host"


@pytest.mark.parametrize("route", ["auto", "host", "direct", "striped", "shared"])
def test_a_route_changes_no_bit(picture, route):
    striper = cudastripe.Striper(route=route, host_share=0.5, stripes=3)
    for result in cudastripe.cvt_color([picture] * 5, "BGRA2YUV_I420", striper=striper):
        assert numpy.array_equal(result, cudastripe.cvt_color(picture, "BGRA2YUV_I420"))


class Tracked(numpy.ndarray):
    """An array that can be watched by a weakref."""


def test_nothing_is_kept_after_a_call(picture):
    striper = cudastripe.Striper()
    sources = [picture[:4, :8].copy().view(Tracked) for _ in range(9)]
    references = [sys.getrefcount(source) for source in sources]
    results = cudastripe.cvt_color(sources, "BGRA2YUV_I420", striper=striper)
    assert [sys.getrefcount(source) for source in sources] == references
    third = results.pop(3)
    assert sys.getrefcount(third) == 2
    sources[5] = numpy.zeros((3, 3, 4), "uint8").view(Tracked)
    with pytest.raises(ValueError, match=r"src\[5\]"):
        cudastripe.cvt_color(sources, "BGRA2YUV_I420", striper=striper)
    gone = [weakref.ref(source) for source in sources]
    del sources
    assert [ref() for ref in gone] == [None] * 9


def test_many_calls_take_no_memory(picture):
    sources = [picture[:4, :8].copy() for _ in range(4)]
    tensor = Chain().to_tensor()

    def calls(count):
        for _ in range(count):
            cudastripe.cvt_color(sources, "BGRA2YUV_I420")
            cudastripe.transform(sources, tensor)
            with pytest.raises(ValueError):
                cudastripe.cvt_color([*sources, sources[0][::-1]], "BGRA2YUV_I420")

    calls(100)
    gc.collect()
    blocks = sys.getallocatedblocks()
    calls(5000)
    gc.collect()
    assert abs(sys.getallocatedblocks() - blocks) < 100
