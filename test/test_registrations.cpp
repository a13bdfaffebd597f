// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/frames.hpp"

// Which pageable memory is registered, and that calls with it are right.

namespace opencv_test { namespace {

const size_t kPlenty = size_t(1) << 26;

class CUDASTRIPE_Registrations : public testing::TestWithParam<BackendKind>
{
protected:
    void SetUp() override { backend.reset(new Backend(GetParam(), 61)); }

    MemoryKind kindOf(const Mat& image) const { return backend->device()->classify(image.data).kind; }
    std::int64_t hostCopies() const { return backend->simulated() ? backend->simulated()->hostCopies() : 0; }

    std::unique_ptr<Backend> backend;
};

#define SKIP_IF_UNAVAILABLE()  \
    if (!backend->available()) \
    CUDASTRIPE_SKIP(backend->skipReason())

TEST_P(CUDASTRIPE_Registrations, theSecondCallRegistersAndStagesNothing)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    Frame frame;
    frame.convert(*striper);
    EXPECT_EQ(0, striper->usage().registrations);
    EXPECT_EQ(MemoryKind::Pageable, kindOf(frame.src));
    const std::int64_t copies = hostCopies();
    frame.convert(*striper);
    EXPECT_EQ(copies, hostCopies());
    EXPECT_EQ(2, striper->usage().registrations);
    EXPECT_EQ(kSrcBytes + kDstBytes, striper->usage().registeredBytes);
    EXPECT_EQ(MemoryKind::PageLocked, kindOf(frame.src));
    EXPECT_EQ(MemoryKind::PageLocked, kindOf(frame.dst));
}

TEST_P(CUDASTRIPE_Registrations, theSteadyStateCreatesNothing)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    const OwnedStream stream(*backend->device(), "caller");
    Frame frames[3];
    std::uint64_t created = 0;
    for (int i = 0; i < 30; ++i) {
        if (i == 9)
            created = striper->usage().created;
        frames[i % 3].convert(*striper, i % 2 ? StreamRef() : StreamRef(StreamHandle(StreamId(stream).get())));
    }
    EXPECT_EQ(created, striper->usage().created);
    EXPECT_EQ(6, striper->usage().registrations);
}

TEST_P(CUDASTRIPE_Registrations, everyRouteTakesRegisteredMemory)
{
    SKIP_IF_UNAVAILABLE();
    for (Route route : {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        StriperParams params;
        params.registrationLimit = kPlenty;
        params.route = route;
        const auto striper = makeStriper(backend->devices(), params);
        Frame frame;
        for (int i = 0; i < 5; ++i)
            frame.convert(*striper);
        EXPECT_EQ(route == Route::Host ? 0 : 2, striper->usage().registrations);
    }
}

TEST_P(CUDASTRIPE_Registrations, withoutALimitThereAreNone)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, 0, true);
    Frame frame;
    for (int i = 0; i < 5; ++i)
        frame.convert(*striper);
    EXPECT_EQ(0, striper->usage().registrations);
    EXPECT_EQ(MemoryKind::Pageable, kindOf(frame.src));
}

TEST_P(CUDASTRIPE_Registrations, theLeastRecentlyUsedGivesWay)
{
    SKIP_IF_UNAVAILABLE();
    const size_t limit = 2 * kSrcBytes + 100;
    const auto striper = registering(*backend, limit);
    Mat images[3], dst;
    std::vector<uchar> results(kDstBytes);
    dst = Mat(kFrameSize, CV_8UC3, results.data());  // nobody owns it, so it stays as it is
    for (Mat& image : images)
        image.create(kFrameSize, CV_8UC4);
    for (int i : {0, 0, 1, 1, 0, 2, 2}) {
        convertNew(images[i], dst, *striper);
        EXPECT_LE(striper->usage().registeredBytes, limit);
    }
    EXPECT_EQ(2, striper->usage().registrations);
    EXPECT_EQ(MemoryKind::PageLocked, kindOf(images[0]));
    EXPECT_EQ(MemoryKind::Pageable, kindOf(images[1]));
    EXPECT_EQ(MemoryKind::PageLocked, kindOf(images[2]));
    EXPECT_EQ(MemoryKind::Pageable, kindOf(dst));
    // Images that take turns do not drive each other out.
    const auto another = registering(*backend, limit);
    std::uint64_t created = 0;
    striper->forgetAll();
    for (int i = 0; i < 30; ++i) {
        convertNew(images[i % 3], dst, *another);
        if (i == 8)
            created = another->usage().created;
    }
    EXPECT_EQ(created, another->usage().created);
    EXPECT_EQ(2, another->usage().registrations);
}

TEST_P(CUDASTRIPE_Registrations, anImageAroundARegionAndARegionOfAnImage)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    Mat frame(Size(640, 400), CV_8UC4), result(frame.size(), CV_8UC3);
    const Rect regions[] = {Rect(100, 50, 320, 200), Rect(0, 0, 640, 220), Rect(37, 180, 500, 220),
                            Rect(0, 0, 640, 400),    Rect(0, 0, 640, 220), Rect(3, 5, 600, 300)};
    for (const Rect& region : regions) {
        for (int i = 0; i < 3; ++i) {
            Mat dst = result(region);
            convertNew(frame(region), dst, *striper);
        }
        EXPECT_EQ(2, striper->usage().registrations);
    }
    EXPECT_EQ(frame.total() * 7, striper->usage().registeredBytes);
}

