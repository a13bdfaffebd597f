// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"
#include "opencv2/cudastripe/streams.hpp"

// Where the images of a batch may lie, and how many kernels they take.

namespace opencv_test { namespace {

//! Counts kernels.
class LaunchCountingDevice final : public SimulatedDevice
{
public:
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        ++launches;
        tableBytes = kernel.table() ? kernel.table()->size() : 0;
        SimulatedDevice::launch(stream, kernel);
    }
    MemoryInfo classify(const void* address) override
    {
        ++questions;
        return SimulatedDevice::classify(address);
    }
    int launches = 0, questions = 0;
    size_t tableBytes = 0;
};

using CUDASTRIPE_BatchMemory = BatchFixture;

// Through slots, by kernels across the bus, divided among both, and by threads.
TEST_F(CUDASTRIPE_BatchMemory, mayBeTheSourcesThemselves)
{
    for (Route route : {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        StriperParams params;
        params.route = route;
        const auto striper = backend_.striper(params);
        for (bool locked : {false, true}) {
            const std::vector<Mat> before = randomImages(5, Size(300, 200), CV_8UC3, 1);
            std::vector<Mat> images = locked ? pageLocked(before) : copiesOf(before);
            const std::vector<Mat> headers = images;
            cudastripe::cvtColor(images, images, COLOR_BGR2YUV, StreamRef(), *striper);
            expectConverted(before, images);
            EXPECT_EQ(headers[3].data, images[3].data);
        }
    }
}

TEST_F(CUDASTRIPE_BatchMemory, mayBeTilesOfOneImage)
{
    const Mat whole = randomImages(1, Size(64, 48), CV_8UC3, 2)[0];
    Mat result(whole.size(), CV_8UC3);
    std::vector<Mat> tiles, results;
    for (int y = 0; y < 48; y += 16) {
        for (int x = 0; x < 64; x += 16) {
            tiles.push_back(whole(Rect(x, y, 16, 16)));
            results.push_back(result(Rect(x, y, 16, 16)));
        }
    }
    std::reverse(results.begin(), results.end());
    std::reverse(tiles.begin(), tiles.end());
    convert(tiles, results);
    EXPECT_TRUE(sameBytes(converted(whole), result));
}

TEST_F(CUDASTRIPE_BatchMemory, ofDifferentImagesMustNotOverlap)
{
    std::vector<Mat> src = randomImages(4, Size(16, 16), CV_8UC3, 3), dst;
    const Mat shared(40, 16, CV_8UC3, Scalar::all(9)), before = shared.clone();
    for (int y : {0, 24, 16, 0})
        dst.push_back(shared.rowRange(y, y + 16));
    dst[3] = Mat();
    expectRefusal([&] { convert(src, dst); }, {"cvtColor", "dst of image 2", "dst of image 1", "overlap"});
    dst[2] = Mat();
    src[3] = shared.rowRange(20, 36);
    expectRefusal([&] { convert(src, dst); }, {"src of image 3", "dst of image 1", "overlap"});
    EXPECT_TRUE(sameBytes(before, shared));
    EXPECT_TRUE(dst[2].empty());
    src[1] = src[0];
    src[3] = src[0];
    convert(src, dst);
    expectConverted(src, dst);
}

TEST_F(CUDASTRIPE_BatchMemory, ofOneImageMustNotOverlapEither)
{
    const Mat image = randomImages(1, Size(16, 20), CV_8UC3, 4)[0], before = image.clone();
    std::vector<Mat> src = {image.rowRange(0, 16)}, dst = {image.rowRange(4, 20)};
    expectRefusal([&] { convert(src, dst); }, {"image 0", "dst", "overlap"});
    EXPECT_TRUE(sameBytes(before, image));
}

TEST_F(CUDASTRIPE_BatchMemory, comesInArraysOfOneTypeToo)
{
    const std::vector<Mat> images = randomImages(2, Size(16, 20), CV_8UC3, 5);
    const std::array<Mat, 2> src = {images[0], images[1]};
    std::array<Mat, 2> dst;
    convert(src, dst);
    expectConverted(images, {dst[0], dst[1]});
    std::vector<Mat_<Vec3b>> typed;
    convert(src, typed);
    expectConverted(images, {typed[0], typed[1]});
    std::vector<Mat_<Vec4f>> wrong;
    expectRefusal([&] { convert(src, wrong); }, {"image 0", "32FC4", "8UC3", "array of Mat"});
    std::array<Mat, 3> three;
    expectRefusal([&] { convert(src, three); }, {"2 images", "dst has 3"});
}

TEST_F(CUDASTRIPE_BatchMemory, ofAConstantVectorIsNotReplaced)
{
    const Size size(16, 20);
    const std::vector<Mat> src = randomImages(3, size, CV_8UC3, 15);
    std::vector<Mat> dst = copiesOf(src);
    dst[1] = Mat(5, 16, CV_8UC3, Scalar::all(9));
    const std::vector<Mat> before = copiesOf(dst);
    const std::vector<Mat>& constant = dst;
    expectRefusal([&] { convert(src, constant); }, {"image 1", "dst", "16 x 5", "16 x 20"});
    for (size_t i = 0; i < dst.size(); ++i)
        EXPECT_TRUE(sameBytes(before[i], dst[i])) << i;
    dst[1].create(size, CV_8UC3);
    const std::vector<Mat> headers = dst;
    convert(src, constant);
    expectConverted(src, headers);
}

TEST_F(CUDASTRIPE_BatchMemory, isNoArrayOfUMat)
{
    const std::vector<Mat> src = randomImages(2, Size(16, 20), CV_8UC3, 16);
    std::vector<UMat> others(2);
    for (size_t i = 0; i < others.size(); ++i)
        src[i].copyTo(others[i]);
    std::vector<Mat> dst;
    expectRefusal([&] { convert(others, dst); }, {"src is an array of UMat", "Mat or cuda::GpuMat"});
    expectRefusal([&] { convert(src, others); }, {"dst is an array of UMat", "Mat or cuda::GpuMat"});
    expectRefusal(
        [&] { cudastripe::transform(src, others, dst, Chain().add(secondImage), noArray(), StreamRef(), *striper_); },
        {"src2 is an array of UMat", "Mat or cuda::GpuMat"});
    EXPECT_TRUE(dst.empty());
}

TEST_F(CUDASTRIPE_BatchMemory, mustLieOnOneSideOfTheBus)
{
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    const Size size(16, 20);
    const PlacedImage device(backend_, shape, size, CV_8UC3);
    const std::vector<Mat> src = {randomImages(1, size, CV_8UC3, 6)[0], Mat(size, CV_8UC3, device.plane().base)};
    std::vector<Mat> dst;
    expectRefusal([&] { convert(src, dst); }, {"image 1", "src", "on a device", "image 0"});
    EXPECT_TRUE(dst.empty());
}

TEST_F(CUDASTRIPE_BatchMemory, takesOneKernelForAllImagesOfOneKind)
{
    const auto device = std::make_shared<LaunchCountingDevice>();
    const auto striper = makeStriper({device}, StriperParams());
    const OwnedStream stream(*device, "caller");
    const size_t bytes = 64 * 64 * 3;
    const OwnedMemory from(*device, OwnedMemory::OnDevice, 1024 * bytes),
        to(*device, OwnedMemory::OnDevice, 1024 * bytes);
    std::vector<cuda::GpuMat> src, dst;
    for (size_t i = 0; i < 1024; ++i) {
        src.emplace_back(64, 64, CV_8UC3, from.get() + i * bytes, 64 * 3);
        dst.emplace_back(64, 64, CV_8UC3, to.get() + i * bytes, 64 * 3);
    }
    // Repeats cost two addresses each, or none at equal distances: they need no question and no body of their own.
    for (const bool equalDistances : {true, false}) {
        SCOPED_TRACE(equalDistances);
        if (!equalDistances)
            std::swap(dst[7], dst[8]);
        device->launches = device->questions = 0;
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamHandle(stream.id().get()), *striper);
        EXPECT_EQ(1, device->launches);
        EXPECT_LE(device->questions, 4);
        EXPECT_EQ(equalDistances, device->tableBytes == 0);
        EXPECT_LE(device->tableBytes, 1024u * 2 * sizeof(int64) + 1024);
    }
    device->finish();
}

//! An allocator of the caller's.
class CountingAllocator final : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, AccessFlag flags,
                       UMatUsageFlags usage) const override
    {
        ++count;
        return Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, flags, usage);
    }
    bool allocate(UMatData*, AccessFlag, UMatUsageFlags) const override { return false; }
    void deallocate(UMatData*) const override {}
    mutable int count = 0;
};

