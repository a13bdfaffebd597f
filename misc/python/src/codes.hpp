// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <map>
#include <string>

namespace cudastripe_python {

//! The codes of cvtColor by all names that OpenCV has for them, without "COLOR_".
const std::map<std::string, int>& codeNames();

}  // namespace cudastripe_python
