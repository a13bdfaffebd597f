"""Builds samples/consumer with the package and the system's OpenCV, and runs it."""

import os

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class CudastripeTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeToolchain", "CMakeDeps"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder=os.path.join(self.recipe_folder, "..", "..", "..", "samples", "consumer"))
        cmake.build()

    def test(self):
        if not can_run(self):
            return
        self.run(os.path.join(self.build_folder, "consumer"), env="conanrun", cwd=self.build_folder)
        picture = os.path.join(self.build_folder, "yuv.png")
        if not os.path.isfile(picture) or os.path.getsize(picture) == 0:
            raise ConanException(f"the consumer did not write {picture}")