TEST_F(CUDASTRIPE_BatchMemory, resultsAreMadeByTheAllocatorsOfTheCaller)
{
    const std::vector<Mat> src = randomImages(5, Size(32, 20), CV_8UC3, 8);
    CountingAllocator allocator;
    std::vector<Mat> dst(src.size());
    for (Mat& image : dst)
        image.allocator = &allocator;
    convert(src, dst);
    EXPECT_EQ(5, allocator.count);
    expectConverted(src, dst);
}

TEST_F(CUDASTRIPE_BatchMemory, asksOnceAboutAnAllocationOfPageLockedImages)
{
    const auto device = std::make_shared<LaunchCountingDevice>();
    StriperParams params;
    params.route = Route::Direct;
    const auto striper = makeStriper({device}, params);
    const size_t bytes = 64 * 64 * 3;
    const OwnedMemory from(*device, OwnedMemory::PageLocked, 256 * bytes),
        to(*device, OwnedMemory::PageLocked, 256 * bytes);
    std::vector<Mat> src, dst;
    for (size_t i = 0; i < 256; ++i) {
        src.emplace_back(64, 64, CV_8UC3, from.get() + i * bytes);
        dst.emplace_back(64, 64, CV_8UC3, to.get() + i * bytes);
    }
    device->questions = 0;
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_LE(device->questions, 4);
    expectConverted(src, dst);
}

