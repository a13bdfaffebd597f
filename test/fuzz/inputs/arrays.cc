// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/backend.hpp"
#include "../../support/operations/random_chain.hpp"
#include "fuzz_inputs.hpp"

namespace opencv_test {
namespace {

//! A Mat of any shape over bytes of its own, which begin and end with some more.
class AnyMat
{
public:
    explicit AnyMat(FuzzedDataProvider& data)
    {
        const int type = CV_MAKETYPE(data.ConsumeIntegralInRange(0, 7), data.ConsumeIntegralInRange(1, 5));
        std::vector<int> sizes(data.ConsumeIntegralInRange<size_t>(0, 9) < 8 ? 2 : data.ConsumeIntegralInRange(3, 4));
        const int most = sizes.size() == 2 ? 40 : 6;
        std::vector<size_t> steps(sizes.size());
        for (int& size : sizes)
            size = data.ConsumeIntegralInRange(data.ConsumeBool() ? 1 : 0, most);
        size_t bytes = CV_ELEM_SIZE(type);
        for (size_t i = sizes.size(); i-- > 0;) {
            steps[i] = bytes;
            bytes *= static_cast<size_t>(std::max(sizes[i], 1));
            if (i + 1 == sizes.size() && sizes.size() == 2)
                bytes += CV_ELEM_SIZE1(type) * data.ConsumeIntegralInRange<size_t>(0, 3);
        }
        const size_t offset = kGuard + data.ConsumeIntegralInRange<size_t>(0, 3);
        bytes_.assign(offset + bytes + kGuard, 0);
        RNG(data.ConsumeIntegral<uchar>() + 1u).fill(bytes_, RNG::UNIFORM, 0, 256);
        before_ = bytes_;
        const bool empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
        if (!empty)
            mat_ = Mat(static_cast<int>(sizes.size()), sizes.data(), type, bytes_.data() + offset, steps.data());
    }

    const Mat& mat() const { return mat_; }
    bool unchanged() const { return bytes_ == before_; }
    bool guardsIntact() const
    {
        return std::equal(before_.begin(), before_.begin() + kGuard, bytes_.begin()) &&
               std::equal(before_.end() - kGuard, before_.end(), bytes_.end() - kGuard);
    }

private:
    static constexpr int kGuard = 64;

    std::vector<uchar> bytes_, before_;
    Mat mat_;
};

//! Some Mats, as one argument of a call: as one, or as a vector of them.
class AnyArray
{
public:
    explicit AnyArray(FuzzedDataProvider& data) : single_(data.ConsumeBool())
    {
        const int count = single_ ? 1 : data.ConsumeIntegralInRange(0, 4);
        for (int i = 0; i < count; ++i)
            owners_.push_back(std::make_unique<AnyMat>(data));
        for (const auto& owner : owners_)
            mats_.push_back(owner->mat());
        if (!single_ && count > 1 && data.ConsumeBool())  // repeats
            mats_.assign(mats_.size(), mats_[0]);
    }

    _InputArray source() const { return single_ ? _InputArray(mats_[0]) : _InputArray(mats_); }
    _OutputArray destination() { return single_ ? _OutputArray(mats_[0]) : _OutputArray(mats_); }
    bool all(bool (AnyMat::*is)() const) const
    {
        return std::all_of(owners_.begin(), owners_.end(), [&](const auto& owner) { return (*owner.*is)(); });
    }

private:
    const bool single_;
    std::vector<std::unique_ptr<AnyMat>> owners_;
    std::vector<Mat> mats_;
};

const YuvFormat& anyFormat(FuzzedDataProvider& data)
{
    static const std::vector<YuvFormat> formats = YuvFormat::all();
    return anyOf(formats, data);
}

Chain anyChain(FuzzedDataProvider& data)
{
    const auto order = data.ConsumeBool() ? ChannelOrder::RGB : ChannelOrder::BGR;
    const auto upsampling = data.ConsumeBool() ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
    Chain chain = data.ConsumeBool() ? Chain() : Chain::fromYuv(anyFormat(data), order, 3, upsampling);
    const int end = data.ConsumeIntegralInRange(0, 3);
    chain.convertTo(data.ConsumeIntegralInRange(0, 6), 0.5, 1);
    if (end == 1)
        chain.toYuv(anyFormat(data));
    if (end >= 2)
        chain.toTensor(end == 2 ? TensorLayout::CHW : TensorLayout::HWC, data.ConsumeBool() ? CV_32F : CV_16F, order);
    return chain;
}

void call(const AnyArray& src, const AnyArray& second, AnyArray& dst, Striper& striper, FuzzedDataProvider& data)
{
    using namespace cudastripe;
    const StreamRef stream;
    const auto order = static_cast<ChannelOrder>(data.ConsumeIntegralInRange(-1, 3));
    const int number = data.ConsumeIntegralInRange(-2, 200);
    switch (data.ConsumeIntegralInRange(0, 7)) {
    case 0:
        return cvtColor(src.source(), dst.destination(), number, stream, striper);
    case 1:
        return cvtColor(src.source(), dst.destination(), number, data.ConsumeIntegralInRange(-1, 5), stream, striper);
    case 2:
        return cvtColorTwoPlane(src.source(), second.source(), dst.destination(), number, stream, striper);
    case 3:
        return cvtToYuv(src.source(), dst.destination(), anyFormat(data), order, stream, striper);
    case 4:
        return cvtFromYuv(src.source(), dst.destination(), anyFormat(data), order, number % 6, stream, striper);
    case 5:
        return cvtYuv(src.source(), anyFormat(data), dst.destination(), anyFormat(data), stream, striper);
    case 6:
        return transform(src.source(), dst.destination(), anyChain(data),
                         data.ConsumeBool() ? second.source() : static_cast<_InputArray>(noArray()), stream, striper);
    default:
        return transform(src.source(), second.source(), dst.destination(), anyChain(data).absdiff(secondImage),
                         noArray(), stream, striper);
    }
}

}  // namespace

void callOnAnyArrays(FuzzedDataProvider& data)
{
    const AnyArray src(data), second(data);
    AnyArray dst(data);
    const Backend backend(data.ConsumeBool() ? BackendKind::Host : BackendKind::Simulated);
    StriperParams params;
    params.stripes = data.ConsumeIntegralInRange(0, 5);
    bool refused = false;
    try {
        call(src, second, dst, *backend.striper(params), data);
    } catch (const cv::Exception& error) {
        refused = true;
        EXPECT_FALSE(error.err.empty());
    }
    EXPECT_TRUE(src.all(&AnyMat::unchanged) && second.all(&AnyMat::unchanged)) << "a source has changed";
    EXPECT_TRUE(dst.all(&AnyMat::guardsIntact)) << "bytes around a result have changed";
    EXPECT_TRUE(!refused || dst.all(&AnyMat::unchanged)) << "something was written before the refusal";
}

}  // namespace opencv_test
