// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "blobs.hpp"

namespace opencv_test {
namespace {

constexpr int kOld = -7;

//! A destination, and the array that it may be a region of.
struct Target
{
    Mat parent, image;

    bool untouched() const { return parent.empty() || countNonZero(Mat(parent.reshape(1, 1) != kOld)) == 0; }
};

enum class Shape
{
    Empty,
    Planes,
    Pixels,
    Turned,
    Region,
    Several,
    ThreeDimensions,
    Image,
    Last = Image
};

//! For a picture of this size with three channels.
Target makeTarget(Shape shape, Size size)
{
    const int h = size.height, w = size.width;
    const auto whole = [](const std::vector<int>& sizes, int type = CV_32F) {
        const Mat all(sizes, type, Scalar::all(kOld));
        return Target{all, all};
    };
    switch (shape) {
    case Shape::Planes:
        return whole({1, 3, h, w});
    case Shape::Pixels:
        return whole({1, h, w, 3});
    case Shape::Turned:
        return whole({1, 3, w, h});
    case Shape::Region: {
        const Mat parent = whole({1, 3, h, 2 * w}).parent;
        const Range ranges[] = {Range::all(), Range::all(), Range::all(), Range(w, 2 * w)};
        return {parent, parent(ranges)};
    }
    case Shape::Several:
        return whole({2, 3, h, w});
    case Shape::ThreeDimensions:
        return whole({3, h, w});
    case Shape::Image:
        return whole({3 * h, w});
    default:
        return {};
    }
}

void run(InputArray src, OutputArray dst, const Chain& chain, const StreamRef& stream, Striper& striper)
{
    cudastripe::transform(src, dst, chain, noArray(), stream, striper);
}

//! What a call of its own makes of a destination; nothing if it is refused.
Mat madeAlone(const Mat& src, Mat dst, bool fixed, const Chain& chain)
{
    static const std::unique_ptr<Striper> host = makeStriper({});
    try {
        run(src, fixed ? _OutputArray(static_cast<const Mat&>(dst)) : _OutputArray(dst), chain, StreamRef(), *host);
    } catch (const cv::Exception&) {
        return Mat();
    }
    return dst;
}

bool sameArray(const Mat& a, const Mat& b)
{
    return a.size == b.size && a.type() == b.type() && norm(a, b, NORM_INF) == 0;
}

}  // namespace

void callIntoBlobs(FuzzDevices& devices, FuzzedDataProvider& data)
{
    const TensorLayout layout = data.ConsumeBool() ? TensorLayout::CHW : TensorLayout::HWC;
    const Chain chain = Chain().convertTo(CV_32F, 0.5).toTensor(layout);
    const Size size(data.ConsumeIntegralInRange(1, 20), data.ConsumeIntegralInRange(1, 9));
    const bool fixed = data.ConsumeBool();
    RNG rng = drawRng(data);
    std::vector<Mat> src, dst, expected;
    std::vector<Target> targets;
    bool refusedAlone = false;
    for (int left = data.ConsumeIntegralInRange(1, 6); left > 0; --left) {
        const Shape shape = static_cast<Shape>(data.ConsumeIntegralInRange(0, static_cast<int>(Shape::Last)));
        src.push_back(randomImage(data.ConsumeIntegralInRange(0, 3) ? size : size + size, CV_8UC3, rng));
        targets.push_back(makeTarget(shape, size));
        dst.push_back(targets.back().image);
        expected.push_back(madeAlone(src.back(), makeTarget(shape, size).image, fixed, chain));
        refusedAlone = refusedAlone || expected.back().empty();
    }
    const StreamRef stream = devices.drawStream(data, true);
    const std::vector<Mat>& constant = dst;
    bool refused = false;
    const bool ended = devices.tryCall([&] {
        try {
            run(src, fixed ? _OutputArray(constant) : _OutputArray(dst), chain, stream, devices.striper());
        } catch (const cv::Exception& e) {
            refused = e.err.find(": image ") != std::string::npos;
            if (!refused)
                throw;
        }
    });
    devices.wait();
    if (!ended)
        return;
    EXPECT_EQ(refusedAlone, refused);
    for (size_t i = 0; i < dst.size(); ++i) {
        if (refused)
            EXPECT_TRUE(targets[i].untouched()) << i;
        else
            EXPECT_TRUE(sameArray(expected[i], dst[i])) << i;
    }
}

}  // namespace opencv_test
