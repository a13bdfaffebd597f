// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/resize/network_steps.hpp"
#include "opencv2/cudastripe/network.hpp"

// The input of networks from frames in several planes.

namespace opencv_test { namespace {

using cudastripe::NetworkBox;
using cudastripe::NetworkInput;
using cudastripe::planesToNetwork;

class CUDASTRIPE_NetworkPlanes : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_NetworkPlanes, areFramesOfAnySize)
{
    const Backend backend(GetParam(), 103);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper(), host = Backend(BackendKind::Host).striper();
    RNG rng(107);
    for (const YuvFormat& format : formatsOfLayouts()) {
        if (format.planes() == 1 || format.depth() != 8)
            continue;
        const NetworkInput input = NetworkInput::ultralytics(Size(40, 30)).fromYuv(format);
        std::vector<std::unique_ptr<PlacedPlanes>> placed;
        std::vector<std::vector<Mat>> frames;
        std::vector<std::vector<cuda::GpuMat>> onDevice;
        std::vector<Mat> expected;
        for (const Size size : {Size(53, 37), Size(64, 31), Size(53, 37)}) {
            const Placement placement = backend.device() ? Placement::OnDevice : Placement::Pageable;
            placed.push_back(
                std::make_unique<PlacedPlanes>(backend, format, size, [&](int) { return ImageShape{placement}; }));
            const Mat samples = randomSamples(format, size, rng);
            placed.back()->set(samples);
            PlacedPlanes copy(backend, format, size, [](int) { return ImageShape(); });
            copy.set(samples);
            frames.emplace_back();
            for (const Mat& plane : copy.mats())
                frames.back().push_back(plane.clone());
            if (backend.device())
                onDevice.push_back(placed.back()->gpuMats());
            Mat pixels;
            cudastripe::cvtFromYuv(frames.back(), pixels, format, FromYuvParams(), StreamRef(), *host);
            expected.push_back(pixels);
        }
        const std::vector<NetworkBox> boxes = {{Rect2d(3, 5, 41, 26), 2}, {Rect2d(0, 0, 64, 31), 1}};
        const std::vector<Mat> parts = {expected[2](Rect(3, 5, 41, 26)), expected[1]};
        const auto check = [&](const std::vector<Mat>& pictures, const Mat& tensor) {
            ASSERT_EQ(int(pictures.size()), tensor.size[0]) << format.name();
            for (int i = 0; i < tensor.size[0]; ++i)
                ASSERT_EQ(std::string(), differences(ultralyticsSteps(pictures[size_t(i)].clone(), Size(40, 30)),
                                                     tensorImage(tensor, i), 0))
                    << format.name() << i;
        };
        const auto run = [&](const auto& all) {
            Mat tensor;
            planesToNetwork(all, tensor, input, StreamRef(), *striper);
            check(expected, tensor);
            planesToNetwork(all, boxes, tensor, input, StreamRef(), *striper);
            check(parts, tensor);
        };
        run(frames);
        if (backend.device())
            run(onDevice);
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_NetworkPlanes, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
