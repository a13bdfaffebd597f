# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Arrays and streams on a GPU, with CuPy and torch: equal pointers prove no copy, a late producer proves the order."""

import gc
import statistics
import time

import numpy
import pytest

import cudastripe
from gpu_libraries import Cupy, Torch, library  # noqa: F401

pytestmark = pytest.mark.skipif(not cudastripe.has_device(), reason="no GPU, or a build without CUDA")

CODE = "BGRA2YUV_I420"
def test_an_array_on_the_device_gives_one(library, picture):
    result = cudastripe.cvt_color(library.array(picture), CODE)
    assert library.is_own(result)
    assert numpy.array_equal(library.host(result), cudastripe.cvt_color(picture, CODE))


def test_dst_is_written_where_it_lies(library, picture):
    target = library.zeros((72, 64))
    address = library.address(target)
    assert cudastripe.cvt_color(library.array(picture), CODE, dst=target) is target
    assert library.address(target) == address
    assert numpy.array_equal(library.host(target), cudastripe.cvt_color(picture, CODE))


def test_between_host_and_device(library, picture):
    expected = cudastripe.cvt_color(picture, CODE)
    target = library.zeros((72, 64))
    cudastripe.cvt_color(picture, CODE, dst=target)
    assert numpy.array_equal(library.host(target), expected)
    back = numpy.zeros_like(expected)
    cudastripe.cvt_color(library.array(picture), CODE, dst=back)
    assert numpy.array_equal(back, expected)


def test_views_with_gaps_and_planes(library, picture):
    wide = library.array(numpy.zeros((60, 80, 4), numpy.uint8))
    view = wide[4:52, 8:72]
    view[...] = library.array(picture)
    planes = cudastripe.to_yuv(view, "nv12", planes=True)
    expected = cudastripe.to_yuv(picture, "nv12", planes=True)
    assert all(numpy.array_equal(library.host(a), b) for a, b in zip(planes, expected))
    with pytest.raises(ValueError, match="src has strides"):
        cudastripe.cvt_color(wide[:, ::2], CODE)


@pytest.mark.parametrize("resizes", [False, True])
def test_a_chain_to_floats(library, picture, resizes):
    chain = cudastripe.Chain.from_yuv("nv12")
    if resizes:
        chain.crop(4, 3, 40, 30).resize((20, 25), "pillow:bicubic")
    chain.convert_to("float32", 1 / 255).subtract((0.4, 0.5, 0.6))
    nv12 = cudastripe.to_yuv(picture, "nv12")
    result = cudastripe.transform(library.array(nv12), chain)
    assert numpy.array_equal(library.host(result), cudastripe.transform(nv12, chain))


def test_resize(library, picture):
    for resampling in ("linear", "area", "cubic", "pillow:bicubic", "pillow:lanczos"):
        expected = cudastripe.resize(picture, (40, 30), resampling)
        result = cudastripe.resize(library.array(picture), (40, 30), resampling)
        assert library.is_own(result) and numpy.array_equal(library.host(result), expected), resampling
        target = library.zeros((30, 40, 4))
        cudastripe.resize(picture, (40, 30), resampling, dst=target)
        assert numpy.array_equal(library.host(target), expected), resampling


def test_the_stream_of_a_late_producer(library, rng):
    """The source is written 100 ms later, on the library's own stream; the call must wait for it, and returns before."""
    pixels = rng.integers(0, 256, (1080, 1920, 4), dtype=numpy.uint8)
    expected = cudastripe.cvt_color(pixels, CODE)
    source, values, target = (library.array(a) for a in (numpy.zeros_like(pixels), pixels, numpy.zeros_like(expected)))
    stream = library.stream()
    cudastripe.cvt_color(source, CODE, dst=target, stream=stream)  # loads kernels
    library.synchronize()
    with library.using(stream):
        library.delay()
        source[...] = values
    start = time.perf_counter()
    with library.using(stream):
        cudastripe.cvt_color(source, CODE, dst=target, stream=stream)
    took = time.perf_counter() - start
    library.synchronize()
    assert numpy.array_equal(library.host(target), expected)
    assert took < 0.05, "the call does not wait for the device"


def test_the_arrays_own_stream_without_a_stream_of_the_call(library, rng):
    """DLPack's protocol: the default stream waits for the producer's, and so does the call."""
    pixels = rng.integers(0, 256, (1080, 1920, 4), dtype=numpy.uint8)
    source, values = library.array(numpy.zeros_like(pixels)), library.array(pixels)
    stream = library.stream()
    library.synchronize()
    with library.using(stream):
        library.delay()
        source[...] = values
        result = cudastripe.cvt_color(source, CODE, out="numpy")
    assert numpy.array_equal(result, cudastripe.cvt_color(pixels, CODE))


