# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The package as it is installed: import, symbols, stubs, and python -m cudastripe."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy
import pytest

import cudastripe
from gpu_code import gpu_code, named_code

PACKAGE = pathlib.Path(cudastripe.__file__).parent
EXTENSION = next(PACKAGE.glob("_cudastripe*.so"))
ASAN = os.environ.get("CUDASTRIPE_KIND") == "asan"


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, **options)


def test_import_warns_of_nothing():
    assert python("-W", "error", "-c", "import cudastripe, cudastripe.video, cudastripe.typing").stderr == ""


@pytest.mark.skipif(ASAN, reason="AddressSanitizer is slow to load")
def test_import_takes_at_most_60_ms_beside_numpys_own():
    text = "import time, numpy; t = time.perf_counter(); import cudastripe; print(time.perf_counter() - t)"
    assert min(float(python("-c", text).stdout) for _ in range(5)) <= 0.060


def test_import_needs_no_driver_and_no_opencv():
    needed = subprocess.run(["ldd", str(EXTENSION)], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"libcuda|libcudart|opencv", needed), needed


def test_no_symbol_of_opencv_is_seen():
    shown = subprocess.run(["nm", "-D", "--defined-only", "-C", str(EXTENSION)], capture_output=True, text=True)
    if shown.returncode:
        pytest.skip("nm is not installed")
    names = [line.split(maxsplit=2)[2] for line in shown.stdout.splitlines()]
    assert "PyInit__cudastripe" in names
    assert not [name for name in names if "cv::" in name or "cuda" in name.lower() and "PyInit" not in name]


def test_the_gpu_code_is_what_the_build_says():
    info = cudastripe.build_info()
    assert set(info) == {"version", "opencv", "cuda", "architectures", "driver", "oldest_driver"}
    assert info["version"] == cudastripe.__version__
    assert gpu_code(EXTENSION) == named_code(info["architectures"])
    if os.environ.get("CUDASTRIPE_KIND") == "release":
        elf, ptx = gpu_code(EXTENSION)
        assert sorted(elf) == [75, 80, 86, 89, 90, 100, 120] and ptx == {120}
        assert info["oldest_driver"] == "580"


def test_gpu_code_is_found_in_a_library(tmp_path):
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc:
        pytest.skip("nvcc is not installed")
    (tmp_path / "a.cu").write_text("__global__ void f(int* p) { *p = 1; }")
    codes = ["arch=compute_75,code=sm_75", "arch=compute_90,code=[sm_90,compute_90]"]
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # nvcc crashes under ASan
    subprocess.run([nvcc, "-shared", "-Xcompiler", "-fPIC", "a.cu", "-o", "a.so"] + [f"-gencode={c}" for c in codes],
                   check=True, cwd=tmp_path, env=plain)
    assert gpu_code(tmp_path / "a.so") == named_code("75-real 90") == ({75, 90}, {90})
    assert named_code("none") == (set(), set())


def mypy(folder, *arguments):
    """What it finds."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), *arguments],
        capture_output=True, text=True, cwd=folder,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_stubs_pass_mypy_strict(tmp_path):
    if not importlib.util.find_spec("mypy"):
        pytest.skip("mypy is not installed")
    assert (PACKAGE / "py.typed").exists()
    use = tmp_path / "use.py"
    use.write_text(
        "import numpy\nimport cudastripe\n"
        "frame = cudastripe.pinned_empty((4, 6, 3), numpy.uint8)\n"
        "chain: cudastripe.Chain = cudastripe.Chain().add(1).multiply((1, 2, 3)).compare(3, '>=')\n"
        "cudastripe.transform(frame, chain, dst=frame, stream=None)\n"
        "cudastripe.to_yuv([frame], cudastripe.YuvFormat('nv12'), order='rgb')\n"
        "blob = numpy.empty((2, 3, 4, 6), numpy.float16)\n"
        "cudastripe.transform((frame, frame), chain.to_tensor('chw', numpy.float16), second=[frame, frame], dst=blob)\n"
        "cudastripe.from_yuv([frame], 'y', dst=[frame], batch=True, upsampling='linear', dtype=numpy.uint16)\n"
        "cudastripe.resize([frame], (3, 2), 'pillow:bicubic', alpha='straight', box=(0, 0.5, 6, 4), dst=[frame])\n"
        "cudastripe.resize(frame, None, 1, fx=0.5, fy=0.5)\n"
        "cudastripe.Chain().crop(0, 0, 5, 3).resize((3, 2), 'pillow:box', alpha='straight', box=(0, 0.5, 5, 3)).abs()\n"
        "made = cudastripe.NetworkInput.ultralytics((8, 6)).letterbox((1, 2, 3), 'corner').tensor('hwc', numpy.float16)\n"
        "tensor, maps = cudastripe.to_network([frame], made.resampling('pillow:box').center_crop(4), [(0, 0, 3, 4)])\n"
        "print(maps[0].map_back((0, 0, 1, 1))[0] + 1)\n"
        "line = cudastripe.predict_timeline('H200', lambda s: s.set_rates(s.rates), memory='pageable')\n"
        "print(line.entries[0].stage.upper(), line.duration_ms + 1, cudastripe.Striper.get_default().params['route'])\n"
        "print(cudastripe.explain(lambda s: cudastripe.cvt_color(frame, 'BGR2YUV', striper=s)).route.upper())\n"
    )
    assert mypy(tmp_path, str(use)) == ""
    assert mypy(tmp_path, "-p", "cudastripe") == ""
    use.write_text("import cudastripe\ncudastripe.Chain().add('1')\n")
    assert "incompatible type" in mypy(tmp_path, str(use))


@pytest.mark.parametrize("name", [n for n in cudastripe.__all__ if n != "second_image"])
def test_everything_has_a_docstring(name):
    one = getattr(cudastripe, name)
    assert one.__doc__
    if isinstance(one, type):
        public = [n for n in vars(one) if not n.startswith("_")]
        assert [n for n in public if not getattr(one, n).__doc__] == []


def test_info():
    text = python("-m", "cudastripe", "info").stdout
    assert f"version: {cudastripe.__version__}" in text and "devices: " in text and "GB/s" in text


def test_info_says_which_rates_are_defaults():
    from cudastripe.__main__ import rate_lines

    host = {"copy": 19e9, "memory": 140e9, "measured": False}
    link = {"upload": 50e9, "download": 49e9, "kernel": 3e12, "measured": True}
    lines = rate_lines([3], {"host": host, "links": [link]})
    assert lines == ["CPU: 19.0 GB/s for one thread, 140.0 GB/s for all (default, not measured)",
                     "device 3: upload 50.0, download 49.0, kernels 3000 GB/s"]
