// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The taps of both directions in one table, which is copied to a device.

#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "../kernel_ref.hpp"
#include "axis.hpp"
#include "op.hpp"
#include "simd/byte_picks.hpp"

namespace cv { namespace cudastripe {

//! One direction; offsets in the table are in bytes.
struct TapPlaces
{
    unsigned spans;
    unsigned weights;
    int width;

    CV_CUDASTRIPE_HD SourceSpan span(const uchar* table, int64 i) const
    {
        return reinterpret_cast<const SourceSpan*>(table + spans)[i];
    }
    template <class Weight>
    CV_CUDASTRIPE_HD const Weight* weightsOf(const uchar* table, int64 i) const
    {
        return reinterpret_cast<const Weight*>(table + weights) + i * width;
    }
};

//! Data about taps that only the CPU needs.
struct HostTaps
{
    BytePicks picks;  //!< of nearest pixels, or of the columns of boxes
    PickedSums sums;
    std::vector<short> split;  //!< weights of BytesAcross for Bytes
};

//! Both directions of a call.
struct ResizeAxes
{
    std::shared_ptr<const ResizeAxis> across, down;
};

//! The taps of all calls of one shape.
class ResizeTables
{
public:
    //! Takes the part of both axes for the results that are made.
    ResizeTables(const ResizeAxes& axes, const ResizeSizes& sizes);

    const std::shared_ptr<const KernelRef::ManyImages>& memory() const { return memory_; }
    const uchar* data() const { return memory_->table.data(); }
    const TapPlaces& across() const { return across_; }
    const TapPlaces& down() const { return down_; }
    //! The source rows that each row of the result needs.
    const RowSpans& rows() const { return rows_; }
    //! Calls make() if it has not been called.
    template <class Make>
    const HostTaps& host(const Make& make) const
    {
        std::call_once(once_, [&] { host_ = make(); });
        return host_;
    }

private:
    std::shared_ptr<const KernelRef::ManyImages> memory_;
    TapPlaces across_, down_;
    RowSpans rows_;
    mutable std::once_flag once_;
    mutable HostTaps host_;
};

//! What taps depend on.
struct ResizeShape
{
    Resampling resampling;
    ResizeSizes sizes;
    int type;

    bool operator==(const ResizeShape& other) const;
};

//! What makes the taps of an axis.
enum class AxisKind
{
    Nearest,
    NearestExact,
    Linear,
    LinearArea,
    LinearExact,
    Area,
    Box,
    Window,
    Pillow,
    Crop
};

//! What the taps of an axis depend on.
struct AxisShape
{
    AxisKind kind;
    Resampling resampling;
    bool bytes;  //!< the image is of 8U
    ResizeSide side;
    bool rows;

    bool operator==(const AxisShape& other) const;
};

//! The taps of an axis; calls make() if none are kept. The axes used last are kept, up to 16 MB: boxes of any sizes
//! share them.
std::shared_ptr<const ResizeAxis> axisOf(const AxisShape& shape, const std::function<ResizeAxis()>& make);

//! The number of shapes whose tables are kept: those used last.
constexpr size_t kShapes = 16;

//! The tables of a shape; calls make() if none are kept.
std::shared_ptr<const ResizeTables> tablesOf(const ResizeShape& shape, const std::function<ResizeAxes()>& make);

}}  // namespace cv::cudastripe
