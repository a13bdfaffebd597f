# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""References, memory, and threads."""

import gc
import os
import resource
import sys
import threading
import time
import weakref

import numpy
import pytest

import cudastripe

CALLS = 100_000


class Tracked(numpy.ndarray):
    """An array that can be watched by a weakref."""


def test_references_stay_as_they_were(picture):
    small = picture[:4, :8].copy()
    target = numpy.empty((6, 8), numpy.uint8)
    chain = cudastripe.Chain().add(1)
    striper = cudastripe.Striper([])
    objects = [small, target, chain, striper, None]
    code = "BGRA2YUV_I420"

    def calls():
        cudastripe.cvt_color(small, code, dst=target)
        cudastripe.cvt_color(small, code)
        cudastripe.to_yuv(small, "nv12", planes=True)
        cudastripe.transform(small, chain, striper=striper)
        with pytest.raises(ValueError):
            cudastripe.cvt_color(small[::-1], code)

    for _ in range(100):
        calls()
    gc.collect()
    counts, blocks = [sys.getrefcount(o) for o in objects], sys.getallocatedblocks()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(CALLS // 5):
        calls()
    gc.collect()
    assert [sys.getrefcount(o) for o in objects] == counts
    assert abs(sys.getallocatedblocks() - blocks) < 100
    if os.environ.get("CUDASTRIPE_KIND") != "asan":  # which keeps freed memory for a while
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 4096, "kilobytes"


def test_nothing_is_kept_after_a_call(picture):
    striper = cudastripe.Striper()
    source = picture[:4, :8].copy().view(Tracked)
    result = cudastripe.cvt_color(source, "BGRA2YUV_I420", striper=striper)
    assert sys.getrefcount(result) == 2
    gone = weakref.ref(source)
    del source
    assert gone() is None


def test_a_failed_call_keeps_nothing():
    source = numpy.zeros((3, 3, 4), numpy.uint8).view(Tracked)
    with pytest.raises(ValueError):
        cudastripe.cvt_color(source, "BGRA2YUV_I420")
    gone = weakref.ref(source)
    del source
    assert gone() is None


def test_eight_threads_give_the_bytes_of_one(rng):
    pictures = [rng.integers(0, 256, (240, 320, 4), dtype=numpy.uint8) for _ in range(8)]
    expected = [cudastripe.cvt_color(p, "BGRA2YUV_I420") for p in pictures]
    chain = cudastripe.Chain().add(1).multiply(0.5)
    halved = [cudastripe.transform(p, chain) for p in pictures]
    wrong = []

    def work(i):
        for _ in range(100):
            if not numpy.array_equal(cudastripe.cvt_color(pictures[i], "BGRA2YUV_I420"), expected[i]):
                wrong.append(i)
            if not numpy.array_equal(cudastripe.transform(pictures[i], chain), halved[i]):
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_chain_may_change_while_calls_use_it(picture):
    chain = cudastripe.Chain().add(1)
    expected = {cudastripe.transform(picture, cudastripe.Chain().add(n)).tobytes() for n in (1, 11)}
    seen, stop = set(), threading.Event()

    def work():
        while not stop.is_set():
            seen.add(cudastripe.transform(picture, chain).tobytes())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    chain.add(10)
    time.sleep(0.1)
    stop.set()
    for thread in threads:
        thread.join()
    assert seen <= expected


def test_the_gil_is_free_while_pixels_move():
    frame = numpy.zeros((4320, 7680, 4), numpy.uint8)
    target = numpy.empty((6480, 7680), numpy.uint8)
    striper = cudastripe.Striper([], threads=1, calibrate=False)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    previous = sys.getswitchinterval()
    sys.setswitchinterval(10)  # a thread that keeps the GIL is not asked to give it up
    thread = threading.Thread(target=count)
    try:
        thread.start()
        before = counted[0]
        cudastripe.cvt_color(frame, "BGRA2YUV_I420", dst=target, striper=striper)
        during = counted[0] - before
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(previous)
    assert during > 100
