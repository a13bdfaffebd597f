// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a body that resizes.

#pragma once

#include <cmath>

#include "../simd/float_mode.hpp"
#include "costs.hpp"
#include "resizer.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {

//! The granule, in rows of the result. It is so large that two neighbouring pieces sum few source rows twice.
inline int granuleOf(const RowSpans& rows)
{
    constexpr double kMostTwice = 0.35;  // source rows summed twice, as a fraction of a piece's source rows
    constexpr double kMost = 32;
    const double twice = std::max(0., rows.taps - std::max(1., std::floor(rows.scale)));
    return static_cast<int>(std::clamp(std::ceil(twice / (kMostTwice * rows.scale)), 1., kMost));
}

//! An operation whose body is made by makeResizeOp().
template <class Body>
class ResizeOp final : public Resizer
{
public:
    ResizeOp(const Body& body, const ResizeShape& shape, std::shared_ptr<const ResizeTables> tables)
        : Resizer(shape.sizes.made.width, shape.sizes.made.height, granuleOf(tables->rows())),
          body_(body),
          depth_(CV_MAT_DEPTH(shape.type)),
          tables_(std::move(tables))
    {
        const Size source = shape.sizes.source;
        body_.channels = CV_MAT_CN(shape.type);
        body_.lastSource = source.height - 1;
        body_.across = tables_->across();
        body_.down = tables_->down();
        body_.table = tables_->data();
        const auto pixelBytes = static_cast<int64>(CV_ELEM_SIZE(shape.type));
        inputs_.push_back({source.width * pixelBytes, 1, 0, 0, &tables_->rows()});
        outputs_.push_back(plane(pixelBytes));
        hostCost_ = kResizeHostCost<Body>;
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        const int cols = static_cast<int>(cols_);
        const HostTaps& host = tables_->host([&] { return hostTapsOf(body_, cols, inputs_[0].rowBytes); });
        const Body body = bodyOn(planes, units);
        resizeRows(HostWork<Body>{body, host, cols, units, tables_->rows().taps});
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const Body body = bodyOn(planes, units);
        KernelRef kernel(body, itemsOf(body), units, accesses(planes, units));
        kernel.setManyImages(tables_->memory());
        return kernel;
    }

    ResizeMethod method() const override { return methodOf(body_); }
    const ResizeTables& tables() const override { return *tables_; }

private:
    template <class Math>
    ResizeMethod methodOf(const ResizeBody<Math>& body) const
    {
        return {body.math, depth_};
    }
    template <class Sample>
    ResizeMethod methodOf(const BoxBody<Sample>& body) const
    {
        return {body.math, depth_};
    }
    template <class Value>
    ResizeMethod methodOf(const NearestBody<Value>&) const
    {
        return {NearestMath<Value>(), depth_};
    }

    template <class Math>
    static int64 itemsOf(const ResizeBody<Math>& body)
    {
        return body.items();
    }
    template <class Other>
    int64 itemsOf(const Other&) const
    {
        return cols_;
    }

    template <class Math>
    void setStores(ResizeBody<Math>& body, int64 rows) const
    {
        constexpr int kPixels = ResizeBody<Math>::kPixels;
        body.cols = static_cast<int>(cols_);
        body.wide = body.dst.aligned(wordBytes(kPixels * body.channels * int(sizeof(typename Math::Sample))), rows);
    }
    template <class Other>
    void setStores(Other&, int64) const
    {
    }

    Body bodyOn(const StripePlanes& planes, int64 rows) const
    {
        Body body = body_;
        body.src = planes.in[0];
        body.dst = planes.out[0];
        body.firstResult = static_cast<int>(planes.first);
        setStores(body, rows);
        body.firstSource = static_cast<int>(tables_->rows().begin(planes.first));
        return body;
    }

    Body body_;
    const int depth_;
    const std::shared_ptr<const ResizeTables> tables_;
};

}}  // namespace cv::cudastripe
