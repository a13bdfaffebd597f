// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/tensor_reference.hpp"
#include "../../support/device/backend.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_images.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/network_steps.hpp"
#include "opencv2/cudastripe/network.hpp"

// Tensors of patches, against patches that are cut out one by one.

namespace opencv_test { namespace {

using cudastripe::kBFloat16;
using cudastripe::NetworkInput;
using cudastripe::PatchShape;
using cudastripe::toNetwork;

class CUDASTRIPE_Patches : public testing::TestWithParam<BackendKind>
{
protected:
    Backend backend_{GetParam(), 257};
    RNG rng_{263};
};

TEST_P(CUDASTRIPE_Patches, ofImagesAreThoseCutOutOneByOne)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const PatchShape shapes[] = {{14, 2, 2}, {1, 1, 1}, {3, 1, 2}, {4, 3, 1}, {5, 2, 3}};
    const int depths[] = {CV_32F, CV_16F, kBFloat16, CV_8U}, types[] = {CV_8UC3, CV_8UC1, CV_32FC4, CV_16UC3};
    for (int i = 0; i < 160; ++i) {
        const PatchShape shape = shapes[i % 5];
        const Size size(rng_.uniform(1, 5) * shape.span(), rng_.uniform(1, 5) * shape.span());
        const int depth = depths[i / 5 % 4], type = types[i / 20 % 4];
        const ChannelOrder order = i % 3 && CV_MAT_CN(type) > 1 ? ChannelOrder::RGB : ChannelOrder::BGR;
        const auto placements = placementsOn(backend_);
        const Mat image = randomImage(size, type, rng_);
        const Mat expected = patchesReference(image, shape, depth, order);
        const Placement placement = placements[size_t(i) % placements.size()];
        PlacedImage src(backend_, {placement}, size, type);
        src.set(image);
        PlacedImage dst(backend_, {placement}, expected.size(), expected.type());
        StriperParams params;
        params.stripes = 1 + i % 4;
        cudastripe::transform(src.input(), dst.output(), Chain().toPatches(shape, depth, order), noArray(), StreamRef(),
                              *backend_.striper(params));
        ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << size << shape.side << " " << i;
    }
}

TEST_P(CUDASTRIPE_Patches, ofPicturesOfManySizesFollowEachOther)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    const NetworkInput input = NetworkInput::qwenVl(28 * 28 * 2, 28 * 28 * 9);
    std::vector<Mat> frames;
    for (const Size size : {Size(30, 200), Size(65, 63), Size(28, 28), Size(301, 200)})
        frames.push_back(randomImage(size, CV_8UC3, rng_));
    Mat all;
    const auto maps = toNetwork(frames, all, input, StreamRef(), *striper);
    ASSERT_EQ(frames.size(), maps.size());
    int row = 0;
    for (size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(0, maps[i].size.width % 28);
        EXPECT_EQ(0, maps[i].size.height % 28);
        const Mat steps = qwenVlSteps(frames[i], maps[i].size);
        const Mat expected = patchesReference(steps, PatchShape(), CV_32F, ChannelOrder::BGR);
        ASSERT_EQ(std::string(), differences(expected, all.rowRange(row, row + expected.rows), 0)) << i;
        row += expected.rows;
    }
    EXPECT_EQ(row, all.rows);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Patches, testing::ValuesIn(kAllBackends), backendName);

// Operations are kept for the next call. Those of two chains that began as one differ.
TEST(CUDASTRIPE_PatchSizes, ofCopiesOfAChainAreTheirOwn)
{
    const auto host = Backend(BackendKind::Host).striper();
    const Mat image = randomImage(Size(40, 20), CV_8UC3, theRNG());
    const Chain first = Chain().resize(Size(12, 8)).add(1);
    Mat resized, planes, patches, again;
    const auto run = [&](const Chain& chain, Mat& dst) {
        cudastripe::transform(image, dst, chain, noArray(), StreamRef(), *host);
    };
    run(first, resized);
    run(Chain(first).toTensor(), planes);
    run(Chain(first).toPatches({4, 1, 1}), patches);
    run(first, again);
    EXPECT_EQ(std::string(),
              differences(tensorReference(resized, TensorLayout::CHW, CV_32F), tensorImage(planes, 0), 0));
    EXPECT_EQ(std::string(), differences(patchesReference(resized, {4, 1, 1}, CV_32F, ChannelOrder::BGR), patches, 0));
    EXPECT_EQ(std::string(), differences(resized, again, 0));
}

TEST(CUDASTRIPE_PatchSizes, areThoseOfSmartResize)
{
    const NetworkInput input = NetworkInput::qwenVl();
    const std::pair<Size, Size> sizes[] = {{{1920, 1080}, {1316, 728}}, {{640, 480}, {644, 476}},  {{10, 10}, {56, 56}},
                                           {{14, 400}, {28, 308}},      {{42, 42}, {56, 56}},      {{70, 70}, {56, 56}},
                                           {{200, 1}, {812, 28}},       {{1000, 1003}, {980, 980}}};
    for (const auto& [frame, resized] : sizes)
        EXPECT_EQ(resized, input.framing(frame).resized) << frame;
}

TEST(CUDASTRIPE_PatchSizes, thatDoNotFitAreRefused)
{
    const auto host = Backend(BackendKind::Host).striper();
    const Mat frame(30, 28, CV_8UC3, Scalar::all(1));
    Mat dst;
    expectRefusal([&] { cudastripe::transform(frame, dst, Chain().toPatches(), noArray(), StreamRef(), *host); },
                  {"toPatches", "28 x 30", "multiples of 28"});
    expectRefusal([] { Chain().toPatches({0, 1, 1}); }, {"toPatches", "side is 0"});
    expectRefusal([] { NetworkInput::qwenVl(10, 9); }, {"minPixels is 10", "maxPixels 9"});
    expectRefusal([&] { NetworkInput::qwenVl().framing(Size(1, 201)); }, {"1 x 201", "200 times"});
    EXPECT_EQ("add(1, 1, 1, 1) > toPatches(14, 2, 2, kBFloat16, RGB)",
              Chain().add(1).toPatches(PatchShape(), kBFloat16, ChannelOrder::RGB).toString());
    EXPECT_TRUE(dst.empty());
}

}}  // namespace opencv_test
