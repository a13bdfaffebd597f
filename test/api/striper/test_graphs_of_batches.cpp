// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/stream_graph.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/operations/batch_cases.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_GraphsOfBatches : public testing::TestWithParam<std::tuple<BackendKind, BatchCase>>
{
};

TEST_P(CUDASTRIPE_GraphsOfBatches, replayWithChangedPixels)
{
    const Backend backend(std::get<0>(GetParam()));
    const BatchCase& each = std::get<1>(GetParam());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto host = Backend(BackendKind::Host).striper();
    for (Placement placement : {Placement::PageLocked, Placement::OnDevice}) {
        RNG rng(3);
        std::vector<std::unique_ptr<PlacedImage>> src, dst;
        std::vector<_InputArray> inputs;
        ImageShape shape;
        shape.placement = placement;
        const auto contentOf = [&](int i) {
            const Size size(40 + 8 * (i % 3), 24);
            return randomImage(Size(size.width, size.height * each.sourceRows / each.ofRows), each.type, rng);
        };
        std::vector<Mat> mats, results;
        std::vector<cuda::GpuMat> gpuMats, gpuResults;
        for (int i = 0; i < 8; ++i) {
            const Mat content = contentOf(i);
            Mat result;
            each.run(content, result, StreamRef(), *host);
            src.push_back(std::make_unique<PlacedImage>(backend, shape, content.size(), content.type()));
            dst.push_back(std::make_unique<PlacedImage>(backend, shape, result.size(), result.type()));
            if (placement == Placement::OnDevice) {
                gpuMats.push_back(*static_cast<const cuda::GpuMat*>(src.back()->input().getObj()));
                gpuResults.push_back(*static_cast<const cuda::GpuMat*>(dst.back()->input().getObj()));
            } else {
                mats.push_back(src.back()->input().getMat());
                results.push_back(dst.back()->input().getMat());
            }
        }
        auto striper = backend.striper();
        const OwnedStream stream(*backend.device(), "caller");
        StreamGraph graph(backend, stream);
        if (placement == Placement::OnDevice)
            each.run(gpuMats, gpuResults, StreamHandle(stream.id().get()), *striper);
        else
            each.run(mats, results, StreamHandle(stream.id().get()), *striper);
        graph.end();
        EXPECT_EQ(0, graph.allocations());
        striper.reset();
        const int rounds = std::get<0>(GetParam()) == BackendKind::Cuda ? 1000 : 3;
        for (int round = 0; round < rounds; ++round) {
            std::vector<Mat> expected(src.size());
            for (size_t i = 0; i < src.size(); ++i) {
                const Mat content = contentOf(int(i));
                each.run(content, expected[i], StreamRef(), *host);
                src[i]->set(content);
            }
            graph.run();
            for (size_t i = 0; i < src.size(); ++i)
                ASSERT_EQ(std::string(), differences(expected[i], dst[i]->get(), 0)) << i;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_GraphsOfBatches,
                       testing::Combine(testing::Values(BackendKind::Simulated, BackendKind::Cuda),
                                        testing::ValuesIn(batchCases())),
                       backendAndNumber<BatchCase>);

}}  // namespace opencv_test
