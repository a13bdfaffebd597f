// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <thread>

#include "../../support/device/stream_gate.hpp"
#include "../../support/images/image_operation.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_Striper : public testing::TestWithParam<BackendKind>
{
protected:
    void SetUp() override { backend.reset(new Backend(GetParam(), 31)); }

    void checkConversion(Striper& striper, Size size, Placement placement, int type = CV_8UC4)
    {
        RNG rng(33);
        const Mat image = randomImage(size, type, rng);
        Mat expected;
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
        ImageShape shape;
        shape.placement = placement;
        PlacedImage src(*backend, shape, size, type), dst(*backend, shape, size, expected.type());
        src.set(image);
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), striper);
        ASSERT_EQ(std::string(), differences(expected, dst.get(), 0));
        ASSERT_TRUE(dst.guardsIntact());
    }

    std::unique_ptr<Backend> backend;
};

TEST_P(CUDASTRIPE_Striper, createsNothingInSteadyState)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    const auto striper = backend->striper();
    striper->reserve(Size(512, 512), CV_8UC4, 1, true);
    striper->reserve(Size(512, 512), CV_8UC4, 1, false);
    const std::uint64_t reserved = backend->device()->created();
    for (int i = 0; i < 20; ++i) {
        ImageShape shape;
        for (Placement placement : {Placement::Pageable, Placement::PageLocked}) {
            shape.placement = placement;
            PlacedImage src(*backend, shape, Size(512, 512), CV_8UC4), dst(*backend, shape, Size(512, 512), CV_8UC3);
            const std::uint64_t before = striper->usage().created;
            cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), *striper);
            ASSERT_EQ(before, striper->usage().created);
        }
    }
    EXPECT_GT(reserved, 0u);
    EXPECT_EQ(1, striper->usage().leases);
}

// Smaller images, and parts of them, are other stripes, of which a ring may be larger.
TEST_P(CUDASTRIPE_Striper, createsNothingForLessThanWasReserved)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    const int before = getNumThreads();
    for (int threads : {1, 4}) {
        setNumThreads(threads);
        for (double share : {0., 0.15}) {
            StriperParams params;
            params.route = share > 0 ? Route::Shared : Route::Striped;
            params.hostShare = share;
            const auto striper = backend->striper(params);
            const Size size(1280, 720);
            striper->reserve(size, CV_8UC1, 1, true);
            const std::uint64_t reserved = striper->usage().created;
            for (int rows = size.height; rows > 0; rows -= 12) {
                const Mat src(rows, size.width, CV_8UC1, Scalar(5));
                Mat dst(src.size(), CV_8UC1);
                transform(src, dst, Chain().add(Scalar(7)), noArray(), StreamRef(), *striper);
                ASSERT_EQ(reserved, striper->usage().created) << rows << " rows, " << threads << " threads";
                ASSERT_EQ(0, cv::norm(dst, Mat(src.size(), CV_8UC1, Scalar(12)), NORM_INF));
            }
        }
    }
    setNumThreads(before);
}

TEST_P(CUDASTRIPE_Striper, reservesLittleMoreThanACallNeeds)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    const Size size(1280, 720);
    const size_t bothImages = 2 * size_t(size.area());
    for (bool pageable : {false, true}) {
        const auto striper = backend->striper();
        striper->reserve(size, CV_8UC1, 1, pageable);
        EXPECT_LE(striper->usage().deviceBytes, 4 * bothImages);
        EXPECT_LE(striper->usage().stagingBytes, 4 * bothImages);
    }
}

TEST_P(CUDASTRIPE_Striper, reservesSmallRingsWhereMemoryIsShort)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    StriperParams params;
    params.route = Route::Striped;
    params.deviceMemoryLimit = 40000;
    params.stagingMemoryLimit = 60000;
    const auto striper = backend->striper(params);
    striper->reserve(Size(1000, 700), CV_8UC4, 1, true);
    const std::uint64_t reserved = striper->usage().created;
    checkConversion(*striper, Size(1000, 700), Placement::Pageable);
    EXPECT_EQ(reserved, striper->usage().created);
}

// Other calls in flight are a reason for fewer and larger stripes.
TEST_P(CUDASTRIPE_Striper, createsNothingForCallsAtOnceThatWereReserved)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    const auto striper = backend->striper();
    const Size size(3840, 2160);
    striper->reserve(size, CV_8UC1, 2, false);
    const OwnedStream a(*backend->device(), "a"), b(*backend->device(), "b");
    const Chain add = Chain().add(Scalar(7));
    const ImageShape shape{Placement::PageLocked, 0, 0};
    const PlacedImage src(*backend, shape, size, CV_8UC1);
    for (int rows = size.height; rows > 0; rows -= 27) {
        const Mat image = src.input().getMat().rowRange(0, rows);
        PlacedImage first(*backend, shape, image.size(), CV_8UC1), second(*backend, shape, image.size(), CV_8UC1);
        const std::uint64_t before = striper->usage().created;
        transform(image, first.output(), add, noArray(), StreamHandle(StreamId(a).get()), *striper);
        transform(image, second.output(), add, noArray(), StreamHandle(StreamId(b).get()), *striper);
        waitFor(*backend->device(), a);
        waitFor(*backend->device(), b);
        ASSERT_EQ(before, striper->usage().created) << rows << " rows";
        ASSERT_EQ(0, cv::norm(first.get(), second.get(), NORM_INF));
    }
}