TEST_F(CUDASTRIPE_BatchMemory, keepsTheOrderOfAPipeline)
{
    const OwnedStream stream(*backend_.device(), "caller");
    std::vector<std::vector<Mat>> results(6);
    std::vector<std::vector<Mat>> sources;
    {
        Pipeline pipeline(StreamHandle(stream.id().get()), *striper_);
        for (auto& result : results) {
            sources.push_back(randomImages(3, Size(20, 10), CV_8UC3, sources.size() + 10));
            result = pageLocked(sources.back());
            convert(pageLocked(sources.back()), result, pipeline);
        }
        pipeline.wait();
    }
    for (size_t i = 0; i < results.size(); ++i)
        expectConverted(sources[i], results[i]);
}

TEST_F(CUDASTRIPE_BatchMemory, isExplainedLikeOtherCalls)
{
    std::vector<Mat> src = randomImages(3, Size(640, 480), CV_8UC3, 7), dst;
    const RouteChoice choice =
        striper_->explain([&](Striper& s) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), s); });
    EXPECT_NE(Route::Auto, choice.route);
    EXPECT_TRUE(dst.empty() || dst[0].size() == src[0].size());
    const std::vector<Mat> locked = pageLocked(src);
    std::vector<Mat> results = pageLocked(src);
    const RouteChoice across =
        striper_->explain([&](Striper& s) { cudastripe::cvtColor(locked, results, COLOR_BGR2YUV, StreamRef(), s); });
    EXPECT_FALSE(across.estimates[2].possible) << "there is nothing to stage";
    EXPECT_TRUE(across.estimates[1].possible);
    EXPECT_TRUE(sameBytes(src[0], results[0])) << "explain writes nothing";
}

TEST_F(CUDASTRIPE_BatchMemory, needsPageLockedMemoryBetweenPageableImagesAndADevice)
{
    StriperParams params;
    params.stagingMemoryLimit = 100;
    params.route = Route::Striped;
    const auto striper = backend_.striper(params);
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    const Size size(16, 20);
    PlacedImage device(backend_, shape, size, CV_8UC3);
    const std::vector<Mat> src = randomImages(1, size, CV_8UC3, 14);
    std::vector<cuda::GpuMat> dst = {*static_cast<cuda::GpuMat*>(device.output().getObj())};
    expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"page-locked", "stagingMemoryLimit"});
    std::vector<Mat> result;
    cudastripe::cvtColor(src, result, COLOR_BGR2YUV, StreamRef(), *striper);
    expectConverted(src, result);
    params.stagingMemoryLimit = 1 << 16;
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *backend_.striper(params));
    EXPECT_TRUE(sameBytes(converted(src[0]), device.get()));
}

}}  // namespace opencv_test
