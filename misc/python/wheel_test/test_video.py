# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""PyAV: its frames as planes, and a video decoded, changed and encoded again."""

import time

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


def test_other_layouts_are_refused():
    with pytest.raises(ValueError, match="no YuvFormat for frames of rgb24"):
        video.frame_format(av.VideoFrame(16, 16, "rgb24"))


def test_a_frame_is_one_picture_and_frames_are_no_batch():
    frame = av.VideoFrame(16, 16, "nv12")
    with pytest.raises(ValueError, match="src has 2 images; i420.* has 3 planes"):
        cudastripe.from_yuv(frame, "i420")
    with pytest.raises(TypeError, match=r"src\[0\] is a VideoFrame"):
        cudastripe.from_yuv([frame, frame], "nv12")


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
