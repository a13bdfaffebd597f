# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""python -m cudastripe info | convert FILE..."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import pathlib
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy

import cudastripe
from cudastripe import video

_ERRORS = (OSError, ValueError, TypeError, ImportError, MemoryError)
_BATCH_BYTES = 256 << 20
_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m cudastripe")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="versions, devices and measured rates")
    convert = commands.add_parser("convert", help="pictures (by Pillow) and videos (by PyAV) to files of raw YUV")
    convert.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    convert.add_argument("--to", default="nv12:bt709:limited", metavar="FORMAT", help="default: %(default)s")
    convert.add_argument("--output", type=pathlib.Path, metavar="FOLDER", help="default: beside each file")
    options = parser.parse_args(arguments)
    return _info() if options.command == "info" else _convert(options)


def _info() -> int:
    for name, value in cudastripe.build_info().items():
        print(f"{name}: {value}")
    striper = cudastripe.Striper()
    striper.calibrate()
    print(f"devices: {', '.join(map(str, striper.devices)) or 'none, the CPU does all work'}")
    host = striper.rates["host"]
    print(f"CPU: {host['copy'] / 1e9:.1f} GB/s for one thread, {host['memory'] / 1e9:.1f} GB/s for all")
    for device, link in zip(striper.devices, striper.rates["links"]):
        print(f"device {device}: upload {link['upload'] / 1e9:.1f}, download {link['download'] / 1e9:.1f}, "
              f"kernels {link['kernel'] / 1e9:.0f} GB/s")
    return 0


def _convert(options: argparse.Namespace) -> int:
    to = cudastripe.YuvFormat(options.to)
    ending = f".{to.name.replace(':', '_')}.yuv"
    failed, batch = 0, _Batch(to)
    targets: set[pathlib.Path] = set()
    for file in options.files:
        target = (options.output or file.parent) / (file.stem + ending)
        try:
            if target in targets:
                raise ValueError(f"{target}: an earlier file has this output")
            targets.add(target)
            if file.suffix.lower() in _PICTURES:
                batch.add(file, target)
            else:
                _write(target, _video(file, to))
        except _ERRORS as error:
            failed = _complain(file, error)
        failed = batch.convert(_BATCH_BYTES) or failed
    return batch.convert(0) or failed


def _complain(file: pathlib.Path, error: Exception) -> int:
    print(f"{file}: {error}", file=sys.stderr)
    return 1


_Result = tuple[numpy.typing.NDArray[Any], float, tuple[int, int]]


@contextlib.contextmanager
def _whole(target: pathlib.Path) -> Iterator[BinaryIO]:
    """A file that gets its name when it is whole, and is removed otherwise."""
    target = target.resolve()
    part = target.with_name(f"cudastripe.{os.getpid()}.{time.monotonic_ns()}.part")
    output = open(part, "xb")  # follows no link
    try:
        with output:
            yield output
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _write(target: pathlib.Path, results: Iterable[_Result]) -> None:
    frames, seconds, shape = 0, 0.0, (0, 0)
    with _whole(target) as output:
        for result, took, shape in results:
            output.write(result.tobytes())
            frames, seconds = frames + 1, seconds + took
    print(f"{target}: {frames} of {shape[1]} x {shape[0]}, {seconds / max(frames, 1) * 1e3:.3f} ms each")


class _Batch:
    """Pictures of any sizes, which one call converts."""

    def __init__(self, to: cudastripe.YuvFormat) -> None:
        self.to = to
        self.pictures: list[tuple[pathlib.Path, pathlib.Path, numpy.typing.NDArray[Any]]] = []

    def add(self, file: pathlib.Path, target: pathlib.Path) -> None:
        pillow = importlib.import_module("PIL.Image")
        try:
            image = pillow.open(file).convert("RGB")
        except (pillow.DecompressionBombError, SyntaxError) as error:
            raise ValueError(error) from error
        rows, columns = (side - side % block for side, block in zip((image.height, image.width), self.to.block_shape))
        if rows == 0 or columns == 0:
            raise ValueError(f"{image.width} x {image.height} is too small for {self.to.name}")
        pixels = numpy.asarray(image)[:rows, :columns]
        if self.to.dtype == "uint16":
            pixels = pixels.astype(numpy.uint16) * 257
        self.pictures.append((file, target, pixels))

    def convert(self, at_most: int) -> int:
        """Converts the pictures if they have more bytes than that; returns 1 if one failed."""
        pictures, failed = self.pictures, 0
        if sum(pixels.nbytes for _, _, pixels in pictures) <= at_most:
            return 0
        self.pictures = []
        start = time.perf_counter()
        try:
            results = cudastripe.to_yuv([pixels for _, _, pixels in pictures], self.to, order="rgb")
        except _ERRORS as error:
            return max(_complain(file, error) for file, _, _ in pictures)
        each = (time.perf_counter() - start) / len(pictures)
        for (file, target, pixels), result in zip(pictures, results):
            try:
                _write(target, [(result, each, pixels.shape[:2])])
            except OSError as error:
                failed = _complain(file, error)
        return failed


def _video(file: pathlib.Path, to: cudastripe.YuvFormat) -> Iterator[_Result]:
    with importlib.import_module("av").open(str(file)) as container:
        for frame in container.decode(video=0):
            start = time.perf_counter()
            result = cudastripe.cvt_yuv(frame, video.frame_format(frame), to)
            yield result, time.perf_counter() - start, (frame.height, frame.width)


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, lambda number, _: sys.exit(128 + number))  # so that no half file is left
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may be no UTF-8
    sys.exit(main())
