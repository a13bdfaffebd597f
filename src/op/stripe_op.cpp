// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The members of all operations: units, bytes, and the planes of a range of units.

#include "stripe_op.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {

StripeOp::StripeOp(int64 cols, int64 rows, int granule) : flat_(false), granule_(granule), cols_(cols), units_(rows) {}

// The granule of a large flat array makes its stripes start at cache lines.
StripeOp::StripeOp(int64 cols, int64 rows, CutBy cut)
    : flat_(cut == CutBy::Elements),
      granule_(flat_ && cols * rows >= (1 << 16) ? 64 : 1),
      cols_(flat_ ? 1 : cols),
      units_(flat_ ? cols * rows : rows)
{
}

StripeOp::~StripeOp() = default;

RowsRead StripeOp::rowsRead(const PlaneSpec& input, int64 first, int64 units) const
{
    if (input.spans)
        return {0, input.spans->end(first + units - 1) - input.spans->begin(first)};
    const int64 begin = rows(input, first), end = rows(input, first + units);
    const int64 above = std::min<int64>(input.rowsAbove, begin);
    const int64 below = std::min<int64>(input.rowsBelow, rows(input, units_) - end);
    return {above, above + end - begin + below};
}

double StripeOp::bytes(int64 units) const
{
    double bytes = 0;
    for (const PlaneSpecs* planes : {&inputs_, &outputs_}) {
        for (const PlaneSpec& plane : *planes)
            bytes += double(plane.rowBytes) * double(rowsNeeded(plane, units));
    }
    return bytes;
}

int64 StripeOp::unitsOf(double bytes) const
{
    const PlaneSpec& input = inputs_[0];
    const double rowsOfAUnit = input.spans ? double(input.spans->spanned()) / double(units_) : 1;
    const auto units = static_cast<int64>(bytes / (double(input.rowBytes) * rowsOfAUnit));
    return std::max<int64>(1, units / granule_) * granule_;
}

StripePlanes StripeOp::from(const StripePlanes& planes, int64 first) const
{
    StripePlanes result;
    result.first = planes.first + first;
    const auto moved = [&](const PlaneSpec& spec, const PlaneView& view) {
        return view.from(firstRow(spec, result.first) - firstRow(spec, planes.first));
    };
    for (size_t i = 0; i < inputs_.size(); ++i)
        result.in[i] = moved(inputs_[i], planes.in[i]);
    for (size_t i = 0; i < outputs_.size(); ++i)
        result.out[i] = moved(outputs_[i], planes.out[i]);
    return result;
}

KernelRef::Accesses StripeOp::accesses(const StripePlanes& planes, int64 units) const
{
    KernelRef::Accesses accesses;
    for (size_t i = 0; i < inputs_.size(); ++i) {
        const RowsRead read = rowsRead(inputs_[i], planes.first, units);
        const PlaneView view = loopView(planes.in[i].from(-read.above), units);
        accesses.push_back({view, flat_ ? 1 : read.count, false});
    }
    for (size_t i = 0; i < outputs_.size(); ++i)
        accesses.push_back({loopView(planes.out[i], units), flat_ ? 1 : rows(outputs_[i], units), true});
    return accesses;
}

void StripeOp::forEachAccess(const StripePlanes& planes, int64 units, const UseAccess& use) const
{
    const KernelRef::Accesses all = accesses(planes, units);
    std::for_each(all.begin(), all.end(), use);
}

}}  // namespace cv::cudastripe
