// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pieces of a batch, and what is done with them.

#include "op.hpp"

#include <algorithm>

#include "kernel.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kPieceBytes = 1 << 16;   // large enough for a kernel's rows, small enough to share among threads
constexpr double kPassedBytes = 1 << 20;  // with passes, as when resizing: neighbouring pieces read some rows twice

}  // namespace

BatchOp::BatchOp(std::vector<BatchImage> images) : StripeOp(1, 0, 1), images_(std::move(images))
{
    pieces_.reserve(images_.size());
    double inBytes = 0, cost = 0, allBytes = 0;
    bool known = true;
    for (const BatchImage& image : images_) {
        const StripeOp& op = *image.op;
        const int64 size = std::min(op.units(), op.unitsOf(op.hasPasses() ? kPassedBytes : kPieceBytes));
        const int64 count = (op.units() + size - 1) / size;
        const int64 imageCount = static_cast<int64>(image.shifts.size()) + 1;
        pieces_.push_back({units_, size, count});
        units_ += count * imageCount;
        count_ += image.shifts.size() + 1;
        for (const PlaneSpec& plane : op.inputs())
            inBytes += double(plane.rowBytes) * double(op.rowsNeeded(plane, op.units())) * double(imageCount);
        const double bytes = op.bytes(op.units()) * double(imageCount);
        allBytes += bytes;
        cost += op.hostCost() * bytes;
        known = known && op.hostCost() > 0;
        kernelCost_ = std::max(kernelCost_, op.kernelCost());
        sameBits_ = sameBits_ && op.sameBits();
        hasPasses_ = hasPasses_ || op.hasPasses();
        compiledForDevice_ = compiledForDevice_ && op.compiledForDevice();
        if (op.inUse())
            inUse_ = op.inUse();  // code for one type; a chain may also have code for other types of the batch
    }
    hostCost_ = known ? cost / allBytes : 0;
    inputs_.push_back({static_cast<int64>(inBytes / double(units_)) + 1, 1});
    outputs_.push_back({static_cast<int64>((allBytes - inBytes) / double(units_)) + 1, 1});
}

void BatchOp::forImages(int64 first, int64 units, const UseImage& use) const
{
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), first,
                                        [](int64 unit, const Pieces& pieces) { return unit < pieces.first; });
    for (size_t i = static_cast<size_t>(after - pieces_.begin()) - 1; units > 0; ++i) {
        const BatchImage& model = images_[i];
        const StripeOp& op = *model.op;
        const Pieces& pieces = pieces_[i];
        size_t image = static_cast<size_t>((first - pieces.first) / pieces.count);
        int64 piece = (first - pieces.first) % pieces.count;
        for (; units > 0 && image <= model.shifts.size(); ++image, piece = 0) {
            const int64 count = std::min(units, pieces.count - piece), begin = piece * pieces.size;
            const StripePlanes planes = begin == 0 ? model.planes : op.from(model.planes, begin);
            use(op, image > 0 ? shifted(planes, op, model.shifts[image - 1]) : planes,
                std::min(op.units() - begin, count * pieces.size));
            first += count;
            units -= count;
        }
    }
}

void BatchOp::hostRun(const StripePlanes& planes, int64 units) const
{
    forImages(planes.first, units,
              [](const StripeOp& op, const StripePlanes& part, int64 count) { op.hostRun(part, count); });
}

KernelRef BatchOp::kernel(const StripePlanes& planes, int64 units) const
{
    const bool all = units == units_;
    BatchKernel merged(all ? count_ : 0);
    const auto add = [&](const StripeOp& op, const StripePlanes& part, int64 count) { merged.add(op, part, count); };
    if (!all)
        forImages(planes.first, units, add);
    for (size_t i = 0; all && i < images_.size(); ++i)
        merged.add(*images_[i].op, images_[i].planes, images_[i].op->units(), images_[i].shifts);
    return merged.make();
}

void BatchOp::forEachAccess(const StripePlanes& planes, int64 units, const UseAccess& use) const
{
    forImages(planes.first, units,
              [&](const StripeOp& op, const StripePlanes& part, int64 count) { op.forEachAccess(part, count, use); });
}

}}  // namespace cv::cudastripe
