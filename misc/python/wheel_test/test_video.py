# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""PyAV: its frames as planes, and a video decoded, changed and encoded again."""

import time
from fractions import Fraction

import numpy
import pytest

import cudastripe
from cudastripe import video

av = pytest.importorskip("av", reason="av (PyAV) is not installed")

FRAMES = 12
LAYOUTS = ["yuv420p", "yuv422p", "yuv444p", "nv12", "nv21", "nv16", "uyvy422", "yuyv422", "yvyu422", "gray",
           "yuv420p10le", "p010le"]


def moving_picture(number, rows=240, columns=320):
    y, x = numpy.mgrid[:rows, :columns]
    bgr = numpy.stack([(x + 3 * number) % 256, (y + number) % 256, (x + y) % 256], axis=2)
    return (bgr // 2 + 40).astype(numpy.uint8)


def psnr(first, second):
    error = numpy.mean((first.astype(float) - second) ** 2)
    return 10 * numpy.log10(255**2 / max(error, 1e-9))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_planes_are_views_of_the_frame(layout):
    frame = av.VideoFrame(70, 46, layout)  # 70 columns: FFmpeg's lines have gaps
    format = video.frame_format(frame, "bt601", "full")
    planes = video.frame_planes(frame)
    assert format.ffmpeg_name == layout
    assert [p.shape for p in planes] == [format.plane_shape(i, 46, 70) for i in range(format.planes)]
    assert all(p.dtype == format.dtype for p in planes)
    bgr = (moving_picture(1, 46, 70).astype(format.dtype)) * (257 if format.dtype == "uint16" else 1)
    assert cudastripe.to_yuv(bgr, format, dst=frame) is frame
    expected = cudastripe.to_yuv(bgr, format, planes=True)
    assert all(numpy.array_equal(a, b) for a, b in zip(video.frame_planes(frame), expected))
    assert numpy.array_equal(cudastripe.from_yuv(frame, format), cudastripe.from_yuv(expected, format))


def filtered(frame, *filters):
    graph = av.filter.Graph()
    nodes = [graph.add_buffer(width=frame.width, height=frame.height, format=frame.format, time_base=Fraction(1, 25)),
             *(graph.add(*one.split("=")) for one in filters), graph.add("buffersink")]
    graph.link_nodes(*nodes).configure()
    graph.push(frame)
    return graph.pull()


def test_planes_of_odd_sizes(rng):
    for layout in ("yuv420p", "yuv422p", "nv12", "yuv444p"):
        frame = av.VideoFrame(19, 13, layout)
        format = video.frame_format(frame)
        planes = video.frame_planes(frame)
        assert [p.shape for p in planes] == [format.plane_shape(i, 13, 19) for i in range(format.planes)]
        for plane in planes:
            plane[...] = rng.integers(0, 256, plane.shape, dtype=plane.dtype)
        expected = cudastripe.from_yuv([plane.copy() for plane in planes], format)
        assert expected.shape == (13, 19, 3) and numpy.array_equal(cudastripe.from_yuv(frame, format), expected)


class TestFormats:
    """What a frame says becomes a format, or is refused by name."""

    @pytest.mark.parametrize("layout,name", [("yuvj420p", "i420:bt601:full"), ("yuvj444p", "i444:bt601:full"),
                                             ("gray", "y:bt601:full"), ("yuv420p12le", "i420:12bit:bt601:limited"),
                                             ("yuv420p", "i420:bt601:limited")])
    def test_by_the_pixel_format(self, layout, name):
        assert video.frame_format(av.VideoFrame(16, 16, layout)) == cudastripe.YuvFormat(name)

    def test_by_the_height_where_nothing_is_said(self):
        assert video.frame_format(av.VideoFrame(16, 576, "nv12")).matrix == "bt601"
        assert video.frame_format(av.VideoFrame(16, 578, "nv12")).matrix == "bt709"

    def test_by_tags(self):
        frame = av.VideoFrame(16, 16, "yuv420p")
        frame.colorspace, frame.color_range = 9, 2
        assert video.frame_format(frame).name == "i420:bt2020:full"
        assert video.frame_format(frame, "bt709", "limited").name == "i420:bt709:limited"
        assert video.frame_format(frame, "opencv420", "limited").name == "i420:opencv420:limited"
        assert video.frame_format(av.VideoFrame(16, 16, "yuvj420p"), range="limited").range == "limited"
        with pytest.raises(ValueError, match="range"):
            video.frame_format(frame, range="wide")

    @pytest.mark.parametrize("matrix,name", [(8, "YCgCo"), (7, "SMPTE 240M"), (0, "RGB")])
    def test_other_matrices_are_refused_unless_the_caller_names_one(self, matrix, name):
        frame = av.VideoFrame(16, 16, "yuv420p")
        frame.colorspace = matrix
        with pytest.raises(ValueError, match=f"matrix is {matrix} .{name}.*frame_format takes matrix"):
            video.frame_format(frame)
        assert video.frame_format(frame, "bt709").name == "i420:bt709:limited"

    def test_interlaced_frames_are_refused_unless_the_caller_says_progressive(self):
        frame = filtered(av.VideoFrame(16, 16, "yuv420p"), "setfield=tff")
        assert frame.interlaced_frame
        with pytest.raises(ValueError, match="interlaced.*takes matrix, range and progressive"):
            video.frame_format(frame)
        format = video.frame_format(frame, progressive=True)
        with pytest.raises(ValueError, match="the frame is interlaced.*progressive=True"):
            cudastripe.from_yuv(frame, format)
        planes = video.frame_planes(frame, progressive=True)
        assert cudastripe.from_yuv(planes, format).shape == (16, 16, 3)
        frame = filtered(av.VideoFrame(16, 16, "yuv422p"), "setfield=tff")
        assert frame.interlaced_frame and cudastripe.from_yuv(frame, video.frame_format(frame)).shape == (16, 16, 3)

    @pytest.mark.parametrize("layout,text", [("rgb24", "red, green and blue"), ("yuv420p10be", "big-endian"),
                                             ("yuva420p", "no layout has")])
    def test_other_layouts_are_refused(self, layout, text):
        with pytest.raises(ValueError, match=text):
            video.frame_format(av.VideoFrame(16, 16, layout))

    @pytest.mark.parametrize("layout", ["gray10be", "yuv420p10be", "pal8", "rgb565le", "monow", "x2rgb10le", "grayf32le"])
    def test_other_samples_are_no_planes(self, layout):
        with pytest.raises(ValueError, match=f"the samples of {layout} are not taken; frame.reformat"):
            video.frame_planes(av.VideoFrame(16, 16, layout))

    def test_tags_are_values(self):
        tags = cudastripe.VideoTags("yuv420p", matrix=2, height=480)
        assert (tags.pixel_format, tags.range, tags.chroma_location, tags.interlaced) == ("yuv420p", -1, -1, False)
        assert tags.assumed == "BT.601, limited range" and not tags.rgb and cudastripe.VideoTags("bgr0").rgb
        tags.height, tags.range, tags.chroma_location = 1080, 1, 1
        assert cudastripe.YuvFormat.from_tags(tags).name == "i420:bt709:full:center" and tags.assumed == "BT.709"


def test_frames_of_colours_are_images(picture):
    for layout, channels in (("bgr24", 3), ("bgra", 4), ("bgr0", 4)):
        frame = av.VideoFrame(64, 48, layout)
        video.frame_planes(frame)[0][...] = picture[:, :, :channels]
        expected = cudastripe.to_yuv(picture, "nv12")
        assert numpy.array_equal(cudastripe.to_yuv(frame, "nv12"), expected)
        assert numpy.array_equal(cudastripe.to_yuv([frame, frame], "nv12")[1], expected)


def test_rows_from_the_bottom_up_are_refused():
    frame = av.VideoFrame.from_ndarray(moving_picture(1, 64, 96), format="bgr24").reformat(format="yuv420p")
    flipped = filtered(frame, "vflip")
    with pytest.raises(ValueError, match="rows lie from the bottom up.*put the filter copy behind it"):
        cudastripe.from_yuv(flipped, "i420")
    upright = filtered(frame, "vflip", "copy")
    assert numpy.array_equal(cudastripe.from_yuv(upright, "i420"), cudastripe.from_yuv(frame, "i420")[::-1])


@pytest.mark.parametrize("layout,count", [("nv12", 2), ("yuv420p", 3), ("yuv444p", 3), ("uyvy422", 4), ("gray", 1),
                                          ("p010le", 2)])
def test_a_list_of_frames_is_a_batch(layout, count):
    frames = [av.VideoFrame(70 + 2 * i, 46, layout) for i in range(count)]
    format = video.frame_format(frames[0])
    wide = 257 if format.dtype == "uint16" else 1
    for i, frame in enumerate(frames):
        cudastripe.to_yuv(moving_picture(i, 46, frame.width).astype(format.dtype) * wide, format, dst=frame)
    expected = [cudastripe.from_yuv(frame, format) for frame in frames]
    chain = cudastripe.Chain.from_yuv(format).add(3)
    for results in (cudastripe.from_yuv(frames, format), cudastripe.from_yuv(frames, format, batch=True),
                    cudastripe.from_yuv(frames, format, dst=[numpy.zeros_like(bgr) for bgr in expected])):
        assert len(results) == count and all(numpy.array_equal(a, b) for a, b in zip(results, expected))
    for frame, result in zip(frames, cudastripe.transform(frames, chain)):
        assert numpy.array_equal(result, cudastripe.transform(frame, chain))
    tensor = cudastripe.transform([frames[0]] * 3, chain.to_tensor())
    assert tensor.shape == (3, 3, 46, 70) and numpy.array_equal(tensor[:1], cudastripe.transform(frames[0], chain))


def test_lists_of_frames_that_are_no_batch():
    frame = av.VideoFrame(16, 16, "nv12")
    with pytest.raises(ValueError, match="src has 2 images; i420.* has 3 planes"):
        cudastripe.from_yuv(frame, "i420")
    with pytest.raises(TypeError, match="src is a list of frames; from YUV to YUV, make one call for each"):
        cudastripe.cvt_yuv([frame, frame], "nv12", "i420")
    with pytest.raises(TypeError, match="src is a list of frames; from YUV to YUV, make one call for each"):
        cudastripe.transform([frame, frame], cudastripe.Chain.from_yuv("nv12").to_yuv("i420"))
    with pytest.raises(TypeError, match=r"dst\[0\] is a frame; frames of a list are only read"):
        cudastripe.to_yuv([moving_picture(1, 16, 16)], "nv12", dst=[frame])
    for size in ((19, 12), (18, 13)):
        with pytest.raises(ValueError, match=f"frames of yuv420p of {size[0]} x {size[1]} have no image of all planes"):
            cudastripe.from_yuv([av.VideoFrame(*size, "yuv420p")], "i420")


def encoder(container, rate=25):
    name = "libx264" if "libx264" in av.codecs_available else "mpeg4"
    stream = container.add_stream(name, rate=rate)
    stream.width, stream.height, stream.pix_fmt, stream.bit_rate = 320, 240, "yuv420p", 8_000_000
    return stream


def write(path, frames):
    with av.open(str(path), "w") as container:
        stream = encoder(container)
        for frame in frames:
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def frame_of(bgr, format):
    frame = av.VideoFrame(bgr.shape[1], bgr.shape[0], "yuv420p")
    cudastripe.to_yuv(bgr, format, dst=frame)
    return frame


def decoded(path):
    with av.open(str(path)) as container:
        yield from container.decode(video=0)


def test_a_video_decoded_changed_and_encoded_again(tmp_path):
    format = cudastripe.YuvFormat("i420:bt709:limited")
    write(tmp_path / "first.mp4", (frame_of(moving_picture(i), format) for i in range(FRAMES)))
    darker = cudastripe.Chain().multiply(0.5)
    changed = (cudastripe.transform(cudastripe.from_yuv(f, format), darker) for f in decoded(tmp_path / "first.mp4"))
    write(tmp_path / "second.mp4", (frame_of(bgr, format) for bgr in changed))
    results = [cudastripe.from_yuv(frame, format) for frame in decoded(tmp_path / "second.mp4")]
    assert len(results) == FRAMES
    for number, result in enumerate(results):
        assert psnr(result, moving_picture(number) / 2) > 32


def seconds_of(call, rounds=15):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def test_conversions_beside_pyavs_reformat(capsys):
    bgr = moving_picture(1, 1080, 1920)
    format = cudastripe.YuvFormat("nv12:bt601:limited")
    frame = av.VideoFrame(1920, 1080, "nv12")
    cudastripe.to_yuv(bgr, format, dst=frame)
    target = numpy.empty_like(bgr)
    for _ in range(3):  # other work may disturb one
        ours = seconds_of(lambda: cudastripe.from_yuv(frame, format, dst=target))
        theirs = seconds_of(lambda: frame.reformat(format="bgr24"))
        if theirs >= 2 * ours:
            break
    with capsys.disabled():
        print(f"\n   1920 x 1080 NV12 to BGR: {ours * 1e3:.2f} ms, PyAV's reformat {theirs * 1e3:.2f} ms, "
              f"{theirs / ours:.1f} times")
    assert theirs >= 2 * ours
