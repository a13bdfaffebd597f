# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Which lists are images and which are planes, and how lists are refused: by the index of the image."""

import numpy
import pytest

import cudastripe
from cudastripe import Chain
from images import random_values


class TestPlanesOrImages:
    """As many arrays as there are planes, of their shapes, are one picture, unless something says otherwise."""

    def test_by_shape(self, picture):
        image, planes = (cudastripe.to_yuv(picture, "i420", planes=p) for p in (False, True))
        bgr = cudastripe.from_yuv(image, "i420")
        assert numpy.array_equal(cudastripe.from_yuv(planes, "i420"), bgr)
        assert [numpy.array_equal(r, bgr) for r in cudastripe.from_yuv([image] * 3, "i420")] == [True] * 3
        luma, chroma = cudastripe.to_yuv(picture, "nv12", planes=True)
        nv12 = numpy.concatenate([luma, chroma.reshape(24, 64)])
        expected = cudastripe.cvt_color(nv12, "YUV2BGR_NV12")
        assert numpy.array_equal(cudastripe.cvt_color([luma, chroma], "YUV2BGR_NV12"), expected)
        assert numpy.array_equal(cudastripe.cvt_color([nv12, nv12], "YUV2BGR_NV12")[1], expected)
        assert numpy.array_equal(cudastripe.transform(planes, Chain.from_yuv("i420")), bgr)
        assert len(cudastripe.transform([image] * 3, Chain.from_yuv("i420"))) == 3

    def test_planes_of_odd_pictures(self, picture):
        planes = cudastripe.to_yuv(picture[:13, :19], "i420", planes=True)
        assert [plane.shape for plane in planes] == [(13, 19), (7, 10), (7, 10)]
        assert cudastripe.from_yuv(planes, "i420").shape == (13, 19, 3)
        assert cudastripe.transform(planes, Chain.from_yuv("i420")).shape == (13, 19, 3)
        assert cudastripe.YuvFormat("i420").image_shape(13, 19)[0] == 0

    def test_by_the_destination_as_in_cpp(self, picture):
        planes = cudastripe.to_yuv(picture, "i444", planes=True)
        bgr = cudastripe.from_yuv(planes, "i444", dst=numpy.empty((48, 64, 3), "uint8"))
        assert numpy.array_equal(bgr, cudastripe.from_yuv(planes, "i444"))
        targets = [numpy.empty((16, 64, 3), "uint8") for _ in planes]
        cudastripe.from_yuv(planes, "i444", dst=targets)
        assert numpy.array_equal(targets[2], cudastripe.from_yuv(planes[2], "i444"))

    def test_by_word(self, picture):
        planes = cudastripe.to_yuv(picture, "i444", planes=True)
        assert cudastripe.from_yuv(planes, "i444").shape == (48, 64, 3)
        for results in (cudastripe.from_yuv(planes, "i444", batch=True),
                        cudastripe.transform(planes, Chain.from_yuv("i444"), batch=True)):
            assert [r.shape for r in results] == [(16, 64, 3)] * 3
        with pytest.raises(TypeError, match="batch is True; src must be a list of images"):
            cudastripe.from_yuv(planes[0], "i444", batch=True)
        with pytest.raises(ValueError, match="lists are planes where a chain begins and ends in YUV"):
            cudastripe.transform(planes, Chain.from_yuv("i444").to_yuv("nv12"), batch=True)

    def test_planes_of_wrong_sizes_are_named(self, picture):
        luma, chroma = cudastripe.to_yuv(picture, "nv12", planes=True)
        with pytest.raises(ValueError, match=r"src\[1\] is .*; plane 1 of nv12"):
            cudastripe.from_yuv([luma, chroma[:8]], "nv12")

    def test_a_batch_gives_no_planes(self, picture):
        with pytest.raises(ValueError, match="planes is True, but src is a list of images"):
            cudastripe.to_yuv([picture], "nv12", planes=True)


