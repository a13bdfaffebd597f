// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "../../../src/device/cuda/cuda_device.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"

// Mats in page-locked memory, and Pins. Where there is a GPU the driver must know their memory as page-locked.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

const Size kFrame(320, 200);

static_assert(!std::is_constructible<Pin, UMat>::value && !std::is_constructible<Pin, cuda::GpuMat>::value,
              "a Pin is of memory of the host");
static_assert(std::is_nothrow_destructible<Pin>::value && std::is_nothrow_move_constructible<Pin>::value, "");

MemoryKind wanted()
{
    return canPageLock() ? MemoryKind::PageLocked : MemoryKind::Pageable;
}

// The kind of all of a continuous image.
MemoryKind kindOf(const Mat& image)
{
    const MemoryInfo info = classifyByCuda(image.data);
    const bool whole = info.sizeBytes >= image.total() * image.elemSize();
    return whole ? info.kind : MemoryKind::Pageable;
}

TEST(CUDASTRIPE_Pinned, isPageLockedWhereThereIsAGpu)
{
    for (const Size size : {Size(1, 1), Size(5, 3), kFrame, Size(3840, 2160)}) {
        const Mat image = pinned(size, CV_8UC3);
        EXPECT_EQ(size, image.size());
        EXPECT_TRUE(image.isContinuous() && image.type() == CV_8UC3);
        EXPECT_EQ(wanted(), kindOf(image)) << size;
    }
    Mat result = pinned(1, 1, CV_8U);
    cudastripe::cvtColor(Mat(kFrame, CV_8UC4, Scalar::all(7)), result, COLOR_BGR2YUV);
    EXPECT_EQ(CV_8UC3, result.type());
    EXPECT_EQ(wanted(), kindOf(result)) << "a call gave it another size";
    EXPECT_EQ(MemoryKind::Pageable, kindOf(result.clone()));
}

TEST(CUDASTRIPE_Pinned, isAMatLikeAnyOther)
{
    Mat image = pinned(kFrame, CV_16UC4);
    image.setTo(Scalar(1, 2, 3, 4));
    const Mat clone = image.clone(), copy = image, region = image(Rect(5, 6, 70, 80));
    image.at<Vec4w>(10, 10) = Vec4w(9, 9, 9, 9);
    image.release();
    EXPECT_EQ(Vec4w(9, 9, 9, 9), copy.at<Vec4w>(10, 10));
    EXPECT_EQ(Vec4w(9, 9, 9, 9), region.at<Vec4w>(4, 5));
    EXPECT_EQ(Vec4w(1, 2, 3, 4), clone.at<Vec4w>(10, 10));
    {
        const UMat mapped = copy.getUMat(ACCESS_READ);
        EXPECT_EQ(0, cv::norm(mapped, copy, NORM_INF));
    }
    Mat grown = copy;
    grown.create(7, 9, CV_32F);
    grown.setTo(3);
    grown.resize(20);
    EXPECT_EQ(3, grown.at<float>(6, 8));
    EXPECT_TRUE(pinned(0, 5, CV_8U).empty() && pinned(Size(), CV_8U).empty());
    expectRefusal([] { pinned(-1, 5, CV_8U); }, {"cudastripe::pinned", "rows is -1", "0 or more"});
    expectRefusal([] { pinned(1 << 30, 1 << 30, CV_64FC4); }, {"cudastripe::pinned", "fit into memory"});
    EXPECT_THROW(pinned(1 << 30, 1 << 20, CV_64FC4), cv::Exception);
}

