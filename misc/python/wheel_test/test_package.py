# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The package as it is installed: import, symbols, stubs, and python -m cudastripe."""

import importlib.util
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

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


def test_convert_a_picture(tmp_path, rng):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pixels = rng.integers(0, 256, (31, 48, 3), dtype=numpy.uint8)
    image.fromarray(pixels).save(tmp_path / "a.png")
    python("-m", "cudastripe", "convert", str(tmp_path / "a.png"), "--to", "i420:bt601:full")
    expected = cudastripe.to_yuv(pixels[:30], "i420:bt601:full", order="rgb")
    assert (tmp_path / "a.i420_bt601_full.yuv").read_bytes() == expected.tobytes()


def test_convert_several_files_at_once(tmp_path, rng):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pictures = {f"{n}.png": rng.integers(0, 256, (20 + n, 40 + 2 * n, 3), dtype=numpy.uint8) for n in range(3)}
    for name, pixels in pictures.items():
        image.fromarray(pixels).save(tmp_path / name)
    image.fromarray(numpy.zeros((1, 8, 3), "uint8")).save(tmp_path / "low.png")
    files = [str(tmp_path / name) for name in (*pictures, "none.png", "low.png")]
    done = subprocess.run([sys.executable, "-m", "cudastripe", "convert", *files, "--output", str(tmp_path)],
                          capture_output=True, text=True)
    assert done.returncode == 1 and "none.png" in done.stderr and "8 x 1 is too small for nv12" in done.stderr
    for name, pixels in pictures.items():
        expected = cudastripe.to_yuv(pixels[: len(pixels) // 2 * 2], "nv12:bt709:limited", order="rgb")
        assert (tmp_path / name).with_suffix(".nv12_bt709_limited.yuv").read_bytes() == expected.tobytes()


def test_convert_names_what_it_cannot_read(tmp_path):
    done = subprocess.run([sys.executable, "-m", "cudastripe", "convert", str(tmp_path / "none.png")],
                          capture_output=True, text=True)
    assert done.returncode == 1 and "none.png" in done.stderr


def converted(folder, files, **options):
    return subprocess.run([sys.executable, "-m", "cudastripe", "convert", *map(os.fspath, files), "--output", str(folder)],
                          capture_output=True, **options)


def test_convert_leaves_no_half_file(tmp_path, rng):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    image.fromarray(rng.integers(0, 256, (300, 400, 3), dtype=numpy.uint8)).save(tmp_path / "a.png")
    whole = 300 * 400 * 3 // 2
    for most in (0, whole // 2, whole - 1):
        results = tmp_path / str(most)
        results.mkdir()
        done = converted(results, [tmp_path / "a.png"],
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        assert done.returncode == 1 and b"File too large" in done.stderr and os.listdir(results) == []


def test_convert_refuses_what_is_no_picture_and_goes_on(tmp_path, rng):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    image.fromarray(rng.integers(0, 256, (30, 40, 3), dtype=numpy.uint8)).save(tmp_path / "a.png")
    image.fromarray(rng.integers(0, 256, (30, 40, 3), dtype=numpy.uint8)).save(tmp_path / "a.bmp")
    (tmp_path / "cut.png").write_bytes((tmp_path / "a.png").read_bytes()[:2000])
    (tmp_path / "giant.ppm").write_bytes(b"P6\n60000 60000\n255\nabc")
    odd = tmp_path / os.fsdecode(b"new\nline \xe9.png")
    odd.write_bytes((tmp_path / "a.png").read_bytes())
    results = tmp_path / "results"
    results.mkdir()
    done = converted(results, [tmp_path / name for name in ("cut.png", "giant.ppm", "a.png", "a.bmp")] + [odd])
    assert done.returncode == 1 and b"Traceback" not in done.stderr
    for name in (b"cut.png: ", b"giant.ppm: ", b"a.bmp: "):
        assert name in done.stderr
    expected = {b"a.nv12_bt709_limited.yuv", b"new\nline \xe9.nv12_bt709_limited.yuv"}
    assert set(os.listdir(os.fsencode(results))) == expected


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
def test_convert_that_a_signal_ends_leaves_no_file(tmp_path, number):
    pytest.importorskip("av", reason="PyAV is not installed")
    pipe, results = tmp_path / "a.avi", tmp_path / "results"
    results.mkdir()
    os.mkfifo(pipe)
    process = subprocess.Popen([sys.executable, "-m", "cudastripe", "convert", str(pipe), "--output", str(results)],
                               stderr=subprocess.DEVNULL)
    with open(pipe, "wb"):  # blocks until the process reads it, which it does with its output open
        while not os.listdir(results):
            time.sleep(0.01)
        process.send_signal(number)
        time.sleep(0.2)
    assert process.wait(60) != 0 and os.listdir(results) == []
