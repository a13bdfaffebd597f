// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See patches.hpp.

#include "patches.hpp"

#include <cstring>

namespace cv { namespace cudastripe {
namespace {

//! The pass that copies planes to patches.
class CutOp final : public StripeOp
{
public:
    CutOp(const PatchGrid& grid, Size picture, int channels, int valueBytes, int granule)
        : StripeOp(picture.width, picture.height, granule), grid_(grid), channels_(channels), valueBytes_(valueBytes)
    {
        const int side = grid.shape.side;
        inputs_.push_back({cols_ * valueBytes, granule * channels});
        outputs_.push_back({int64(grid.valueOf(channels, 0)) * valueBytes, granule / side * grid.cols});
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const int side = grid_.shape.side;
        const size_t bytes = size_t(side) * size_t(valueBytes_);
        const int64 distance = int64(grid_.repeatDistance()) * valueBytes_;
        for (int64 y = 0; y < channels_ * units; ++y) {
            const int channel = static_cast<int>(y / units), row = static_cast<int>(y % units);
            const int64 at = int64(grid_.valueOf(channel, row % side)) * valueBytes_;
            const uchar* from = planes.in[0].row(y);
            for (int x = 0; x < grid_.cols; ++x, from += bytes) {
                uchar* to = planes.out[0].row(grid_.rowOf(x, row / side)) + at;
                for (int i = 0; i < grid_.shape.repeats; ++i, to += distance)
                    std::memcpy(to, from, bytes);
            }
        }
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        return valueBytes_ == 4   ? kernelOf<std::uint32_t>(planes, units)
               : valueBytes_ == 2 ? kernelOf<ushort>(planes, units)
                                  : kernelOf<uchar>(planes, units);
    }

private:
    template <class T>
    KernelRef kernelOf(const StripePlanes& planes, int64 units) const
    {
        return KernelRef(PatchBody<T>{grid_, planes.in[0], units, planes.out[0]}, cols_, units * channels_,
                         accesses(planes, units));
    }

    const PatchGrid grid_;
    const int channels_, valueBytes_;
};

class PatchesOp final : public StripeOp
{
public:
    PatchesOp(std::unique_ptr<StripeOp> planes, const PatchGrid& grid, Size picture, int channels, int valueBytes)
        : StripeOp(picture.width, picture.height, planes->granule()),
          planes_(std::move(planes)),
          cut_(grid, picture, channels, valueBytes, granule_),
          channels_(channels)
    {
        hasPasses_ = true;
        inputs_ = planes_->inputs();
        outputs_ = cut_.outputs();
        sameBits_ = planes_->sameBits();
        inUse_ = planes_->inUse();
        const double share = planes_->bytes(units_) / bytes(units_);
        hostCost_ = planes_->hostCost() * share + 1;
        kernelCost_ = planes_->kernelCost() * share + 1;
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        constexpr int64 kMostBytes = 1 << 20;  // stays in the L2 cache
        const int64 bytes = cut_.inputs()[0].rowBytes * channels_ * granule_;
        const int64 most = std::min(units, std::max<int64>(1, kMostBytes / bytes) * granule_);
        const std::unique_ptr<uchar[]> memory(new uchar[size_t(bytes / granule_ * most)]);
        for (int64 first = 0; first < units; first += most) {
            const int64 count = std::min(most, units - first);
            const StripePlanes block = from(planes, first);
            StripePlanes own = block;
            const PlaneView uncut = setPlanes(own, {memory.get(), cut_.inputs()[0].rowBytes}, count);
            planes_->hostRun(own, count);
            cut_.hostRun(cutting(block, uncut), count);
        }
    }

    KernelRef kernel(const StripePlanes&, int64) const override
    {
        CV_Error(Error::StsInternal, "cudastripe: each pass has a kernel of its own");
    }

    PlaneSpecs between(bool readsHost) const override
    {
        PlaneSpecs between = planes_->between(readsHost);
        between.push_back(cut_.inputs()[0]);
        return between;
    }

    void forEachPass(const StripePlanes& planes, int64 units, const UsePass& use) const override
    {
        StripePlanes own = planes;
        const PlaneView uncut = setPlanes(own, planes.between[planes_->between(planes.readsHost).size()], units);
        planes_->forEachPass(own, units,
                             [&](const Pass& pass, const StripeOp& op, const StripePlanes& of, int64 count) {
                                 use({pass.reads, false, pass.left + 1}, op, of, count);
                             });
        use({false, true, 0}, cut_, cutting(planes, uncut), units);
    }

private:
    //! Sets the outputs to the rows of `memory`, a plane below the other; gives all of them as one plane.
    PlaneView setPlanes(StripePlanes& planes, const PlaneView& memory, int64 units) const
    {
        PlaneView all = memory;
        all.rowBytes = cut_.inputs()[0].rowBytes;
        for (int c = 0; c < channels_; ++c)
            planes.out[c] = all.from(c * units);
        return all;
    }

    static StripePlanes cutting(const StripePlanes& planes, const PlaneView& uncut)
    {
        StripePlanes own;
        own.first = planes.first;
        own.in[0] = uncut;
        own.out[0] = planes.out[0];
        return own;
    }

    const std::unique_ptr<StripeOp> planes_;
    const CutOp cut_;
    const int channels_;
};

}  // namespace

std::unique_ptr<StripeOp> makePatchesOp(std::unique_ptr<StripeOp> planes, const PatchShape& shape, Size picture,
                                        int channels, int valueBytes)
{
    return std::make_unique<PatchesOp>(std::move(planes), PatchGrid{shape, picture.width / shape.side}, picture,
                                       channels, valueBytes);
}

}}  // namespace cv::cudastripe
