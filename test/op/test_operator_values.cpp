// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../reference/operator_reference.hpp"
#include "../support/operations/operator_operation.hpp"

namespace opencv_test { namespace {

// Every value of a depth with up to 16 bits, in order, else the extreme ones and others drawn at random.
Mat everyValue(int depth, RNG& rng)
{
    if (depth > CV_16S)
        return valueImage(Size(256, 64), depth, rng);
    const int count = depth <= CV_8S ? 256 : 65536, least = depth == CV_8S ? -128 : depth == CV_16S ? -32768 : 0;
    Mat values(count / 256, 256, CV_32S), image;
    for (int i = 0; i < count; ++i)
        values.at<int>(i / 256, i % 256) = least + i;
    values.convertTo(image, depth);
    return image;
}

// Each of these values beside each.
void makePairs(const Mat& values, Mat& first, Mat& second)
{
    cv::repeat(values, static_cast<int>(values.total()), 1, first);
    cv::repeat(values.t(), 1, static_cast<int>(values.total()), second);
}

Mat asImage(const std::vector<double>& values, int depth)
{
    Mat image;
    Mat(values).reshape(1, 1).convertTo(image, depth);
    return image;
}

class CUDASTRIPE_OperatorValues : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const OperatorInfo& info() const { return operatorTable()[static_cast<size_t>(std::get<1>(GetParam()))]; }

    void check(const Chain& chain, const Mat& src, const Mat& second)
    {
        Sample sample;
        sample.src = src;
        sample.second = chain.usesSecond() ? second : Mat();
        checkOnce(operatorOperation(chain, {src.type()}), backend_, *striper_, sample);
    }

    // Pixels of as many channels as the operator takes, from values of one.
    //! Pixels with as many channels as the operator takes, of all values but perhaps the last.
    Mat shaped(const Mat& values) const
    {
        const int channels = CV_MAT_CN(operatorTypes(info()).front()),
                  pixels = static_cast<int>(values.total()) / channels;
        return values.cols % channels == 0 ? values.reshape(channels)
                                           : values.reshape(1, 1).colRange(0, pixels * channels).reshape(channels);
    }

    Backend backend_{std::get<0>(GetParam())};
    std::unique_ptr<Striper> striper_ = backend_.striper();
};

TEST_P(CUDASTRIPE_OperatorValues, areTakenOneByOne)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(79);
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        if (!namesDepth(info().depths, depth))
            continue;
        const Mat src = shaped(everyValue(depth, rng));
        for (const Chain& chain : operatorCases(info().code, src.type())) {
            if (!chain.usesSecond())
                check(chain, src, Mat());
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

TEST_P(CUDASTRIPE_OperatorValues, areTakenInPairs)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (info().code == OperatorCode::BlendOver)
        return;
    RNG rng(83);
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        if (!namesDepth(info().depths, depth))
            continue;
        for (const Chain& chain : operatorCases(info().code, depth)) {
            if (!chain.usesSecond())
                continue;
            Mat x, y;
            makePairs(depth <= CV_8S ? everyValue(depth, rng) : asImage(extremeValues(depth), depth), x, y);
            check(chain, x, y);
            check(chain, valueImage(Size(211, 97), depth, rng), valueImage(Size(211, 97), depth, rng));
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OperatorValues,
                       testing::Combine(testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda),
                                        testing::Range(0, static_cast<int>(operatorTable().size()))),
                       backendAndOperator);

class CUDASTRIPE_OperatorColours : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_OperatorColours, areBlendedAndMultipliedWithEveryAlpha)
{
    const Backend backend(GetParam());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    const int step = GetParam() == BackendKind::Host ? 1 : 17;
    Mat over(256, 256, CV_8UC4), under(256, 256, CV_8UC3);
    for (int i = 0; i < 65536; ++i)
        over.at<Vec4b>(i / 256, i % 256) = Vec4b(uchar(i), uchar(i + 85), uchar(255 - i), uchar(i / 256));
    for (int y = 0; y < 256; y += step) {
        under.setTo(Scalar(y, (y + 101) % 256, 255 - y));
        Mat dst;
        cudastripe::transform(over, under, dst, Chain().blendOver(secondImage), noArray(), StreamRef(), *striper);
        const Operator blend = Chain().blendOver(secondImage).steps().front();
        ASSERT_EQ(std::string(), wrongResult(blend, over, under, dst)) << y;
    }
    Mat dst;
    cudastripe::transform(over, dst, Chain().premultiply(), noArray(), StreamRef(), *striper);
    EXPECT_EQ(std::string(), wrongResult(Chain().premultiply().steps().front(), over, Mat(), dst));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OperatorColours,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda), backendName);

}}  // namespace opencv_test
