# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""samples/cluster/ray_tensors.py on two workers of one machine, of which one is killed."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy
import pytest

from images import random_values

av = pytest.importorskip("av")
pytest.importorskip("ray")

SAMPLE = pathlib.Path(__file__).parents[3] / "samples" / "cluster" / "ray_tensors.py"
VIDEOS, FRAMES = 12, 60


def write_videos(folder, rng):
    folder.mkdir()
    for number in range(VIDEOS):
        with av.open(str(folder / f"{number:02}.mkv"), "w") as container:
            stream = container.add_stream("ffv1", rate=25)
            stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
            for _ in range(FRAMES):
                frame = av.VideoFrame.from_ndarray(random_values(rng, (240, 320, 3), "uint8"), "bgr24")
                container.mux(stream.encode(frame.reformat(format="yuv420p")))
            container.mux(stream.encode())


def kill_a_worker():
    found = subprocess.run(["pgrep", "-f", "ray::MapBatches"], capture_output=True, text=True).stdout.split()
    if found:
        os.kill(int(found[0]), signal.SIGKILL)
    return bool(found)


def test_a_worker_that_is_killed_loses_nothing(tmp_path, rng):
    from cudastripe import tensors

    videos, out = tmp_path / "videos", tmp_path / "out"
    write_videos(videos, rng)
    job = subprocess.Popen([sys.executable, str(SAMPLE), str(videos), str(out), "--preset=clip"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    killed, start = False, time.monotonic()
    while job.poll() is None and time.monotonic() - start < 240:
        if not killed and len(list(out.glob("*.npy"))) >= 2:
            killed = kill_a_worker()
        time.sleep(0.1)
    text = job.communicate()[0]
    assert job.returncode == 0 and killed, text
    files = sorted(out.glob("*.npy"))
    assert len(files) == VIDEOS and all(text.count(f"/{file.stem}: ") == 1 for file in files), text
    for file in files:
        with av.open(str(videos / file.stem)) as container:
            expected = numpy.concatenate(list(tensors.of_video(container, "clip")))
        assert numpy.array_equal(numpy.load(file), expected)
