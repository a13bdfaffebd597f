"""Conan 2 recipe: `conan create packaging/conan` in a checkout.

OpenCV is the system's, such as Debian's libopencv-dev, or the one that OpenCV_DIR in the environment names: it is no
requirement of this recipe, so nothing is downloaded. A program must use the same OpenCV. With with_tools, the program
stripe_convert reads videos if the system has FFmpeg's libraries.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class CudastripeConan(ConanFile):
    name = "cudastripe"
    license = "Apache-2.0"
    description = "Striped conversion of images and chains of OpenCV's operators on CPU cores and GPUs"
    topics = ("opencv", "yuv", "nv12", "cuda", "image")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_cuda": [True, False], "with_tools": [True, False]}
    default_options = {"shared": True, "fPIC": True, "with_cuda": False, "with_tools": False}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "..", "..", "CMakeLists.txt"))
        self.version = re.search(r"project\(cudastripe VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "hal/*", "include/*", "src/*", "samples/*", "test/reference/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("cudastripe is for Linux")
        check_min_cppstd(self, 17)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(
            {
                "CUDASTRIPE_WITH_CUDA": "ON" if self.options.with_cuda else "OFF",
                "CUDASTRIPE_BUILD_SAMPLES": bool(self.options.with_tools),
                "CUDASTRIPE_BUILD_TESTS": False,
                "CUDASTRIPE_BUILD_BENCH": False,
            }
        )
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package's own file for CMake is used: it finds OpenCV, and knows the components.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "opencv_cudastripe")]
        self.cpp_info.libs = ["opencv_cudastripe"]
        if self.options.with_tools:
            self.buildenv_info.prepend_path("PATH", os.path.join(self.package_folder, "bin"))
