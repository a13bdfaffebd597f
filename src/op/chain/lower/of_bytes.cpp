// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See of_bytes.hpp.

#include "of_bytes.hpp"

#include <numeric>

#include "../../simd/float_mode.hpp"
#include "../tensor/half.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Finds the ByteLine that does the same as steps.
class LineOfSteps
{
public:
    ByteLine line = {{1, 1, 1, 1}, {}, {}, {1, 1, 1, 1}, {}};

    //! False if a line cannot have this instruction after those before.
    bool add(const ChainInstruction& in)
    {
        switch (in.code) {
        case ChainCode::IntToFloat:
        case ChainCode::IntToDouble:
        case ChainCode::FloatToDouble:
        case ChainCode::DoubleToFloat:
            return true;
        case ChainCode::ScaleF:
            return begin(Part::Scale) && set(in, &ByteLine::scale, 1) && setOffsets(in);
        case ChainCode::AddF:
            return begin(Part::Shift) && set(in, &ByteLine::shift, 1);
        case ChainCode::SubtractF:
            return begin(Part::Shift) && set(in, &ByteLine::shift, -1);
        case ChainCode::MultiplyF:
            return begin(Part::Scale) ? set(in, &ByteLine::scale, 1) : setFactors(in);
        case ChainCode::Shuffle:
            return shuffle(in);
        default:
            return setFactors(in);
        }
    }

private:
    enum class Part
    {
        None,
        Scale,
        Shift,
        Factor
    };

    bool begin(Part part)
    {
        const bool may = last_ < part;
        last_ = may ? part : last_;
        return may;
    }

    bool set(const ChainInstruction& in, float (ByteLine::*values)[4], float sign)
    {
        for (int c = 0; c < 4; ++c)
            (line.*values)[c] = sign * in.x[c].f;
        return true;
    }

    bool setOffsets(const ChainInstruction& in)
    {
        for (int c = 0; c < 4; ++c)
            line.offset[c] = in.y[c].f;
        return true;
    }

    //! A factor of 64F is the sum of two floats.
    bool setFactors(const ChainInstruction& in)
    {
        const bool single = in.code == ChainCode::MultiplyF || in.code == ChainCode::DivideF;
        const bool divides = in.code == ChainCode::DivideF || in.code == ChainCode::DivideD;
        if (!(single || divides || in.code == ChainCode::MultiplyD) || !begin(Part::Factor))
            return false;
        for (int c = 0; c < 4; ++c) {
            const double x = single ? static_cast<double>(in.x[c].f) : in.x[c].d, factor = divides ? 1 / x : x;
            line.high[c] = static_cast<float>(factor);
            line.low[c] = static_cast<float>(factor - line.high[c]);
        }
        return true;
    }

    bool shuffle(const ChainInstruction& in)
    {
        const ByteLine old = line;
        for (const auto values :
             {&ByteLine::scale, &ByteLine::offset, &ByteLine::shift, &ByteLine::high, &ByteLine::low}) {
            for (int c = 0; c < 4; ++c)
                (line.*values)[c] = (old.*values)[in.x[c].i & 3];
        }
        return true;
    }

    Part last_ = Part::None;
};

// True if the steps are a line that gives the same bits as the table, for so many channels.
bool isLine(const std::vector<LoweredStep>& steps, const ByteTable<float>& table, int channels, ByteLine& line)
{
    LineOfSteps found;
    for (const LoweredStep& step : steps) {
        for (const LoweredInstruction& in : step.instructions) {
            if (!found.add(in.code))
                return false;
        }
    }
    line = found.line;
    for (int i = 0; i < channels * 256; ++i) {
        if (bitsAs<std::uint32_t>(line.of(i / 256, i % 256)) != bitsAs<std::uint32_t>(table.values[i / 256][i % 256]))
            return false;
    }
    return true;
}

// Sets `from` to the source channel of each result channel; false if steps mix channels.
bool keepApart(const std::vector<LoweredStep>& steps, int (&from)[4])
{
    std::iota(from, from + 4, 0);
    for (const LoweredStep& step : steps) {
        if (ofOneValue(step))
            continue;
        const ChainInstruction& in = step.instructions.front().code;
        if (in.code != ChainCode::Shuffle || step.instructions.size() > 1)
            return false;
        const int before[4] = {from[0], from[1], from[2], from[3]};
        for (int c = 0; c < 4; ++c)
            from[c] = before[in.x[c].i & 3];
    }
    return true;
}

}  // namespace

std::shared_ptr<const ChainOfBytes> ChainOfBytes::of(const std::vector<LoweredStep>& steps)
{
    const auto result = std::make_shared<ChainOfBytes>();
    if (steps.empty() || CV_MAT_DEPTH(steps.front().fromType) != CV_8U || CV_MAT_DEPTH(steps.back().toType) != CV_32F ||
        !keepApart(steps, result->from_))
        return nullptr;
    result->steps_ = steps;
    return result;
}

const ByteValues& ChainOfBytes::values() const
{
    std::call_once(once_, [this] {
        const FloatMode mode;
        // In tableOf() all channels of a pixel are equal, so it does not matter that steps reorder channels.
        const Mat table = tableOf(steps_);
        for (int i = 0; i < 4 * 256; ++i) {
            const int channel = std::min(i / 256, table.channels() - 1);
            const float value = table.ptr<float>()[i % 256 * table.channels() + channel];
            values_.values.values[i / 256][i % 256] = value;
            values_.halves.values[i / 256][i % 256] = static_cast<ushort>(halfOf(value));
            values_.bfloats.values[i / 256][i % 256] = static_cast<ushort>(bfloatOf(value));
        }
        values_.isLine = isLine(steps_, values_.values, CV_MAT_CN(steps_.back().toType), values_.line);
    });
    return values_;
}

}}  // namespace cv::cudastripe
