// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

namespace opencv_test {

/** @brief Expects a text between the marks of a part of a file of docs/; with CUDASTRIPE_UPDATE_DOCS set it is written
there. Skips where the documentation is not beside this program. */
void expectDocPart(const std::string& file, const std::string& part, const std::string& expected);

}  // namespace opencv_test
