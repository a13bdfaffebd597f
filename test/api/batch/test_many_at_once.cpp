// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cstdlib>

#include "../../support/codes/packed_yuv_operations.hpp"
#include "../../support/images/placed_call.hpp"

// Many threads, many streams, and many geometries.

namespace opencv_test { namespace {

// The environment can ask for more.
int geometries()
{
    const char* given = std::getenv("CUDASTRIPE_TEST_GEOMETRIES");
    return given ? std::atoi(given) : 10000;
}

class CUDASTRIPE_ManyAtOnce : public testing::TestWithParam<BackendKind>
{
protected:
    void TearDown() override { setNumThreads(-1); }

    const Backend backend_{GetParam(), 67};
};

TEST_P(CUDASTRIPE_ManyAtOnce, threadsOfOneCall)
{
    RNG rng(71);
    const Mat src = randomImage(Size(1920, 1080), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    for (Route route : {Route::Host, Route::Shared}) {
        if (route == Route::Shared && !backend_.device())
            continue;
        StriperParams params;
        params.route = route;
        const auto striper = backend_.striper(params);
        for (int threads : {1, 2, 3, 7, 16, 31, 64, 128, 256}) {
            setNumThreads(threads);
            Mat dst(src.size(), CV_8UC3, Scalar::all(9));
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << threads << " threads";
        }
    }
}

TEST_P(CUDASTRIPE_ManyAtOnce, streams)
{
    if (!backend_.device())
        CUDASTRIPE_SKIP("the host has no streams");
    const auto striper = backend_.striper();
    const std::vector<ImageOperation> operations = packedYuvOperations();
    RNG rng(73);
    std::vector<std::unique_ptr<OwnedStream>> streams;
    std::vector<std::unique_ptr<PlacedCall>> calls;
    for (size_t i = 0; i < 64; ++i) {
        const ImageOperation& operation = operations[i % operations.size()];
        const Size size(operation.block.width * (20 + int(i)), operation.block.height * 15);
        calls.push_back(std::make_unique<PlacedCall>(
            operation, backend_, randomSample(operation, size, operation.srcTypes.front(), rng, true)));
        streams.push_back(std::make_unique<OwnedStream>(*backend_.device(), "one of many"));
    }
    for (size_t i = 0; i < calls.size(); ++i)
        calls[i]->run(StreamRef(StreamHandle(streams[i]->id().get())), *striper);
    for (const auto& stream : streams)
        waitFor(*backend_.device(), *stream);
    for (const auto& call : calls)
        EXPECT_EQ(std::string(), call->wrong());
}

TEST_P(CUDASTRIPE_ManyAtOnce, geometriesDrawnAtRandom)
{
    const std::vector<ImageOperation> operations = packedYuvOperations();
    std::vector<std::unique_ptr<Striper>> stripers;
    for (int stripes : {0, 1, 2, 5}) {
        StriperParams params;
        params.stripes = stripes;
        stripers.push_back(backend_.striper(params));
    }
    RNG rng(79);
    for (int i = geometries(); i > 0 && !HasFailure(); --i) {
        const ImageOperation& operation = operations[static_cast<size_t>(rng.uniform(0, int(operations.size())))];
        const Size size(operation.block.width * rng.uniform(1, 40), operation.block.height * rng.uniform(1, 20));
        const int type = operation.srcTypes[static_cast<size_t>(rng.uniform(0, int(operation.srcTypes.size())))];
        checkOnce(operation, backend_, *stripers[static_cast<size_t>(rng.uniform(0, 4))],
                  randomSample(operation, size, type, rng, backend_.device() != nullptr));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ManyAtOnce, testing::Values(BackendKind::Host, BackendKind::Simulated));

}}  // namespace opencv_test