TEST(CUDASTRIPE_Pinned, isFreedAtAnyTimeInAnyThread)
{
    static Mat atTheEnd, sharedAtTheEnd;  // freed after main
    atTheEnd = sharedAtTheEnd = pinned(kFrame, CV_8U);
    for (int i = 0; i < 100; ++i)
        pinned(10 + i, 100, CV_8UC3).setTo(Scalar::all(i));
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([i, mine = pinned(kFrame, CV_8UC4)]() mutable {
            mine.setTo(Scalar::all(i));
            EXPECT_EQ(Vec4b::all(uchar(i)), mine.at<Vec4b>(199, 319));
            mine.release();
            mine = pinned(kFrame, CV_8UC3);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

TEST(CUDASTRIPE_Pinned, aForkedChildFreesNothingAndGetsOrdinaryMemory)
{
    Mat image = pinned(kFrame, CV_8UC4);
    auto pin = std::make_unique<Pin>(Mat(kFrame, CV_8UC4));
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        image.create(5, 6, CV_8U);
        image.setTo(1);
        pin.reset();
        const Mat own = pinned(kFrame, CV_8UC3);
        const Pin none(own);
        _exit(canPageLock() || none.locked() || countNonZero(image) != 30 ? 1 : 0);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(0, WEXITSTATUS(status));
    image.setTo(Scalar::all(2));
    EXPECT_EQ(wanted(), kindOf(image));
}

TEST(CUDASTRIPE_Pin, isSeenByEverybodyWhileItExists)
{
    Mat image(kFrame, CV_8UC4, Scalar::all(1));
    {
        const Pin pin(image);
        EXPECT_EQ(canPageLock(), pin.locked());
        EXPECT_EQ(wanted(), kindOf(image));
    }
    EXPECT_EQ(MemoryKind::Pageable, kindOf(image));
    auto first = std::make_unique<Pin>(image);
    const auto second = std::make_unique<Pin>(*first);
    first.reset();
    EXPECT_EQ(wanted(), kindOf(image)) << "another Pin shares its lock";
    Pin third(std::move(*second));
    EXPECT_EQ(wanted(), kindOf(image));
    third = Pin(Mat(5, 5, CV_8U));
    EXPECT_EQ(MemoryKind::Pageable, kindOf(image));
}

TEST(CUDASTRIPE_Pin, coversTheRowsOfARegionAndTheirGaps)
{
    const Mat image(kFrame, CV_8UC3, Scalar::all(1));
    const Mat region = image(Rect(100, 20, 50, 60));
    const Pin pin(region);
    const MemoryInfo info = classifyByCuda(region.data);
    EXPECT_EQ(wanted(), info.kind);
    EXPECT_EQ(pin.locked() ? 59 * image.step + 50 * 3 : 0, info.sizeBytes);
    EXPECT_EQ(MemoryKind::Pageable, classifyByCuda(region.data - 1).kind);
    const int sizes[] = {3, 4, 5};
    const Mat cube(3, sizes, CV_32F);
    EXPECT_EQ(canPageLock(), Pin(cube).locked());
}

TEST(CUDASTRIPE_Pin, keepsTheMemoryOfAMat)
{
    if (!canPageLock())
        CUDASTRIPE_SKIP("no CUDA device");
    Mat image(kFrame, CV_8UC4, Scalar::all(5));
    const Mat header(image.size(), image.type(), image.data);
    const Pin pin(image);
    image.release();
    EXPECT_EQ(MemoryKind::PageLocked, kindOf(header));
    EXPECT_EQ(Vec4b::all(5), header.at<Vec4b>(199, 319));
}

TEST(CUDASTRIPE_Pin, refusesWhatCannotBeLocked)
{
    expectRefusal([] { Pin none{Mat()}; }, {"cudastripe::Pin", "image is empty"});
    if (!canPageLock())
        CUDASTRIPE_SKIP("no CUDA device");
    const Mat image(kFrame, CV_8UC4), locked = pinned(kFrame, CV_8UC4);
    const Pin pin(image.rowRange(50, 100));
    for (const Mat& wrong : {image, image.rowRange(60, 70), locked, locked.rowRange(5, 9)})
        expectRefusal([&] { Pin second(wrong); }, {"cudastripe::Pin", "page-locked", "already", "one for all"});
    expectRefusal([] { Pin nowhere(Mat(4096, 1, CV_8U, reinterpret_cast<void*>(16))); },
                  {"cudastripe::Pin", "pinned()"});
    EXPECT_TRUE(pin.locked());
}

// Two Pins beside each other lock all of an image, but no copy may go from one to the other.
TEST(CUDASTRIPE_Pin, callsTakeLockedImagesByAllRoutes)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const Mat src = randomImage(kFrame, CV_8UC4, theRNG());
    Mat expected, ordinary(kFrame, CV_8UC3), locked = pinned(kFrame, CV_8UC3);
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    const OwnedStream stream(*backend.device(), "caller");
    for (const bool inParts : {false, true}) {
        const Pin from(inParts ? src.rowRange(0, 90) : src), to(inParts ? ordinary.rowRange(0, 90) : ordinary);
        const Pin second(inParts ? src.rowRange(90, 200) : Mat(9, 9, CV_8U));
        for (const Route route : {Route::Auto, Route::Direct, Route::Striped, Route::Shared}) {
            StriperParams params;
            params.route = route;
            const auto striper = backend.striper(params);
            for (Mat* dst : {&ordinary, &locked}) {
                dst->setTo(Scalar::all(9));
                cudastripe::cvtColor(src, *dst, COLOR_BGR2YUV, StreamHandle(stream.id().get()), *striper);
                waitFor(*backend.device(), stream);
                EXPECT_EQ(std::string(), differences(expected, *dst, 0)) << toString(route) << ", parts: " << inParts;
            }
        }
    }
}

}}  // namespace opencv_test
