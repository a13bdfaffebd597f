// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/cache_folder.hpp"
#include "support/hardware_queues.hpp"
#include "support/thread_backend.hpp"

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