class TestRefusals:
    COUNT = 41

    @pytest.fixture
    def images(self, rng):
        return [random_values(rng, (6, 8, 3), "uint8") for _ in range(self.COUNT)]

    @pytest.fixture
    def targets(self):
        return [numpy.full((6, 8, 3), 7, "uint8") for _ in range(self.COUNT)]

    @pytest.mark.parametrize(
        "kind,text,bad",
        [
            (TypeError, r"src\[37\] has type CV_64FC3; COLOR_BGR2YUV takes", numpy.zeros((6, 8, 3))),
            (TypeError, r"src\[37\] has type CV_8UC2", numpy.zeros((6, 8, 2), "uint8")),
            (TypeError, r"src\[37\] has elements of type", numpy.zeros((6, 8, 3), "int64")),
            (ValueError, r"src\[37\] is empty", numpy.zeros((0, 8, 3), "uint8")),
            (ValueError, r"src\[37\] has strides", numpy.zeros((6, 16, 3), "uint8")[:, ::2]),
            (ValueError, r"dst\[37\] is fixed at 8 x 6", numpy.zeros((4, 8, 3), "uint8")),
            (TypeError, r"src\[37\] is a list", [numpy.zeros((6, 8, 3), "uint8")]),
            (TypeError, r"src\[37\] is a str", "image"),
        ],
    )
    def test_a_bad_image_is_named_and_nothing_written(self, images, targets, kind, text, bad):
        images[37] = bad
        with pytest.raises(kind, match=text) as caught:
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets)
        assert type(caught.value) is kind
        assert all((target == 7).all() for target in targets)

    @pytest.mark.parametrize(
        "bad,text",
        [
            (numpy.zeros((5, 8, 3), "uint8"), r"dst\[12\] is fixed at 8 x 5 of CV_8UC3 and cannot become 8 x 6"),
            (numpy.zeros((6, 8, 3), "uint16"), r"dst\[12\] is fixed at 8 x 6 of CV_16UC3"),
            (numpy.zeros((6, 8, 3), "uint8")[:, :, ::-1], r"dst\[12\] has strides"),
        ],
    )
    def test_a_destination_that_does_not_fit_is_not_replaced(self, images, targets, bad, text):
        targets[12] = bad
        with pytest.raises(ValueError, match=text):
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets)
        assert all((target == 7).all() for i, target in enumerate(targets) if i != 12) and not bad.any()

    def test_counts(self, images, targets):
        with pytest.raises(ValueError, match="src has 41 images and dst has 40"):
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets[:-1])
        with pytest.raises(TypeError, match="src is a list of images; dst must be a list of as many"):
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets[0])

    @pytest.mark.parametrize("empty", [[], ()])
    def test_an_empty_list_is_refused(self, empty):
        calls = (
            lambda: cudastripe.cvt_color(empty, "BGR2YUV"),
            lambda: cudastripe.cvt_color(empty, "YUV2BGR_NV12"),
            lambda: cudastripe.cvt_color(empty, "BGR2YUV", dst=[]),
            lambda: cudastripe.to_yuv(empty, "nv12"),
            lambda: cudastripe.from_yuv(empty, "nv12"),
            lambda: cudastripe.transform(empty, Chain().add(1)),
            lambda: cudastripe.transform(empty, Chain().to_tensor()),
            lambda: cudastripe.transform(empty, Chain.from_yuv("nv12").to_tensor()),
        )
        for call in calls:
            with pytest.raises(ValueError, match="src is an array without images"):
                call()

    def test_overlaps(self, images, targets):
        memory = numpy.full((11, 8, 3), 7, "uint8")
        targets[2], targets[5] = memory[:6], memory[5:]
        with pytest.raises(ValueError, match=r"dst\[5\] and dst\[2\] overlap|dst\[2\] and dst\[5\] overlap"):
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets)
        targets[5] = numpy.full((6, 8, 3), 7, "uint8")
        images[9] = memory[4:10]
        with pytest.raises(ValueError, match=r"src\[9\] and dst\[2\] overlap|dst\[2\] and src\[9\] overlap"):
            cudastripe.cvt_color(images, "BGR2YUV", dst=targets)
        assert (memory == 7).all() and all((target == 7).all() for target in targets)