def test_streams_by_number_and_pipelines(library, picture):
    stream = library.stream()
    number = getattr(stream, "cuda_stream", None) or stream.ptr
    source, targets = library.array(picture), [library.zeros((72, 64)) for _ in range(2)]
    library.synchronize()
    pipeline = cudastripe.Pipeline(number)
    for i in range(20):
        cudastripe.cvt_color(source, CODE, dst=targets[i % 2], stream=pipeline if i > 1 else number)
    pipeline.wait()
    library.synchronize()
    assert all(numpy.array_equal(library.host(t), cudastripe.cvt_color(picture, CODE)) for t in targets)


def test_what_a_call_on_a_stream_uses_is_kept(library, rng):
    """The caller lets go of source and destination at once; new arrays must not get their memory."""
    pixels = rng.integers(0, 256, (1080, 1920, 4), dtype=numpy.uint8)
    expected = cudastripe.cvt_color(pixels, CODE)
    stream = library.stream()
    sources = [library.array(pixels) for _ in range(4)]
    library.synchronize()
    results = []
    with library.using(stream):
        library.delay()
        while sources:
            results.append(cudastripe.cvt_color(sources.pop(), CODE, stream=stream))
            gc.collect()
            library.zeros(pixels.shape)
    library.synchronize()
    assert all(numpy.array_equal(library.host(result), expected) for result in results)


def test_pinned_memory_returns_before_the_device_is_done(library, rng):
    source = cudastripe.pinned_empty((1080, 1920, 4))
    source[...] = rng.integers(0, 256, source.shape, dtype=numpy.uint8)
    target = cudastripe.pinned_empty((1620, 1920))
    stream = library.stream()
    cudastripe.cvt_color(source, CODE, dst=target, stream=stream)
    library.synchronize()
    target[...] = 0
    with library.using(stream):
        library.delay()
    start = time.perf_counter()
    cudastripe.cvt_color(source, CODE, dst=target, stream=stream)
    assert time.perf_counter() - start < 0.05
    expected = cudastripe.cvt_color(source.copy(), CODE)
    del source
    library.synchronize()
    assert numpy.array_equal(target, expected)


@pytest.mark.parametrize("memory", ["device", "page-locked", "pageable"])
def test_second_images_of_a_list_are_kept(library, rng, memory):
    """The caller lets go of them at once, and new arrays get what memory is free."""
    shape, count = (1080, 1920, 3), 4
    new = {"device": library.array, "pageable": numpy.copy}.get(memory, lambda values: pinned_copy(values))
    values = [rng.integers(0, 256, shape, dtype=numpy.uint8) for _ in range(2 * count)]
    chain = cudastripe.Chain().absdiff(cudastripe.second_image)
    expected = cudastripe.transform(values[:count], chain, values[count:])
    firsts, targets = [new(value) for value in values[:count]], [new(numpy.zeros(shape, "uint8")) for _ in range(count)]
    seconds = [new(value) for value in values[count:]]
    stream = library.stream()
    library.synchronize()
    with library.using(stream):
        library.delay()
    cudastripe.transform(firsts, chain, seconds, dst=targets, stream=stream)
    del seconds
    gc.collect()
    others = [new(numpy.full(shape, 7, "uint8")) for _ in range(2 * count)]
    library.synchronize()
    results = [library.host(target) if memory == "device" else target for target in targets]
    assert all(numpy.array_equal(a, b) for a, b in zip(results, expected)) and len(others) == 2 * count


def pinned_copy(values):
    array = cudastripe.pinned_empty(values.shape, values.dtype)
    array[...] = values
    return array


def test_a_capsule_and_who_takes_it_wait_for_the_calls_stream(rng):
    torch = Torch()
    pixels = rng.integers(0, 256, (1080, 1920, 4), dtype=numpy.uint8)
    source, stream = torch.array(pixels), torch.stream()
    cudastripe.cvt_color(source, CODE, stream=stream)  # loads kernels
    torch.synchronize()
    with torch.using(stream):
        torch.delay()
    result = torch.module.from_dlpack(cudastripe.cvt_color(source, CODE, out="dlpack", stream=stream))
    assert numpy.array_equal(torch.host(result), cudastripe.cvt_color(pixels, CODE))


def test_both_libraries_in_one_call(picture):
    torch, cupy = Torch(), Cupy()
    result = cudastripe.cvt_color(torch.array(picture), CODE, out="cupy")
    assert cupy.is_own(result)
    assert numpy.array_equal(cupy.host(result), cudastripe.cvt_color(picture, CODE))


