# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""python -m cudastripe info, and python -m cudastripe tensor"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import cudastripe


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m cudastripe")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="versions, devices and measured rates")
    tensor = commands.add_parser("tensor", help="the frames of a video as a network's input; needs PyAV")
    tensor.add_argument("video", help="what PyAV opens")
    tensor.add_argument("out", help="a .npy file of frames x 3 x rows x columns, which is replaced")
    tensor.add_argument("--preset", required=True, help="ultralytics:640, imagenet, clip or siglip: see NetworkInput")
    tensor.add_argument("--half", action="store_true", help="float16 instead of float32")
    given = parser.parse_args(arguments)
    return info() if given.command == "info" else write_tensor(given)


def write_tensor(given: argparse.Namespace) -> int:
    from cudastripe import tensors

    try:
        tensors.network_input(given.preset)
        shape = tensors.save(given.video, given.out, given.preset, given.half)
    except (OSError, ValueError) as error:
        print(f"python -m cudastripe: {error}", file=sys.stderr)
        return 1
    print(f"{given.out}: {' x '.join(map(str, shape))}")
    return 0


def info() -> int:
    for name, value in cudastripe.build_info().items():
        print(f"{name}: {value}")
    striper = cudastripe.Striper()
    striper.calibrate()
    print(f"devices: {', '.join(map(str, striper.devices)) or 'none, the CPU does all work'}")
    for line in rate_lines(striper.devices, striper.rates):
        print(line)
    return 0


def rate_lines(devices: list[int], rates: dict[str, Any]) -> list[str]:
    host = rates["host"]
    lines = [(host, f"CPU: {host['copy'] / 1e9:.1f} GB/s for one thread, {host['memory'] / 1e9:.1f} GB/s for all")]
    for device, link in zip(devices, rates["links"]):
        lines.append((link, f"device {device}: upload {link['upload'] / 1e9:.1f}, download {link['download'] / 1e9:.1f}, "
                            f"kernels {link['kernel'] / 1e9:.0f} GB/s"))
    return [text + ("" if part["measured"] else " (default, not measured)") for part, text in lines]


if __name__ == "__main__":
    sys.exit(main())