// Two regions of one image whose ranges have rows in common, as the sources of one call.
TEST_P(CUDASTRIPE_Registrations, rangesThatOverlapInOneCall)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    RNG rng(65);
    Mat both(400, 640, CV_8UC4), dst(kFrameSize, CV_8UC4);
    for (int i = 0; i < 6; ++i) {
        randomImage(both.size(), both.type(), rng).copyTo(both);
        const Mat a = both(Rect(Point(0, 30), kFrameSize)), b = both(Rect(Point(320, 100 + i % 2), kFrameSize));
        Mat expected;
        cv::absdiff(a, b, expected);
        transform(a, b, dst, Chain().absdiff(secondImage), noArray(), StreamRef(), *striper);
        ASSERT_EQ(std::string(), differences(expected, dst, 0));
    }
    // In place it is one piece of memory, and came once.
    const auto another = registering(*backend, kPlenty);
    Mat image = randomImage(kFrameSize, CV_8UC4, rng);
    transform(image, image, Chain().bitwiseNot(), noArray(), StreamRef(), *another);
    EXPECT_EQ(0, another->usage().registrations);
    transform(image, image, Chain().bitwiseNot(), noArray(), StreamRef(), *another);
    EXPECT_EQ(1, another->usage().registrations);
}

// Neighbours have a page in common; what spans both is one registration, since copies may not leave one.
TEST_P(CUDASTRIPE_Registrations, neighbours)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty, true);
    std::vector<uchar> memory(2 * kSrcBytes + 1);
    Mat left(kFrameSize, CV_8UC4, memory.data() + 1), right(kFrameSize, CV_8UC4, memory.data() + 1 + kSrcBytes);
    Mat both(2 * kFrameSize.height, kFrameSize.width, CV_8UC4, left.data), dst(kFrameSize, CV_8UC3),
        large(both.size(), CV_8UC3);
    for (int i = 0; i < 3; ++i) {
        convertNew(left, dst, *striper);
        convertNew(right, dst, *striper);
    }
    EXPECT_EQ(3, striper->usage().registrations);
    const std::int64_t copies = hostCopies();
    convertNew(left, dst, *striper);
    EXPECT_EQ(copies, hostCopies());
    for (int i = 0; i < 3; ++i)
        convertNew(both, large, *striper);
    convertNew(right, dst, *striper);
    EXPECT_EQ(3, striper->usage().registrations);
    EXPECT_EQ(2 * kSrcBytes + 3 * kDstBytes, striper->usage().registeredBytes);
}

TEST_P(CUDASTRIPE_Registrations, explainingRegistersNothing)
{
    SKIP_IF_UNAVAILABLE();
    const auto striper = registering(*backend, kPlenty);
    Frame frame;
    for (int i = 0; i < 4; ++i) {
        striper->explain(
            [&](Striper& s) { cudastripe::cvtColor(frame.src, frame.dst, COLOR_BGR2YUV, StreamRef(), s); });
    }
    frame.convert(*striper);
    EXPECT_EQ(0, striper->usage().registrations);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Registrations, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_RegistrationsSimulated, refusedMemoryIsPageableAndNotTriedAgainAtOnce)
{
    const Backend backend(BackendKind::Simulated, 67);
    const auto striper = registering(backend, kPlenty);
    backend.simulated()->registrations().refuseAll(true);
    Frame frame;
    for (int i = 0; i < 6; ++i)
        frame.convert(*striper);
    EXPECT_EQ(2, backend.simulated()->registrations().attempts());
    EXPECT_EQ(0, striper->usage().registrations);
    EXPECT_EQ(0u, striper->usage().registeredBytes);
    backend.simulated()->registrations().refuseAll(false);
    Frame other;
    for (int i = 0; i < 3; ++i)
        other.convert(*striper);
    EXPECT_EQ(2, striper->usage().registrations);
}

TEST(CUDASTRIPE_RegistrationsSimulated, oneRegistrationServesAllDevices)
{
    const Backend backend(BackendKind::TwoSimulated, 69);
    const auto striper = registering(backend, kPlenty);
    const std::int64_t before = static_cast<SimulatedDevice&>(*backend.devices()[1]).calls();
    Frame frame;
    for (int i = 0; i < 10; ++i)
        frame.convert(*striper);
    EXPECT_EQ(2u, backend.simulated()->registrations().count());
    EXPECT_EQ(2, backend.simulated()->registrations().attempts());
    EXPECT_GT(static_cast<SimulatedDevice&>(*backend.devices()[1]).calls(), before);
    striper->forgetAll();
    EXPECT_EQ(0u, backend.simulated()->registrations().count());
}

// Whichever call of the driver fails while memory is registered or used: nothing is left behind, and the next call
// works.
TEST(CUDASTRIPE_RegistrationsSimulated, anyFailingCall)
{
    for (bool sticky : {false, true}) {
        for (int call = 0, faults = 1; faults > 0; ++call) {
            Backend backend(BackendKind::Simulated, static_cast<std::uint64_t>(call));
            StriperParams params;
            params.registrationLimit = kPlenty;
            params.stripes = 3;
            params.slots = 2;
            const auto striper = backend.striper(params);
            Frame frame;
            frame.convert(*striper);
            backend.simulated()->failAt(call, sticky);
            faults = 0;
            try {
                cudastripe::cvtColor(frame.src, frame.dst, COLOR_BGR2YUV, StreamRef(), *striper);
            } catch (const cv::Exception& e) {
                ++faults;
                EXPECT_EQ(Error::GpuApiCallError, e.code) << e.err;
                EXPECT_TRUE(backend.simulated()->quiet());
            }
            // The first calls are those that register: a failure there is not the caller's business.
            faults += call < 4;
            backend.simulated()->failAt(-1000000);
            frame.convert(*striper);
        }
    }
}

}}  // namespace opencv_test
