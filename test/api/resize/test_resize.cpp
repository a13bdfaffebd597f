// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/stream_graph.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/resize_operations.hpp"

// Results in any memory, however the work is cut.

namespace opencv_test { namespace {

using ResizeParam = std::tuple<BackendKind, int>;  // the operation by its index

class CUDASTRIPE_Resize : public testing::TestWithParam<ResizeParam>
{
};

TEST_P(CUDASTRIPE_Resize, equalsTheReferenceInAnyShapeAndCut)
{
    static const std::vector<ImageOperation> operations = resizeOperations();
    const auto [kind, index] = GetParam();
    const Backend backend(kind, 11);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkShapes(operations[static_cast<size_t>(index)], backend, 3 + static_cast<std::uint64_t>(index), 1);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Resize,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(resizeOperations().size()))),
                       backendAndNumber<int>);

class CUDASTRIPE_ResizeCuts : public testing::TestWithParam<ResizeParam>
{
};

TEST_P(CUDASTRIPE_ResizeCuts, allGiveTheSameBits)
{
    const auto [kind, index] = GetParam();
    const Backend backend(kind, 5);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkCuttings(resizesToCut()[static_cast<size_t>(index)], backend);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeCuts,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(resizesToCut().size()))),
                       backendAndNumber<int>);

class CUDASTRIPE_ResizeMemory : public testing::TestWithParam<BackendKind>
{
protected:
    // Of the mode with index i.
    static Mat resized(size_t i, const Mat& src, Size size, Striper& striper)
    {
        Mat dst;
        cudastripe::resize(src, dst, size, allResizeModes()[i].resampling, StreamRef(), striper);
        return dst;
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
};

TEST_P(CUDASTRIPE_ResizeMemory, ofASourceIsNotWritten)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    Mat whole = randomImage(Size(40, 30), CV_8UC3, theRNG());
    const Mat before = whole.clone();
    for (const ResizeMode& mode : allResizeModes()) {
        Mat part = whole(Rect(5, 5, 10, 10));
        const auto call = [&] {
            cudastripe::resize(whole(Rect(0, 0, 20, 20)), part, Size(10, 10), mode.resampling, StreamRef(), *striper);
        };
        expectRefusal(call, {"cudastripe::resize", "dst overlaps src"});
        EXPECT_TRUE(sameBytes(before, whole)) << mode.name;
    }
}

// A graph reads what its images hold when it runs, and keeps what the kernels need.
TEST_P(CUDASTRIPE_ResizeMemory, ofAGraphOutlivesTheCall)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size from(90, 70), to(41, 33);
    RNG rng(3);
    for (const Placement placement : {Placement::OnDevice, Placement::PageLocked}) {
        for (size_t i = 0; i < allResizeModes().size(); ++i) {
            const auto striper = backend_.striper();
            const OwnedStream stream(*backend_.device(), "captured");
            ImageShape shape;
            shape.placement = placement;
            PlacedImage src(backend_, shape, from, CV_8UC3), dst(backend_, shape, to, CV_8UC3);
            StreamGraph graph(backend_, stream);
            cudastripe::resize(src.input(), dst.output(), to, allResizeModes()[i].resampling,
                               StreamHandle(stream.id().get()), *striper);
            graph.end();
            for (int run = 0; run < 2; ++run) {
                const Mat content = randomImage(from, CV_8UC3, rng), other = randomImage(from, CV_8UC3, rng);
                src.set(content);
                graph.run();
                EXPECT_TRUE(sameBytes(resized(i, content, to, *host_), dst.get())) << allResizeModes()[i].name;
                resized(i, other, Size(to.width + run, to.height), *striper);
            }
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeMemory, testing::Values(BackendKind::Simulated, BackendKind::Cuda),
                       backendName);

}}  // namespace opencv_test
