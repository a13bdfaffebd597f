// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/operations/operator_operation.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

ImageOperation masked(const Chain& chain, const std::vector<int>& types)
{
    std::function<int(int)> second;
    if (chain.usesSecond())
        second = [](int type) { return type; };
    ImageOperation operation = chainOperation(chain, types, second);
    operation.masked = true;
    operation.most = Size(70, 4);
    return operation;
}

std::vector<ImageOperation> maskedOperations()
{
    return {masked(Chain().add(Scalar(10, -20, 30, 300)), {CV_8UC1, CV_8UC2, CV_8UC3, CV_8UC4}),
            masked(Chain(), {CV_8UC1, CV_16UC3, CV_32FC4, CV_64FC4}),
            masked(Chain().lut(Mat(1, 256, CV_16UC1, Scalar(1234))), {CV_8UC1, CV_8SC3}),
            masked(Chain().convertTo(CV_32F, 0.5, 3).sqr(), {CV_8UC3, CV_16SC1, CV_64FC2}),
            masked(Chain().max(Scalar(1, 2, 3)).channels({0}), {CV_16UC2, CV_32SC3}),
            masked(Chain().absdiff(secondImage).threshold(40, 255, THRESH_BINARY), {CV_8UC3}),
            masked(Chain().inRange(Scalar::all(20), Scalar::all(2000)), {CV_16UC4, CV_32FC3})};
}

class CUDASTRIPE_Masks : public testing::TestWithParam<std::tuple<BackendKind, ImageOperation>>
{
protected:
    const ImageOperation& operation() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 107};
};

TEST_P(CUDASTRIPE_Masks, keepPixelsInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation(), backend_, 109 + operation().name.size(), 1);
}

TEST_P(CUDASTRIPE_Masks, keepPixelsInEveryCutting)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Masks,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(maskedOperations())),
                       backendAndNumber<ImageOperation>);

class CUDASTRIPE_MaskedCall : public testing::TestWithParam<BackendKind>
{
protected:
    CUDASTRIPE_MaskedCall()
    {
        RNG rng(113);
        src_ = randomImage(size_, CV_8UC3, rng);
        mask_ = Mat(size_, CV_8UC1);
        rng.fill(mask_, RNG::UNIFORM, 0, 2);
        cv::add(src_, Scalar::all(7), sum_);
    }

    void call(OutputArray dst, InputArray mask) { call(src_, dst, mask); }
    void call(InputArray src, OutputArray dst, InputArray mask)
    {
        cudastripe::transform(src, dst, Chain().add(Scalar::all(7)), mask, StreamRef(), *striper_);
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    const Size size_{97, 41};
    Mat src_, mask_, sum_;
};

TEST_P(CUDASTRIPE_MaskedCall, leavesZerosInNewMemory)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Mat expected(size_, CV_8UC3, Scalar::all(0));
    sum_.copyTo(expected, mask_);
    for (const Mat& before : {Mat(), Mat(size_, CV_8UC1, Scalar(9)), Mat(size_, CV_32FC3, Scalar::all(9)),
                              Mat(size_ + Size(1, 0), CV_8UC3, Scalar::all(9))}) {
        Mat dst = before;
        call(dst, mask_);
        EXPECT_EQ(std::string(), differences(expected, dst, 0)) << before.size() << typeToString(before.type());
    }
}

TEST_P(CUDASTRIPE_MaskedCall, takesEveryValueButZeroForYes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (int type : {CV_8UC1, CV_8SC1}) {
        for (int value : {1, 127, 128, 255, -1, -128}) {
            Mat mask(size_, type, Scalar(0)), dst(size_, CV_8UC3, Scalar::all(3)), expected = dst.clone();
            Mat(size_, CV_8UC1, mask.data).setTo(value & 255, mask_);
            sum_.copyTo(expected, mask_);
            call(dst, mask);
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << value << " of " << typeToString(type);
        }
    }
}

TEST_P(CUDASTRIPE_MaskedCall, worksInPlace)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Mat expected = src_.clone(), image = src_.clone();
    sum_.copyTo(expected, mask_);
    call(image, image, mask_);
    EXPECT_EQ(std::string(), differences(expected, image, 0));
}

TEST_P(CUDASTRIPE_MaskedCall, choosesAllOrNothing)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat before(size_, CV_8UC3, Scalar::all(3));
    Mat dst = before.clone();
    call(dst, Mat(size_, CV_8UC1, Scalar(0)));
    EXPECT_EQ(0, cv::norm(before, dst, NORM_INF));
    call(dst, Mat(size_, CV_8UC1, Scalar(1)));
    EXPECT_EQ(0, cv::norm(sum_, dst, NORM_INF));
}

TEST_P(CUDASTRIPE_MaskedCall, keepsPixelsOfARegion)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Mat larger(size_ + Size(9, 5), CV_8UC3, Scalar::all(3)), expected = larger.clone();
    const Rect region(Point(4, 2), size_);
    Mat expectedRegion = expected(region), dst = larger(region);
    sum_.copyTo(expectedRegion, mask_);
    call(dst, mask_);
    EXPECT_EQ(dst.data, larger(region).data);
    EXPECT_EQ(std::string(), differences(expected, larger, 0));
}

// Where it is 0 it keeps its 0, and elsewhere it is read before it is written.
TEST_P(CUDASTRIPE_MaskedCall, mayHaveTheMaskForItsDestination)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const Chain& chain : {Chain().add(7), Chain().max(40).gamma(0.5), Chain().compare(128, CMP_GE)}) {
        for (int stripes : {0, 1, 3, 41}) {
            StriperParams params;
            params.stripes = stripes;
            const auto striper = backend_.striper(params);
            for (Placement placement : {Placement::Pageable, Placement::PageLocked, Placement::OnDevice}) {
                if (placement != Placement::Pageable && !backend_.device())
                    continue;
                ImageShape shape;
                shape.placement = placement;
                shape.padding = stripes % 2 * 5;
                PlacedImage src(backend_, shape, size_, CV_8UC1), both(backend_, shape, size_, CV_8UC1);
                Mat image, result, expected = mask_.clone();
                cv::extractChannel(src_, image, 0);
                src.set(image);
                both.set(mask_);
                cudastripe::transform(image, result, chain, noArray(), StreamRef(), *makeStriper({}));
                result.copyTo(expected, mask_);
                cudastripe::transform(src.input(), both.output(), chain, both.input(), StreamRef(), *striper);
                EXPECT_EQ(std::string(), differences(expected, both.get(), 0)) << chain.toString() << stripes;
                EXPECT_TRUE(both.guardsIntact());
            }
        }
    }
}

TEST_P(CUDASTRIPE_MaskedCall, refusesAPartOfTheMaskForItsDestination)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Mat memory(size_ + Size(0, 1), CV_8UC1, Scalar(1)), before = memory.clone(), image;
    cv::extractChannel(src_, image, 0);
    Mat mask = memory.rowRange(0, size_.height), dst = memory.rowRange(1, size_.height + 1);
    expectRefusal([&] { call(image, dst, mask); }, {"dst overlaps mask"});
    EXPECT_EQ(0, cv::norm(before, memory, NORM_INF));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_MaskedCall, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
