// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/functors/image_functors.hpp"
#include "../support/images/image_operation.hpp"
#include "../support/process/refusal.hpp"

namespace opencv_test { namespace {

ImageOperation operationOf(const ImageFunctor& functor)
{
    ImageOperation operation;
    operation.name = functor.name;
    operation.run = functor.run;
    operation.reference = [functor](const Mat& src, const Mat&) { return functor.reference(src); };
    operation.srcTypes = {functor.srcType};
    operation.dstType = [functor](int) { return functor.dstType; };
    operation.tolerance = [](int) { return 0; };
    return operation;
}

class CUDASTRIPE_FunctorImages : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    CUDASTRIPE_FunctorImages() : backend(std::get<0>(GetParam()), 3) {}
    int index() const { return std::get<1>(GetParam()); }
    ImageFunctor functor() const { return imageFunctors()[static_cast<size_t>(index())]; }

    Backend backend;
};

TEST_P(CUDASTRIPE_FunctorImages, equalTheReferenceInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkShapes(operationOf(functor()), backend, 17 + static_cast<std::uint64_t>(index()), 2);
}

TEST_P(CUDASTRIPE_FunctorImages, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkCuttings(operationOf(functor()), backend);
}

// A thread's groups lie up to 1024 elements apart in an image with gaps, and 8192 in one without.
TEST_P(CUDASTRIPE_FunctorImages, equalTheReferenceWhereThreadsHaveAllTheirGroups)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(29);
    const auto striper = backend.striper();
    for (int width : {127, 128, 513, 1023, 1024, 1040, 8191, 8193, 20011}) {
        for (int padding : {0, 16, 3}) {
            for (int offset : {0, 1}) {
                ImageShape shape;
                shape.placement = backend.devices().size() == 1 ? Placement::OnDevice : Placement::Pageable;
                shape.padding = padding;
                shape.offset = offset;
                checkOnce(operationOf(functor()), backend, *striper,
                          randomImage(Size(width, 3), functor().srcType, rng), shape, shape);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST_P(CUDASTRIPE_FunctorImages, theFunctionObjectMayDieBeforeTheStreamHasPassed)
{
    if (!backend.available() || !backend.device())
        CUDASTRIPE_SKIP("no device, so no stream");
    RNG rng(31);
    const auto striper = backend.striper();
    const Mat src = randomImage(Size(640, 48), functor().srcType, rng);
    ImageShape shape;
    shape.placement = Placement::PageLocked;
    PlacedImage from(backend, shape, src.size(), src.type()), to(backend, shape, src.size(), functor().dstType);
    from.set(src);
    const OwnedStream stream(*backend.device(), "caller");
    functor().run(from.input(), to.output(), StreamHandle(StreamId(stream).get()), *striper);
    waitFor(*backend.device(), stream);
    EXPECT_EQ(std::string(), differences(functor().reference(src), to.get(), 0));
}

TEST_P(CUDASTRIPE_FunctorImages, workInPlaceIfPixelsHaveOneSize)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (CV_ELEM_SIZE(functor().srcType) != CV_ELEM_SIZE(functor().dstType))
        return;
    RNG rng(37);
    const auto striper = backend.striper();
    for (int width : {5, 700, 9000}) {
        for (int padding : {0, 16, 24}) {
            const Mat src = randomImage(Size(width, 5), functor().srcType, rng);
            ImageShape shape;
            shape.placement = backend.devices().size() == 1 ? Placement::OnDevice : Placement::Pageable;
            shape.padding = padding;
            PlacedImage image(backend, shape, src.size(), src.type());
            image.set(src);
            const PlaneView& plane = image.plane();
            if (shape.placement == Placement::OnDevice) {
                cuda::GpuMat dst(src.rows, src.cols, functor().dstType, plane.base, static_cast<size_t>(plane.step));
                functor().run(image.input(), dst, StreamRef(), *striper);
            } else {
                Mat dst(src.rows, src.cols, functor().dstType, plane.base, static_cast<size_t>(plane.step));
                functor().run(image.input(), dst, StreamRef(), *striper);
            }
            const Mat result = image.get();
            const Mat typed(src.rows, src.cols, functor().dstType, result.data, result.step);
            EXPECT_EQ(std::string(), differences(functor().reference(src), typed, 0)) << functor().name;
            EXPECT_TRUE(image.guardsIntact());
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FunctorImages,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(imageFunctors().size()))));

class CUDASTRIPE_FunctorPairs : public testing::TestWithParam<BackendKind>
{
protected:
    CUDASTRIPE_FunctorPairs() : backend(GetParam(), 5) {}

    PlacedImage place(const Mat& content, RNG& rng) const
    {
        ImageShape shape;
        if (backend.devices().size() == 1)
            shape.placement = static_cast<Placement>(rng.uniform(0, 3));
        shape.offset = rng.uniform(0, 2);
        shape.padding = rng.uniform(0, 2) ? rng.uniform(0, 20) : 0;
        PlacedImage image(backend, shape.inValues(content.type()), content.size(), content.type());
        image.set(content);
        return image;
    }

    Backend backend;
};

TEST_P(CUDASTRIPE_FunctorPairs, equalTheReferenceInAnyMemory)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(41);
    for (const PairFunctor& functor : pairFunctors()) {
        for (int turn = 0; turn < 200; ++turn) {
            StriperParams params;
            params.stripes = turn % 5;
            params.order = static_cast<IssueOrder>(turn % 3);
            params.route = rng.uniform(0, 2) == 1 ? Route::Shared : Route::Striped;
            const Size size(rng.uniform(1, turn % 10 == 0 ? 3000 : 200), rng.uniform(1, 9));
            const Mat first = randomImage(size, functor.aType, rng), second = randomImage(size, functor.bType, rng);
            PlacedImage a = place(first, rng), b = place(second, rng);
            PlacedImage dst = place(Mat::zeros(size, functor.dstType), rng);
            // In turn beside them, on the first, on the second.
            const int at = functor.aType == functor.dstType && functor.bType == functor.dstType ? turn % 3 : 0;
            PlacedImage& result = at == 1 ? a : at == 2 ? b : dst;
            functor.run(a.input(), b.input(), result.output(), StreamRef(), *backend.striper(params));
            ASSERT_EQ(std::string(), differences(functor.reference(first, second), result.get(), 0))
                << functor.name << ", turn " << turn;
            ASSERT_TRUE(result.guardsIntact()) << functor.name;
        }
    }
}

TEST_P(CUDASTRIPE_FunctorPairs, badArgumentsAreNamed)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    const PairFunctor mean = pairFunctors()[0], scale = pairFunctors()[1];
    const ImageFunctor swap = imageFunctors()[4], gray = imageFunctors()[0];
    Mat bgr(6, 8, CV_8UC3, Scalar::all(7)), bgra(6, 8, CV_8UC4, Scalar::all(7)), dst;
    const Mat before = bgr.clone();
    const auto run = [&](const ImageFunctor& functor, InputArray src, OutputArray to) {
        return [&, to] { functor.run(src, to, StreamRef(), *striper); };
    };
    const auto runPair = [&](const PairFunctor& functor, const Mat& a, const Mat& b) {
        return [&, a, b] { functor.run(a, b, dst, StreamRef(), *striper); };
    };
    expectRefusal(run(gray, bgr, dst),
                  {"cudastripe::transform: src has type CV_8UC3; the function object takes CV_8UC4"});
    expectRefusal(run(gray, Mat(), dst), {"src is empty"});
    expectRefusal(run(gray, bgra, noArray()), {"dst is noArray()"});
    Mat_<float> fixed(6, 8);
    expectRefusal(run(gray, bgra, fixed), {"dst is fixed at", "8 x 6 of CV_32FC1", "8 x 6 of CV_8UC1"});
    expectRefusal(runPair(mean, bgr, bgra), {"b has type CV_8UC4; the function object takes CV_8UC3"});
    expectRefusal(runPair(scale, bgr, bgr), {"a has type CV_8UC3; the function object takes CV_8UC4"});
    expectRefusal(runPair(mean, bgr, Mat(6, 9, CV_8UC3)), {"b is 9 x 6, but a is 8 x 6; both must have one size"});
    EXPECT_TRUE(dst.empty());
    Mat right = bgr(Rect(1, 0, 7, 6));
    expectRefusal(run(swap, bgr(Rect(0, 0, 7, 6)), right), {"dst overlaps src"});
    EXPECT_EQ(0, cv::norm(before, bgr, NORM_INF));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FunctorPairs, testing::ValuesIn(kAllBackends));

}}  // namespace opencv_test
