// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/device/hardware_queues.hpp"
#include "support/device/thread_backend.hpp"
#include "support/process/cache_folder.hpp"

#ifdef CUDASTRIPE_ALONE
int main(int argc, char** argv)
{
    opencv_test::useInstrumentedThreads();
    opencv_test::useCacheFolderOfItsOwn();
    opencv_test::useAllHardwareQueues();
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
#else
CV_TEST_MAIN("", opencv_test::useCacheFolderOfItsOwn(), opencv_test::useAllHardwareQueues())
#endif
