// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See notes.hpp.

#include "notes.hpp"

#include "../striper/call_opener.hpp"

namespace cv { namespace cudastripe {

void BatchNotes::start(bool opensAll)
{
    images.clear();
    src.clear();
    dst.clear();
    complete = true;
    opensAll_ = opensAll;
    next_ = 0;
    mayRepeat_ = false;
}

bool BatchNotes::run(const Call& call)
{
    const size_t number = next_++;
    const auto append = [&](std::vector<ImageAccess>& list, ImageAccess image) {
        image.number = number;
        list.push_back(std::move(image));
    };
    std::for_each(call.src.begin(), call.src.end(), [&](const ImageAccess& image) { append(src, image); });
    mayRepeat_ = false;
    opened_ = opensAll_ || call.dstFits;
    if (!opened_) {
        complete = false;
        return false;
    }
    std::vector<ImageAccess> to = call.openDst(call.dst);
    std::unique_ptr<StripeOp> op = call.makeOp(to);
    const StripePlanes planes = planesOfCall(*op, call.src, to);
    images.push_back({std::move(op), planes, {}});
    std::for_each(to.begin(), to.end(), [&](ImageAccess& image) { append(dst, std::move(image)); });
    return false;
}

void BatchNotes::setHeaders(const ImageHeader& from, const ImageHeader& to)
{
    const auto isOne = [&](const std::vector<ImageAccess>& list) {
        return !list.empty() && list.back().number + 1 == next_ &&
               (list.size() == 1 || list[list.size() - 2].number + 1 < next_);
    };
    from_ = from;
    to_ = to;
    // A header of more than two dimensions does not say whether the next one is alike.
    mayRepeat_ = to.rows >= 0 && isOne(src) && (!opened_ || (isOne(dst) && !dst.back().alsoRead));
    if (mayRepeat_ && opened_) {
        fromBytes_ = src.back().range().sizeBytes();
        toBytes_ = dst.back().range().sizeBytes();
    }
}

bool BatchNotes::repeat(const ImageHeader& from, const ImageHeader& to)
{
    const bool bothNew = !to.data && !to_.data;
    if (opened_ ? !alike(to, to_) || !apartAsBefore(from.data, to.data) : !bothNew && !alike(to, to_))
        return false;
    src.back().alike.push_back(from.data);
    ++next_;
    if (opened_) {
        images.back().alike.push_back({from.data - from_.data, to.data - to_.data});
        dst.back().alike.push_back(to.data);
    }
    return true;
}

// True if this pair does not overlap, or lies as far apart as the last pair, which was accepted.
bool BatchNotes::apartAsBefore(const uchar* from, const uchar* to) const
{
    if (to - from == to_.data - from_.data)
        return true;
    return !HostRange::of(from, fromBytes_).overlaps(HostRange::of(to, toBytes_));
}

}}  // namespace cv::cudastripe
