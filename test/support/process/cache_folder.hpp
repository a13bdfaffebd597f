// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace opencv_test {

//! Keeps what this process caches, and what it finds there, apart from the user's; removed at the end.
void useCacheFolderOfItsOwn();

}  // namespace opencv_test
