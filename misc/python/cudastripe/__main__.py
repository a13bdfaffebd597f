# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""python -m cudastripe info"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import cudastripe


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m cudastripe")
    parser.add_argument("command", choices=["info"], help="versions, devices and measured rates")
    parser.parse_args(arguments)
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
