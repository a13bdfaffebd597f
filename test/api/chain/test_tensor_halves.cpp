// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/tensor_reference.hpp"
#include "../../support/device/backend.hpp"
#include "../../support/images/image_operation.hpp"

// Values of 16 bits in tensors: 16F against a search for the nearest and against OpenCV, bfloat16 against its bits.

namespace opencv_test { namespace {

class CUDASTRIPE_TensorHalves : public testing::TestWithParam<BackendKind>
{
protected:
    Backend backend_{GetParam(), 233};
};

// Each half, what lies between it and the next, the floats beside these, and any bits.
Mat floatsAroundHalves()
{
    std::vector<float> values;
    for (int bits = 0; bits < 0x7c00; ++bits) {
        const float half = static_cast<float>(valueOfHalf(bits));
        const float middle = (half + static_cast<float>(valueOfHalf(bits + 1))) / 2;
        for (float x : {half, std::nextafter(half, 0.f), middle, std::nextafter(middle, 0.f),
                        std::nextafter(middle, INFINITY), -half, -middle})
            values.push_back(x);
    }
    Mat image(200, int(values.size()) / 200 + 1, CV_32FC1);
    RNG(239).fill(image, RNG::UNIFORM, -1e6f, 1e6f);
    Mat bits(50, image.cols, CV_32SC1);
    RNG(241).fill(bits, RNG::UNIFORM, INT_MIN, INT_MAX);
    std::memcpy(image.data, values.data(), values.size() * sizeof(float));
    std::memcpy(bits.ptr(49), image.data, 4);
    image.push_back(Mat(bits.rows, bits.cols, CV_32FC1, bits.data));
    image.at<float>(200, 0) = INFINITY;
    image.at<float>(200, 1) = -INFINITY;
    image.at<float>(200, 2) = std::numeric_limits<float>::quiet_NaN();
    return image;
}

TEST_P(CUDASTRIPE_TensorHalves, areTheNearestAndThoseOfConvertTo)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = floatsAroundHalves();
    Mat dst, converted;
    src.convertTo(converted, CV_16F);
    const Chain chain = Chain().toTensor(TensorLayout::HWC, CV_16F);
    for (Route route : {Route::Shared, Route::Striped}) {
        StriperParams params;
        params.route = route;
        params.stripes = 3;
        dst.release();
        cudastripe::transform(src, dst, chain, StreamRef(), *backend_.striper(params));
        const Mat result = tensorImage(dst, 0, TensorLayout::HWC);
        EXPECT_TRUE(sameBytes(tensorReference(src, TensorLayout::HWC, CV_16F), result));
        EXPECT_EQ(std::string(), differences(converted, result, 0));
    }
}

// Bfloat16s, the floats between them, and those of the test above.
Mat floatsAroundBFloats()
{
    std::vector<int> bits;
    for (int sign : {0, INT_MIN}) {
        for (int upper = 0; upper < 0x7f90; ++upper) {
            for (int rest : {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff})
                bits.push_back(sign | upper << 16 | rest);
        }
    }
    return Mat(int(bits.size()) / 96, 96, CV_32FC1, bits.data()).clone();
}

TEST_P(CUDASTRIPE_TensorHalves, mayBeBFloats)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const int depth = cudastripe::kBFloat16;
    for (const Mat& src : {floatsAroundBFloats(), floatsAroundHalves()}) {
        for (const TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
            Mat dst;
            cudastripe::transform(src, dst, Chain().toTensor(layout, depth), StreamRef(), *backend_.striper());
            ASSERT_EQ(tensorArrayDepth(depth), dst.type());
            EXPECT_TRUE(sameBytes(tensorReference(src, layout, depth), tensorImage(dst, 0, layout)));
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_TensorHalves,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda), backendName);

}}  // namespace opencv_test
