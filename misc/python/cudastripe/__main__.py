# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""python -m cudastripe info | convert FILE..."""

from __future__ import annotations

import argparse
import importlib
import pathlib
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy

import cudastripe
from cudastripe import video

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
    failed = 0
    for file in options.files:
        try:
            _convert_file(file, cudastripe.YuvFormat(options.to), options.output or file.parent)
        except (OSError, ValueError, TypeError, ImportError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            failed = 1
    return failed


def _convert_file(file: pathlib.Path, to: cudastripe.YuvFormat, folder: pathlib.Path) -> None:
    is_picture = file.suffix.lower() in _PICTURES
    target = folder / f"{file.stem}.{to.name.replace(':', '_')}.yuv"
    frames, seconds, shape = 0, 0.0, (0, 0)
    with open(target, "wb") as output:
        for result, took, shape in _picture(file, to) if is_picture else _video(file, to):
            output.write(result.tobytes())
            frames, seconds = frames + 1, seconds + took
    print(f"{target}: {frames} of {shape[1]} x {shape[0]}, {seconds / max(frames, 1) * 1e3:.3f} ms each")


_Result = tuple[numpy.typing.NDArray[Any], float, tuple[int, int]]


def _picture(file: pathlib.Path, to: cudastripe.YuvFormat) -> Iterator[_Result]:
    image = importlib.import_module("PIL.Image").open(file).convert("RGB")
    rows, columns = (side - side % block for side, block in zip((image.height, image.width), to.block_shape))
    pixels = numpy.asarray(image)[:rows, :columns]
    if to.dtype == "uint16":
        pixels = pixels.astype(numpy.uint16) * 257
    start = time.perf_counter()
    result = cudastripe.to_yuv(pixels, to, order="rgb")
    yield result, time.perf_counter() - start, (rows, columns)


def _video(file: pathlib.Path, to: cudastripe.YuvFormat) -> Iterator[_Result]:
    with importlib.import_module("av").open(str(file)) as container:
        for frame in container.decode(video=0):
            start = time.perf_counter()
            result = cudastripe.cvt_yuv(frame, video.frame_format(frame), to)
            yield result, time.perf_counter() - start, (frame.height, frame.width)


if __name__ == "__main__":
    sys.exit(main())
