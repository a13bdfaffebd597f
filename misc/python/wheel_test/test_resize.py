# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""resize against cv2.resize of this environment's opencv-python, without IPP, and against Pillow's Image.resize."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cudastripe
from images import DlpackOnly, random_values, with_gaps

BYTES, DEPTHS = ["uint8"], ["uint8", "uint16", "float32"]
MODES = {"nearest": DEPTHS, "linear": DEPTHS, "area": DEPTHS, "cubic": BYTES, "lanczos4": BYTES, "linear_exact": BYTES}
CASES = [(mode, dtype) for mode, dtypes in MODES.items() for dtype in dtypes]
FILTERS = ["box", "bilinear", "hamming", "bicubic", "lanczos"]
PILLOW_MODES = {"L": ("uint8", 1), "LA": ("uint8", 2), "RGB": ("uint8", 3), "RGBA": ("uint8", 4),
                "CMYK": ("uint8", 4), "RGBX": ("uint8", 4), "F": ("float32", 1)}
#: (width, height) of sources and results.
SIZES = [((37, 23), (61, 40)), ((61, 40), (37, 23)), ((64, 48), (32, 24)), ((66, 33), (22, 11)), ((1, 1), (5, 3)),
         ((5, 300), (7, 3)), ((300, 5), (3, 7)), ((97, 64), (97, 20)), ((97, 64), (20, 64)), ((9, 8), (9, 8)),
         ((640, 360), (224, 224))]
sides = st.integers(1, 90)
BGR = numpy.zeros((4, 6, 3), numpy.uint8)


@pytest.fixture(scope="module")
def cv2():
    module = pytest.importorskip("cv2", reason="opencv-python-headless is not installed")
    used = module.ipp.useIPP()
    module.ipp.setUseIPP(False)
    yield module
    module.ipp.setUseIPP(used)