TEST_P(CUDASTRIPE_Striper, deviceMemoryIsBoundedByTheLimitNotByTheImage)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    StriperParams params;
    params.deviceMemoryLimit = 40000;
    params.stagingMemoryLimit = 60000;
    const auto striper = backend->striper(params);
    for (Placement placement : {Placement::Pageable, Placement::PageLocked}) {
        checkConversion(*striper, Size(1000, 700), placement);
        EXPECT_LE(striper->usage().deviceBytes, params.deviceMemoryLimit);
        EXPECT_LE(striper->usage().stagingBytes, params.stagingMemoryLimit);
        EXPECT_GT(striper->usage().deviceBytes + striper->usage().stagingBytes, 0u);
    }
}

TEST_P(CUDASTRIPE_Striper, worksWithNoDeviceMemoryAtAll)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    StriperParams params;
    params.deviceMemoryLimit = 0;
    const auto direct = backend->striper(params);
    params.stagingMemoryLimit = 0;
    const auto host = backend->striper(params);
    params.hostShare = 0.4;
    params.route = Route::Shared;
    const auto part = backend->striper(params);
    for (Striper* striper : {direct.get(), host.get(), part.get()}) {
        for (Placement placement : {Placement::Pageable, Placement::PageLocked, Placement::OnDevice})
            checkConversion(*striper, Size(301, 77), placement);
        EXPECT_EQ(0u, striper->usage().deviceBytes);
    }
}

TEST_P(CUDASTRIPE_Striper, saysSoWhereMemoryIsShortAndTheHostCannotHelp)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    StriperParams params;
    params.deviceMemoryLimit = params.stagingMemoryLimit = 0;
    const auto striper = backend->striper(params);
    const Mat src(20, 30, CV_8UC4, Scalar::all(1));
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    PlacedImage dst(*backend, shape, src.size(), CV_8UC3);
    try {
        cudastripe::cvtColor(src, dst.output(), COLOR_BGR2YUV, StreamRef(), *striper);
        FAIL() << "nothing was thrown";
    } catch (const cv::Exception& e) {
        EXPECT_EQ(Error::StsNoMem, e.code);
    }
}

TEST_P(CUDASTRIPE_Striper, reusesItsLeasesOnAlternatingStreams)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    Device& device = *backend->device();
    const auto striper = backend->striper();
    const OwnedStream a(device, "a"), b(device, "b");
    ImageShape shape;
    shape.placement = Placement::PageLocked;
    PlacedImage src(*backend, shape, Size(256, 256), CV_8UC4), dstA(*backend, shape, Size(256, 256), CV_8UC3),
        dstB(*backend, shape, Size(256, 256), CV_8UC3);
    for (int i = 0; i < 50; ++i) {
        cudastripe::cvtColor(src.input(), dstA.output(), COLOR_BGR2YUV, StreamHandle(StreamId(a).get()), *striper);
        cudastripe::cvtColor(src.input(), dstB.output(), COLOR_BGR2YUV, StreamHandle(StreamId(b).get()), *striper);
        waitFor(device, a);
        waitFor(device, b);
    }
    EXPECT_LE(striper->usage().leases, 2);
}

// With memory for one lease only, a call on a second stream takes the lease while the first call's work is in flight;
// its slots lie elsewhere in the same memory.
TEST_P(CUDASTRIPE_Striper, aCallThatQueuesBehindAnotherIsOrderedBehindAllOfIt)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    Device& device = *backend->device();
    StriperParams params;
    params.deviceMemoryLimit = 400000;
    const auto striper = backend->striper(params);
    const Size sizes[] = {Size(301, 200), Size(200, 77), Size(120, 160)};
    ImageShape shape;
    shape.placement = Placement::PageLocked;
    RNG rng(35);
    struct Call
    {
        Call(const Backend& where, const ImageShape& placed, Size size)
            : src(where, placed, size, CV_8UC4), dst(where, placed, size, CV_8UC3), stream(*where.device(), "caller")
        {
        }
        PlacedImage src, dst;
        OwnedStream stream;
        Mat expected;
    };
    std::deque<Call> calls;
    for (int i = 0; i < 12; ++i) {
        calls.emplace_back(*backend, shape, sizes[i % 3]);
        const Mat image = randomImage(sizes[i % 3], CV_8UC4, rng);
        cv::cvtColor(image, calls.back().expected, COLOR_BGR2YUV);
        calls.back().src.set(image);
    }
    for (Call& call : calls) {
        const StreamHandle stream(StreamId(call.stream).get());
        cudastripe::cvtColor(call.src.input(), call.dst.output(), COLOR_BGR2YUV, stream, *striper);
    }
    for (Call& call : calls) {
        waitFor(device, call.stream);
        EXPECT_EQ(std::string(), differences(call.expected, call.dst.get(), 0));
    }
    EXPECT_LE(striper->usage().deviceBytes, params.deviceMemoryLimit);
}

TEST_P(CUDASTRIPE_Striper, aForkedChildGetsAnError)
{
    if (!backend->available())
        CUDASTRIPE_SKIP(backend->skipReason());
    const auto striper = backend->striper();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        int result = 1;
        try {
            Mat src(4, 4, CV_8UC4, Scalar::all(1)), dst;
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        } catch (const cv::Exception& e) {
            result = e.err.find("fork") != std::string::npos ? 0 : 2;
        }
        _exit(result);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(0, WEXITSTATUS(status));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Striper, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
