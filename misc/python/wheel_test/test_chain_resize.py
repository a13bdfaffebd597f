# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Chains that crop and resize, against resize and the rest of the chain one after the other."""

import numpy
import pytest

import cudastripe
from cudastripe import Chain, second_image
from images import random_values, with_gaps

#: Arguments of resize that each give other pixels.
RESAMPLINGS = [("linear", {}), (0, {}), ("area", {}), ("cubic", {}), ("lanczos4", {}), ("linear_exact", {}),
               ("pillow:box", {}), ("pillow:bicubic", {}), ("pillow:bicubic", {"alpha": "premultiplied"}),
               ("pillow:bicubic", {"box": (1.5, 0, 20, 30.25)}), ("pillow:bicubic", {"version": 12})]
SIZE = (24, 18)


def steps(chain):
    return chain.convert_to("float32").subtract((100, 110, 120, 130)).multiply(0.25)


@pytest.mark.parametrize("resampling,options", RESAMPLINGS, ids=str)
def test_as_resize_and_the_other_steps(resampling, options, rng):
    source = with_gaps(random_values(rng, (97, 33, 4), "uint8"), 5)
    result = cudastripe.transform(source, steps(Chain().crop(2, 7, 30, 88).resize(SIZE, resampling, **options)))
    resized = cudastripe.resize(source[7:95, 2:32], SIZE, resampling, **options)
    assert result.shape == (18, 24, 4) and numpy.array_equal(result, cudastripe.transform(resized, steps(Chain())))
    default = cudastripe.resize(source[7:95, 2:32], SIZE, *([resampling] if options else []))
    assert (resampling, options) == ("linear", {}) or not numpy.array_equal(resized, default), "the options count"


def test_the_second_image_and_the_mask_have_the_new_size(rng):
    source, second = random_values(rng, (40, 50, 3), "uint8"), random_values(rng, (18, 24, 3), "uint8")
    mask = second[:, :, 0] > 128
    expected = numpy.abs(cudastripe.resize(source, SIZE).astype(int) - second) * mask[:, :, None]
    chain = Chain().resize(SIZE).absdiff(second_image)
    assert numpy.array_equal(cudastripe.transform(source, chain, second, mask=mask), expected)
    with pytest.raises(ValueError, match="second is 50 x 40; it must be 24 x 18 as the result"):
        cudastripe.transform(source, chain, source)
    with pytest.raises(ValueError, match="mask is 50 x 40; it must be 24 x 18 as the result"):
        cudastripe.transform(source, chain, second, mask=source[:, :, 0].copy())


@pytest.mark.parametrize("layout", ["chw", "hwc"])
@pytest.mark.parametrize("upsampling", ["nearest", "linear"])
def test_nv12_becomes_a_tensor(layout, upsampling, rng):
    nv12 = random_values(rng, (60, 50), "uint8")
    first = Chain.from_yuv("nv12", upsampling=upsampling)
    chain = steps(first.crop(5, 3, 40, 30).resize(SIZE, "pillow:bicubic")).to_tensor(layout, order="rgb")
    colours = cudastripe.from_yuv(nv12, "nv12", upsampling=upsampling)[3:33, 5:45]
    expected = cudastripe.transform(cudastripe.resize(colours, SIZE, "pillow:bicubic"),
                                    steps(Chain()).to_tensor(layout, order="rgb"))
    assert numpy.array_equal(cudastripe.transform(nv12, chain), expected)
    assert numpy.array_equal(cudastripe.transform([nv12[:40], nv12[40:].reshape(20, 25, 2)], chain), expected)


def test_from_yuv_to_yuv(rng):
    nv12 = random_values(rng, (60, 50), "uint8")
    chain = Chain.from_yuv("nv12").crop(1, 1, 33, 30).resize((20, 12), "area").to_yuv("i420")
    colours = cudastripe.from_yuv(nv12, "nv12")[1:31, 1:34]
    expected = cudastripe.to_yuv(cudastripe.resize(colours, (20, 12), "area"), "i420")
    assert numpy.array_equal(cudastripe.transform(nv12, chain), expected)
    assert chain.source_format == cudastripe.YuvFormat("nv12") and len(chain) == 0


CHAINS = {
    "resize": lambda first: first.resize(SIZE, "pillow:bilinear"),
    "crop": lambda first: first.crop(3, 2, 9, 10),
    "both": lambda first: first.crop(3, 2, 9, 10).resize(SIZE, "area"),
}