def nv12_to_tensor(library, rows, columns):
    """A call that bench_small measures from C++, as is the next one; their names are the same there."""
    chain = cudastripe.Chain.from_yuv("nv12:bt709:limited").convert_to("float32", 1 / 255).subtract((0.4, 0.5, 0.6))
    chain.to_tensor("chw", "float16")
    source, target = library.zeros((rows // 2 * 3, columns)), library.zeros((1, 3, rows, columns), "float16")
    return lambda stream: cudastripe.transform(source, chain, dst=target, stream=stream)


def bgr_to_yuv(library, rows, columns):
    source, target = library.zeros((rows, columns, 4)), library.zeros((rows, columns, 3))
    return lambda stream: cudastripe.cvt_color(source, "BGR2YUV", dst=target, stream=stream)


@pytest.mark.parametrize("name, call, rows, columns", [
    ("cvtColor/64", bgr_to_yuv, 64, 64),
    ("tensor/64", nv12_to_tensor, 64, 64),
    ("tensor/1080", nv12_to_tensor, 1080, 1920),
])
def test_the_time_of_a_call(library, capsys, name, call, rows, columns):
    """Prints it, for the arrays' own stream and for another one. As bench_small does: 200 calls and one wait."""
    run = call(library, rows, columns)
    other = library.stream()
    library.synchronize()

    def microseconds(stream):
        start = time.perf_counter()
        for _ in range(200):
            run(stream)
        library.synchronize()
        return (time.perf_counter() - start) / 200 * 1e6

    with library.using(other):
        own = statistics.median(microseconds(other) for _ in range(31))
    another = statistics.median(microseconds(other) for _ in range(31))
    with capsys.disabled():
        print(f"\n   {type(library).__name__}, stream/call/{name}: {own:.1f} us, another stream {another:.1f} us")


def test_lists_on_the_device(library, picture):
    images = [numpy.ascontiguousarray(picture[:rows]) for rows in (48, 2, 30)]
    arrays = [library.array(image) for image in images]
    expected = [cudastripe.cvt_color(image, CODE) for image in images]
    results = cudastripe.cvt_color(arrays, CODE)
    assert all(library.is_own(result) for result in results)
    assert all(numpy.array_equal(library.host(a), b) for a, b in zip(results, expected))
    targets = [library.zeros(result.shape) for result in expected]
    stream = library.stream()
    library.synchronize()
    cudastripe.cvt_color(arrays, CODE, dst=targets, stream=stream)
    library.synchronize()
    assert all(numpy.array_equal(library.host(a), b) for a, b in zip(targets, expected))
    results = cudastripe.cvt_color(arrays, CODE, out="numpy")
    assert all(numpy.array_equal(a, b) for a, b in zip(results, expected))
    with pytest.raises(ValueError, match=r"src\[1\].*on a device"):
        cudastripe.cvt_color([images[0], arrays[1]], CODE)


@pytest.mark.parametrize("named", [True, False], ids=["stream", "no_stream"])
def test_lists_of_a_late_producer(library, rng, named):
    """All images of a list are written 100 ms later. With a stream the call returns before, else it waits for them."""
    pictures = [rng.integers(0, 256, (rows, 640, 4), dtype=numpy.uint8) for rows in (480, 2, 360)]
    expected = [cudastripe.cvt_color(picture, CODE) for picture in pictures]
    sources = [library.array(numpy.zeros_like(picture)) for picture in pictures]
    values = [library.array(picture) for picture in pictures]
    targets = [library.zeros(result.shape) for result in expected]
    stream = library.stream()
    cudastripe.cvt_color(sources, CODE, dst=targets, stream=stream)  # loads kernels
    library.synchronize()
    with library.using(stream):
        library.delay()
        for source, value in zip(sources, values):
            source[...] = value
        start = time.perf_counter()
        if named:
            cudastripe.cvt_color(sources, CODE, dst=targets, stream=stream)
            took = time.perf_counter() - start
            library.synchronize()
            results = [library.host(target) for target in targets]
            assert took < 0.05, "the call does not wait for the device"
        else:
            results = cudastripe.cvt_color(sources, CODE, out="numpy")
    assert all(numpy.array_equal(a, b) for a, b in zip(results, expected))


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_lists_into_one_tensor(library, picture, dtype):
    chain = cudastripe.Chain.from_yuv("nv12").convert_to("float32", 1 / 255).subtract((0.4, 0.5, 0.6))
    chain.to_tensor("chw", dtype)
    images = [cudastripe.to_yuv(p, "nv12") for p in (picture, picture[::-1].copy())]
    expected = cudastripe.transform(images, chain)
    for sources in (images, [library.array(image) for image in images]):
        out = library.__class__.__name__.lower()
        result = cudastripe.transform(sources, chain, out=out)
        assert tuple(result.shape) == (2, 3, 48, 64)
        values = library.host(result) if library.is_own(result) else numpy.asarray(result)
        assert values.dtype == expected.dtype and numpy.array_equal(values, expected)
