// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <opencv2/core/utils/logger.hpp>

#include "../../support/process/cache_folder.hpp"
#include "fuzz_inputs.hpp"

// Every input is one text, file or list of arrays, and what reads it.

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    opencv_test::useCacheFolderOfItsOwn();
    testing::InitGoogleTest(argc, *argv);
    // What fails ends the process, so that the input is kept.
    GTEST_FLAG_SET(throw_on_failure, true);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::setNumThreads(1);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, size_t size)
{
    FuzzedDataProvider data(bytes, size);
    using namespace opencv_test;
    data.PickValueInArray({readFormat, readSettings, readCompiledChain, readPicture, readArguments, callOnAnyArrays,
                           callOnAnyArrays})(data);
    return 0;
}
