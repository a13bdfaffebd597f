# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Every method of Chain against the call of cv2 for which it stands, or against NumPy."""

import numpy
import pytest

import cudastripe
from cudastripe import Chain, second_image
from images import random_values, with_gaps

cv2 = pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

U8 = ("uint8", 3)
F32 = ("float32", 3)


def gamma_table(gamma):
    return numpy.rint(255 * (numpy.arange(256) / 255) ** gamma).astype(numpy.uint8)[None]


# Not by cv2: the IPP of its wheels (ippiAlphaPremul) rounds in another way than the code of OpenCV.
def premultiplied(x):
    factors = x[:, :, 3:].astype(int)
    return numpy.concatenate([(x[:, :, :3] * factors + 128) // 255, factors], axis=2)


CASES = {
    "crop": (U8, Chain().crop(3, 4, 20, 11), lambda x, y: x[4:15, 3:23]),
    "place": (U8, Chain().place((50, 20), -3, 2, 7),
              lambda x, y: numpy.pad(x[:18, 3:], ((2, 0), (0, 15), (0, 0)), constant_values=7)),
    "resize": (F32, Chain().resize((20, 11), "area"), lambda x, y: cudastripe.resize(x, (20, 11), "area")),
    "add": (U8, Chain().add(40), lambda x, y: cv2.add(x, (40, 40, 40, 40))),
    "add a value for each channel": (U8, Chain().add((1, 2, 3)), lambda x, y: cv2.add(x, (1, 2, 3, 0))),
    "add the second image": (U8, Chain().add(second_image), lambda x, y: cv2.add(x, y)),
    "subtract": (U8, Chain().subtract(40), lambda x, y: cv2.subtract(x, (40, 40, 40, 40))),
    "subtract_from": (U8, Chain().subtract_from(second_image), lambda x, y: cv2.subtract(y, x)),
    "multiply": (U8, Chain().multiply(1.7), lambda x, y: cv2.multiply(x, (1.7, 1.7, 1.7, 1.7))),
    "multiply images": (U8, Chain().multiply(second_image, 0.02), lambda x, y: cv2.multiply(x, y, scale=0.02)),
    "divide": (U8, Chain().divide(second_image, 3), lambda x, y: cv2.divide(x, y, scale=3)),
    "divide_into": (U8, Chain().divide_into(500), lambda x, y: cv2.divide(500, x)),
    "absdiff": (U8, Chain().absdiff(second_image), lambda x, y: cv2.absdiff(x, y)),
    "min": (U8, Chain().min(second_image), lambda x, y: cv2.min(x, y)),
    "max": (U8, Chain().max(second_image), lambda x, y: cv2.max(x, y)),
    "bitwise_and": (U8, Chain().bitwise_and(second_image), lambda x, y: x & y),
    "bitwise_or": (U8, Chain().bitwise_or(second_image), lambda x, y: x | y),
    "bitwise_xor": (U8, Chain().bitwise_xor(second_image), lambda x, y: x ^ y),
    "bitwise_not": (U8, Chain().bitwise_not(), lambda x, y: ~x),
    "shift_left": (U8, Chain().shift_left(3), lambda x, y: x << 3),
    "shift_right": (U8, Chain().shift_right(3), lambda x, y: x >> 3),
    "threshold": (U8, Chain().threshold(100, 200, "binary_inv"),
                  lambda x, y: cv2.threshold(x, 100, 200, cv2.THRESH_BINARY_INV)[1]),
    "threshold by number": (U8, Chain().threshold(100, 200, cv2.THRESH_TOZERO),
                            lambda x, y: cv2.threshold(x, 100, 200, cv2.THRESH_TOZERO)[1]),
    "in_range": (U8, Chain().in_range((10, 20, 30), 200), lambda x, y: cv2.inRange(x, (10, 20, 30), (200,) * 3)),
    "compare": (U8, Chain().compare(100, ">="), lambda x, y: numpy.where(x >= 100, 255, 0)),
    "compare images": (U8, Chain().compare(second_image, "!="), lambda x, y: numpy.where(x != y, 255, 0)),
    "convert_to": (U8, Chain().convert_to("float32", 0.5, 1), lambda x, y: x.astype("float32") / 2 + 1),
    "convert_to the same": (U8, Chain().convert_to(None, 2), lambda x, y: numpy.minimum(2 * x.astype(int), 255)),
    "lut": (U8, Chain().lut(gamma_table(2)), lambda x, y: cv2.LUT(x, gamma_table(2))),
    "lut of one dimension": (U8, Chain().lut(gamma_table(2)[0]), lambda x, y: cv2.LUT(x, gamma_table(2)[0])),
    "gamma": (U8, Chain().gamma(0.45), lambda x, y: cv2.LUT(x, gamma_table(0.45))),
    "abs": (("int16", 2), Chain().abs(), lambda x, y: numpy.where(x == -32768, 32767, numpy.abs(x))),
    "sqr": (U8, Chain().sqr(), lambda x, y: cv2.multiply(x, x)),
    "sqrt": (F32, Chain().sqrt(), lambda x, y: numpy.sqrt(x)),
    "exp": (F32, Chain().exp(), lambda x, y: numpy.exp(x)),
    "log": (F32, Chain().log(), lambda x, y: numpy.log(x)),
    "pow": (F32, Chain().pow(1.5), lambda x, y: x**1.5),
    "magnitude": (F32, Chain().magnitude(second_image), lambda x, y: numpy.hypot(x, y)),
    "add_weighted": (U8, Chain().add_weighted(0.3, second_image, 0.6, 5), lambda x, y: cv2.addWeighted(x, 0.3, y, 0.6, 5)),
    "gray": (U8, Chain().gray(), lambda x, y: cv2.cvtColor(x, cv2.COLOR_BGR2GRAY)),
    "gray of RGB": (U8, Chain().gray("rgb"), lambda x, y: cv2.cvtColor(x, cv2.COLOR_RGB2GRAY)),
    "premultiply": (("uint8", 4), Chain().premultiply(), lambda x, y: premultiplied(x)),
    "channels": (U8, Chain().channels([2, 1, 0, 0]), lambda x, y: x[:, :, [2, 1, 0, 0]]),
    "to_yuv": (U8, Chain().add(1).to_yuv("nv12"), lambda x, y: cudastripe.to_yuv(cv2.add(x, (1,) * 4), "nv12")),
}
METHODS = [name for name in dir(Chain) if not name.startswith("_")]


def test_every_method_has_a_case():
    others = {"blend_over", "compile", "from_yuv", "result_type", "same_bits", "source_format", "tensor", "to_patches",
              "to_tensor", "uses_second", "yuv_format"}
    assert set(METHODS) - others <= {name.split()[0] for name in CASES}


@pytest.mark.parametrize("name", CASES)
def test_a_step_gives_what_the_call_gives(name, rng):
    (dtype, channels), chain, expected_of = CASES[name]
    x, y = (random_values(rng, (26, 38, channels), dtype) for _ in range(2))
    expected = expected_of(x, y)
    second = [y] if chain.uses_second else []
    result = cudastripe.transform(with_gaps(x, 3), chain, *second)
    if result.dtype.kind == "f":
        assert numpy.abs(result - expected).max() <= 1e-6 * max(1, numpy.abs(expected).max())
    else:
        assert numpy.abs(result.astype(int) - expected.astype(int)).max() <= (1 if name == "add_weighted" else 0)
    if name != "to_yuv":
        pixels = 1 if result.ndim == 2 else result.shape[2]
        types = [(dtype, channels)] if chain.uses_second else []
        assert chain.result_type(dtype, channels, *types) == (result.dtype.name, pixels)
        assert isinstance(chain.same_bits(dtype, channels, *types), bool)


def test_blend_over(rng):
    over, under = random_values(rng, (8, 9, 4), "uint8"), random_values(rng, (8, 9, 3), "uint8")
    alpha = over[:, :, 3:].astype(int)
    expected = (alpha * over[:, :, :3] + (255 - alpha) * under + 127) // 255
    result = cudastripe.transform(over, Chain().blend_over(second_image), under)
    assert numpy.array_equal(result, expected)


def test_a_chain_from_yuv_to_yuv(picture):
    nv12 = cudastripe.to_yuv(picture, "nv12")
    chain = Chain.from_yuv("nv12").add(10).to_yuv("i420:bt601:full")
    steps = cudastripe.to_yuv(cv2.add(cudastripe.from_yuv(nv12, "nv12"), (10,) * 4), "i420:bt601:full")
    assert numpy.array_equal(cudastripe.transform(nv12, chain), steps)
    planes = cudastripe.transform(cudastripe.to_yuv(picture, "nv12", planes=True), chain, planes=True)
    assert numpy.array_equal(planes[0], steps[:48])


def test_a_mask_keeps_what_was_there(picture):
    mask = picture[:, :, 0].copy() > 100
    chain = Chain().add(50)
    sums = cudastripe.transform(picture, chain)
    assert numpy.array_equal(cudastripe.transform(picture, chain, mask=mask), sums * mask[:, :, None])
    old = numpy.full_like(picture, 9)
    cudastripe.transform(picture, chain, mask=mask, dst=old)
    assert numpy.array_equal(old, numpy.where(mask[:, :, None], sums, 9))


def test_chains_are_strung_together_and_told(picture):
    chain = Chain()
    assert chain.convert_to(numpy.float32, 1 / 255).subtract((0.5, 0.4, 0.3, 0)) is chain
    assert len(chain) == 2 and not chain.uses_second
    assert repr(chain) == "Chain(convertTo(CV_32F, 0.00392157, 0) > subtract(0.5, 0.4, 0.3, 0))"
    expected = picture * numpy.float32(1 / 255) - numpy.array([0.5, 0.4, 0.3, 0], "float32")
    assert numpy.abs(cudastripe.transform(picture, chain) - expected).max() < 1e-6


@pytest.mark.skipif(cudastripe.has_device(), reason="there is a GPU to compile for")
def test_to_compile_needs_a_device():
    with pytest.raises(ValueError, match="no CUDA device"):
        Chain().add(1).compile("uint8", 3)
    with pytest.raises(TypeError, match="blendOver"):
        Chain().blend_over(second_image).compile("uint16", 4, ("uint16", 4))


def test_what_is_no_compiled_chain_is_refused_by_name(tmp_path):
    path = tmp_path / "other.yml"
    path.write_text("%YAML:1.0\n---\nrates: 3\n")
    with pytest.raises(ValueError, match="other.yml"):
        cudastripe.CompiledChain.read(str(path), Chain().add(1), "uint8", 3)