def pillow(array, size, mode, filter_name, box=None):
    """What Pillow makes of an array."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    source = array if array.ndim == 2 else numpy.ascontiguousarray(array)
    whole = image.frombytes(mode, (array.shape[1], array.shape[0]), source.tobytes())
    result = whole.resize(size, getattr(image.Resampling, filter_name.upper()), box=box)
    dtype, channels = PILLOW_MODES[mode]
    shape = (size[1], size[0]) + ((channels,) if channels > 1 else ())
    return numpy.frombuffer(result.tobytes(), dtype).reshape(shape)


def alpha_of(mode):
    return "premultiplied" if mode in ("LA", "RGBA") else "straight"


def source_of(rng, size, dtype, channels):
    return random_values(rng, (size[1], size[0]) + ((channels,) if channels > 1 else ()), dtype)


@pytest.mark.parametrize("mode,dtype", CASES)
@pytest.mark.parametrize("before,after", SIZES)
def test_the_bytes_of_cv2(cv2, mode, dtype, before, after, rng):
    number = getattr(cv2, "INTER_" + mode.upper())
    for channels in (1, 2, 3, 4):
        source = source_of(rng, before, dtype, channels)
        expected = cv2.resize(source, after, interpolation=number)
        assert numpy.array_equal(cudastripe.resize(source, after, mode), expected), channels
        assert numpy.array_equal(cudastripe.resize(with_gaps(source, 5), list(after), number), expected), channels


@settings(max_examples=200, deadline=None)
@given(case=st.sampled_from(CASES), before=st.tuples(sides, sides), after=st.tuples(sides, sides),
       channels=st.integers(1, 4), seed=st.integers(0, 2**31))
def test_any_size_as_cv2(cv2, case, before, after, channels, seed):
    mode, dtype = case
    source = source_of(numpy.random.default_rng(seed), before, dtype, channels)
    expected = cv2.resize(source, after, interpolation=getattr(cv2, "INTER_" + mode.upper()))
    assert numpy.array_equal(cudastripe.resize(source, after, mode), expected)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fx,fy", [(0.37, 0.81), (2.3, 1.7), (0.5, 0.5)])
def test_scales_as_cv2(cv2, mode, fx, fy, rng):
    source = source_of(rng, (83, 57), "uint8", 3)
    expected = cv2.resize(source, None, fx=fx, fy=fy, interpolation=getattr(cv2, "INTER_" + mode.upper()))
    assert numpy.array_equal(cudastripe.resize(source, None, mode, fx=fx, fy=fy), expected)


def test_nearest_exact_is_pillows_nearest(rng):
    for before, after in SIZES:
        source = source_of(rng, before, "uint8", 3)
        expected = pillow(source, after, "RGB", "nearest")
        assert numpy.array_equal(cudastripe.resize(source, after, "nearest_exact"), expected), (before, after)


def test_nearest_exact_is_that_of_opencv_5(cv2, rng):
    if int(cv2.__version__.split(".")[0]) < 5:
        pytest.skip("OpenCV 4 has other definitions of INTER_NEAREST_EXACT")
    for before, after in SIZES:
        source = source_of(rng, before, "uint16", 4)
        expected = cv2.resize(source, after, interpolation=cv2.INTER_NEAREST_EXACT)
        assert numpy.array_equal(cudastripe.resize(source, after, "nearest_exact"), expected), (before, after)


@pytest.mark.parametrize("mode", PILLOW_MODES)
@pytest.mark.parametrize("filter_name", FILTERS)
def test_the_bytes_of_pillow(mode, filter_name, rng):
    for before, after in SIZES:
        source = source_of(rng, before, *PILLOW_MODES[mode])
        expected = pillow(source, after, mode, filter_name)
        result = cudastripe.resize(source, after, "pillow:" + filter_name, alpha=alpha_of(mode))
        assert result.dtype == expected.dtype and numpy.array_equal(result, expected), (before, after)


@pytest.mark.parametrize("mode", PILLOW_MODES)
@pytest.mark.parametrize("filter_name", FILTERS)
def test_a_box_as_pillow(mode, filter_name, rng):
    source = source_of(rng, (71, 53), *PILLOW_MODES[mode])
    for box in [(3, 5, 40, 50), (0.3, 0.7, 70.25, 52.5), (10.1, 20.2, 10.9, 20.3), (0, 0, 71, 53), [8, 9, 28, 29],
                (0, 0, 71, 20), (0, 0, 1 / 3, 53)]:
        for after in [(20, 20), (1, 1), (71, 53), (200, 3), (3, 200)]:
            expected = pillow(source, after, mode, filter_name, tuple(box))
            result = cudastripe.resize(source, after, "pillow:" + filter_name, alpha=alpha_of(mode), box=box)
            assert numpy.array_equal(result, expected), (box, after)


@settings(max_examples=200, deadline=None)
@given(mode=st.sampled_from(sorted(PILLOW_MODES)), filter_name=st.sampled_from(FILTERS),
       before=st.tuples(sides, st.integers(1, 300)), after=st.tuples(sides, sides), seed=st.integers(0, 2**31))
def test_any_size_as_pillow(mode, filter_name, before, after, seed):
    source = source_of(numpy.random.default_rng(seed), before, *PILLOW_MODES[mode])
    expected = pillow(source, after, mode, filter_name)
    result = cudastripe.resize(source, after, "pillow:" + filter_name, alpha=alpha_of(mode))
    assert numpy.array_equal(result, expected)


def test_versions_differ_where_height_shrinks_most(rng):
    source = source_of(rng, (40, 300), "uint8", 3)
    before, since = (cudastripe.resize(source, (30, 20), "pillow:bicubic", version=v) for v in (12, 13))
    assert not numpy.array_equal(before, since)
    assert numpy.abs(before.astype(int) - since).max() <= 2
    wide = numpy.ascontiguousarray(source.transpose(1, 0, 2))
    before, since = (cudastripe.resize(wide, (20, 30), "pillow:bicubic", version=v) for v in (12, 13))
    assert numpy.array_equal(before, since)


@pytest.mark.parametrize("resampling", ["linear", "area", "pillow:lanczos"])
def test_a_list_is_one_call(resampling, rng):
    sources = [source_of(rng, size, "uint8", 3) for size, _ in SIZES]
    expected = [cudastripe.resize(source, (24, 18), resampling) for source in sources]
    results = cudastripe.resize(sources, (24, 18), resampling)
    assert type(results) is list and len(results) == len(sources)
    assert all(numpy.array_equal(result, single) for result, single in zip(results, expected))
    targets = [with_gaps(numpy.zeros_like(single), 3) for single in expected]
    assert cudastripe.resize(tuple(sources), (24, 18), resampling, dst=targets) is targets
    assert all(numpy.array_equal(target, single) for target, single in zip(targets, expected))


def test_kinds_and_destinations(rng):
    source = source_of(rng, (40, 30), "uint8", 4)
    expected = cudastripe.resize(source, (20, 10))
    target = numpy.zeros_like(expected)
    assert cudastripe.resize(source, (20, 10), dst=target) is target and numpy.array_equal(target, expected)
    assert numpy.array_equal(cudastripe.resize(DlpackOnly(source), (20, 10), out="numpy"), expected)
    striper = cudastripe.Striper([], threads=2)
    assert numpy.array_equal(cudastripe.resize(source, (20, 10), striper=striper), expected)
    assert numpy.array_equal(cudastripe.resize(source, (numpy.int64(20), 10), stream=cudastripe.Pipeline(0)), expected)
    column = cudastripe.resize(numpy.ascontiguousarray(source[:, :, :1]), (20, 10))
    assert numpy.array_equal(column.reshape(10, 20), expected[:, :, 0])
    assert "host" in str(cudastripe.explain(lambda s: cudastripe.resize(source, (20, 10), striper=s)))


def test_torch(rng):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    source = source_of(rng, (40, 30), "uint8", 3)
    result = cudastripe.resize(torch.from_numpy(source), (20, 10), "pillow:bicubic")
    assert isinstance(result, torch.Tensor)
    assert numpy.array_equal(result.numpy(), cudastripe.resize(source, (20, 10), "pillow:bicubic"))


def test_frames_of_pyav():
    av = pytest.importorskip("av", reason="PyAV is not installed")
    colours = numpy.arange(48 * 64 * 3, dtype=numpy.uint32).astype("uint8").reshape(48, 64, 3)
    frame = av.VideoFrame.from_ndarray(colours, format="bgr24")
    expected = cudastripe.resize(colours, (20, 10))
    assert numpy.array_equal(cudastripe.resize(frame, (20, 10)), expected)
    assert all(numpy.array_equal(result, expected) for result in cudastripe.resize([frame, colours], (20, 10)))
    with pytest.raises(TypeError, match=r"src\[1\] is a frame of 3 planes; convert it to colours first"):
        cudastripe.resize([frame, frame.reformat(format="yuv420p")], (20, 10))


def resized(src=BGR, dsize=(3, 2), resampling="pillow:box", **options):
    return lambda: cudastripe.resize(src, dsize, resampling, **options)


@pytest.mark.parametrize("kind,text,call", [
    (ValueError, 'resampling is "bilinear"; it must be one of "nearest"', resized(resampling="bilinear")),
    (TypeError, "resampling is a float", resized(resampling=1.5)),
    (ValueError, "interpolation is 17; it may be INTER_NEAREST", resized(resampling=17)),
    (ValueError, "interpolation is -2", resized(resampling=-2)),
    (TypeError, r"dsize is a int; it must be \(width, height\)", resized(dsize=3)),
    (ValueError, r"dsize has 3 entries; it must be \(width, height\)", resized(dsize=(1, 2, 3))),
    (TypeError, r"dsize\[1\] is a float", resized(dsize=(3, 2.0))),
    (ValueError, r"dsize\[0\] is -3", resized(dsize=(-3, 2))),
    (ValueError, "dsize is 0 x 2; give a size", resized(dsize=(0, 2))),
    (ValueError, "dsize is 0 x 0; give a size", resized(dsize=None, fx=2, fy=2)),
    (ValueError, "fx 0 and fy 0; give a size, or fx and fy", resized(dsize=None, resampling="area")),
    (TypeError, "src has type CV_64FC3; INTER_LINEAR takes", resized(BGR.astype(float), resampling="linear")),
    (TypeError, "src has type CV_16UC3; INTER_CUBIC takes", resized(BGR.astype("uint16"), resampling="cubic")),
    (TypeError, "CV_32F only with one channel", resized(BGR.astype("float32"))),
    (ValueError, 'alpha is "none"; it must be one of "straight", "premultiplied"', resized(alpha="none")),
    (ValueError, "version 0; filter may be", resized(version=0)),
    (ValueError, "alpha, box and version are for filters of Pillow", resized(resampling="area", box=(0, 0, 3, 2))),
    (ValueError, "alpha, box and version are for", resized(resampling="linear", alpha="premultiplied")),
    (TypeError, "box is a float", resized(box=1.5)),
    (ValueError, r"box has 2 entries; it must be \(left, upper, right, lower\)", resized(box=(1, 2))),
    (TypeError, r"box\[2\] is a str", resized(box=(0, 0, "3", 2))),
    (ValueError, "box is -1 x 2", resized(box=(3, 0, 2, 2))),
    (ValueError, "inside it", resized(box=(0, 0, 7, 4))),
    (ValueError, "box is nan", resized(box=(0, 0, float("nan"), 4))),
    (ValueError, "dst is fixed at 6 x 4", resized(dst=BGR.copy())),
    (ValueError, "dst overlaps src", resized(dst=BGR[:2, :3])),
    (TypeError, r"src\[1\] has type CV_32FC3", resized([BGR, BGR.astype("float32")])),
    (TypeError, "dst must be a list", resized([BGR, BGR], dst=BGR[:2, :3].copy())),
])
def test_errors(kind, text, call):
    with pytest.raises(kind, match=text) as caught:
        call()
    assert type(caught.value) is kind and "OpenCV(" not in str(caught.value)