@pytest.mark.parametrize("layout", ["chw", "hwc"])
@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("yuv", [False, True], ids=["colours", "nv12"])
def test_images_of_several_sizes_become_one_tensor(yuv, name, layout, rng):
    shapes = [(30, 40), (12, 64), (48, 12), (30, 40)]
    pictures = [random_values(rng, (h * 3 // 2, w) if yuv else (h, w, 3), "uint8") for h, w in shapes]
    chain = steps(CHAINS[name](Chain.from_yuv("nv12") if yuv else Chain())).to_tensor(layout)
    expected = numpy.concatenate([cudastripe.transform(one, chain) for one in pictures])
    assert expected.shape[0] == len(shapes) and len({one.tobytes() for one in expected}) == len(shapes)
    assert numpy.array_equal(cudastripe.transform(pictures, chain), expected)
    target = numpy.zeros_like(expected)
    assert cudastripe.transform(tuple(pictures), chain, dst=target) is target and numpy.array_equal(target, expected)


def test_images_of_several_sizes_become_a_list(rng):
    pictures = [random_values(rng, (h, 20, 1), "uint16") for h in (9, 30, 4)]
    chain = Chain().resize(SIZE, "area").add(7)
    results = cudastripe.transform(pictures, chain)
    assert type(results) is list and len(results) == 3
    assert all(numpy.array_equal(result, cudastripe.transform(one, chain)) for result, one in zip(results, pictures))


def test_frames_of_pyav():
    av = pytest.importorskip("av", reason="PyAV is not installed")
    colours = [(numpy.arange(h * 64 * 3) % 251).astype("uint8").reshape(h, 64, 3) for h in (48, 30)]
    frames = [av.VideoFrame.from_ndarray(one, format="bgr24").reformat(format="yuv420p") for one in colours]
    chain = Chain.from_yuv("i420").resize(SIZE, "pillow:bicubic").to_tensor()
    expected = numpy.concatenate([cudastripe.transform(frame, chain) for frame in frames])
    assert expected.shape == (2, 3, 18, 24)
    assert numpy.array_equal(cudastripe.transform(frames, chain), expected)
    for chain in (Chain().resize(SIZE), Chain().crop(0, 0, 4, 40)):
        with pytest.raises(TypeError, match=r"src\[0\] is a frame of 3 planes; convert it to colours first"):
            cudastripe.transform(frames, chain)


def test_order_and_text():
    chain = Chain()
    assert chain.crop(1, numpy.int64(2), 30, 40).resize([3, 2], "pillow:bicubic") is chain
    assert repr(chain) == "Chain(crop(30 x 40 at 1, 2) > resize(3 x 2, pillow Bicubic))"
    for late in (lambda c: c.crop(0, 0, 1, 1), lambda c: c.resize((3, 2))):
        for before in (chain, Chain().add(1), Chain().to_tensor()):
            with pytest.raises(ValueError, match="cannot follow"):
                late(before)
    assert repr(chain) == "Chain(crop(30 x 40 at 1, 2) > resize(3 x 2, pillow Bicubic))"


@pytest.mark.parametrize("kind,text,call", [
    (ValueError, "x is -1; it must be 0 to", lambda c: c.crop(-1, 0, 2, 2)),
    (ValueError, "y is 2147483648", lambda c: c.crop(0, 2**31, 2, 2)),
    (ValueError, "width is 0; it must be 1 to", lambda c: c.crop(0, 0, 0, 2)),
    (TypeError, "height is a float; it must be an int", lambda c: c.crop(0, 0, 2, 2.0)),
    (ValueError, "crop cannot follow crop", lambda c: c.crop(0, 0, 2, 2).crop(0, 0, 2, 2)),
    (TypeError, r"dsize is a int; it must be \(width, height\)", lambda c: c.resize(3)),
    (ValueError, r"dsize\[1\] is -2", lambda c: c.resize((3, -2))),
    (ValueError, "dsize is 0 x 2; give at least 1 x 1", lambda c: c.resize((0, 2))),
    (ValueError, 'resampling is "bilinear"; it must be one of "nearest"', lambda c: c.resize((3, 2), "bilinear")),
    (ValueError, "interpolation is 17", lambda c: c.resize((3, 2), 17)),
    (ValueError, 'alpha is "none"', lambda c: c.resize((3, 2), "pillow:box", alpha="none")),
    (ValueError, "Chain.resize: resampling is INTER_AREA; alpha, box and version are for",
     lambda c: c.resize((3, 2), "area", version=12)),
    (ValueError, "box has 2 entries", lambda c: c.resize((3, 2), "pillow:box", box=(1, 2))),
])
def test_errors_of_the_methods(kind, text, call):
    chain = Chain()
    with pytest.raises(kind, match=text) as caught:
        call(chain)
    assert type(caught.value) is kind and "OpenCV(" not in str(caught.value)
    assert len(chain) == 0 and "resize" not in repr(chain)


BGR = numpy.zeros((4, 6, 3), numpy.uint8)


@pytest.mark.parametrize("kind,text,src,chain", [
    (ValueError, r"the chain crops 5 x 2 at \(2, 1\); src has 6 x 4: give a part inside it", BGR,
     Chain().crop(2, 1, 5, 2)),
    (ValueError, r"the chain crops 5 x 2 at \(2, 1\); src has 6 x 2", BGR[:3, :, 0].copy(),
     Chain.from_yuv("nv12").crop(2, 1, 5, 2)),
    (ValueError, r"src\[1\] has 6 x 3: give a part inside it", [BGR, BGR[:3]], Chain().crop(0, 0, 6, 4).to_tensor()),
    (TypeError, "src has type CV_64FC3; INTER_LINEAR takes", BGR.astype(float), Chain().resize((3, 2))),
    (TypeError, "what fromYuv makes has type CV_16UC3; pillow Box takes", BGR[:3, :, 0].astype("uint16"),
     Chain.from_yuv("p010").resize((3, 2), "pillow:box")),
    (ValueError, "the box of resampling is 7 x 4 .*src has 6 x 4: give one inside it", BGR,
     Chain().resize((3, 2), "pillow:box", box=(0, 0, 7, 4))),
])
def test_errors_of_transform(kind, text, src, chain):
    with pytest.raises(kind, match=text) as caught:
        cudastripe.transform(src, chain)
    assert type(caught.value) is kind and "OpenCV(" not in str(caught.value)


def test_the_result_shares_no_memory_with_the_image(rng):
    source = random_values(rng, (40, 50, 3), "uint8")
    with pytest.raises(ValueError, match="dst overlaps src"):
        cudastripe.transform(source, Chain().resize(SIZE), dst=source[:18, :24])
