// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "cache_folder.hpp"

#include <cstdlib>

#include "opencv2/core/utils/filesystem.hpp"

namespace opencv_test {
namespace {

char cacheFolder[] = "/tmp/cudastripe_test_XXXXXX";

}  // namespace

void useCacheFolderOfItsOwn()
{
    if (!mkdtemp(cacheFolder))
        return;
    setenv("CUDASTRIPE_CACHE_DIR", cacheFolder, 1);
    std::atexit([] { cv::utils::fs::remove_all(cacheFolder); });
}

}  // namespace opencv_test
