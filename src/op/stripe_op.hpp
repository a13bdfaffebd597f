// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// An operation on images, in the form that stripes need: its units, its planes, and how a range of units is done.

#pragma once

#include <functional>

#include "../model/row_spans.hpp"
#include "../model/small_list.hpp"
#include "kernel_ref.hpp"
#include "plane_view.hpp"

namespace cv { namespace cudastripe {

//! A plane that an operation reads or writes. Units own `rowsPerGranule` rows for each granule. They may also read
//! neighbouring rows above and below, as far as the image has them, or, if `spans` is set, only the rows in `spans`.
struct PlaneSpec
{
    int64 rowBytes;
    int rowsPerGranule;
    int rowsAbove = 0;
    int rowsBelow = 0;
    const RowSpans* spans = nullptr;  //!< of the source rows that each unit reads; null: its own rows
};

//! Rows of a plane that some units read: neighbours above their own rows, and how many rows in all.
struct RowsRead
{
    int64 above;
    int64 count;
};

//! The inputs of an operation, or its outputs.
using PlaneSpecs = SmallList<PlaneSpec, 6>;

//! The units of an operation on single pixels.
enum class CutBy
{
    Rows,
    Elements,  //!< for arrays, and for images without gaps between rows
};

//! The planes of an image, or of a stripe. Row 0 is the first own row; neighbours that are read lie above and below.
struct StripePlanes
{
    static constexpr int kMaxInputs = 6;   //!< three of a format, a second image, a mask, the old result
    static constexpr int kMaxOutputs = 4;  //!< planes of a tensor
    static constexpr int kMaxBetween = 4;
    PlaneView in[kMaxInputs];
    PlaneView out[kMaxOutputs];
    PlaneView between[kMaxBetween];  //!< see StripeOp::between()
    bool readsHost = false;          //!< kernels read inputs from host memory
    int64 first = 0;                 //!< the unit of the image that row 0 belongs to
    bool oneOutput = false;          //!< all outputs lie in one allocation
};

/** @brief What happens to each pixel of an image, on the host or as a kernel. Knows no stripes, streams or copies.

Units are rows, or elements of a flat array; a granule of them must stay together. Any cut at a multiple of the granule
gives the same bits, on the host and on a device. */
class CV_EXPORTS StripeOp
{
public:
    //! Kernels count a row's threads in 32 bits; an element of a flat array may take two threads.
    static constexpr int64 kMaxUnitsOfAKernel = int64(1) << 30;

    virtual ~StripeOp();
    //! Does `units` units on the calling thread.
    virtual void hostRun(const StripePlanes& planes, int64 units) const = 0;
    //! The kernel that does `units` units.
    virtual KernelRef kernel(const StripePlanes& planes, int64 units) const = 0;

    //! One of the kernels that an operation takes.
    struct Pass
    {
        bool reads;   //!< it reads an image of the call, not only results of other passes
        bool writes;  //!< it writes a result of the call, not an image for other passes
        size_t left;  //!< passes that follow this one
    };

    //! True if an operation takes several kernels, one after the other. Then forEachPass() gives the operations that
    //! have these kernels, and kernel() is not called.
    bool hasPasses() const { return hasPasses_; }
    //! The images that passes hand on, in memory of the device.
    virtual PlaneSpecs between(bool /*readsHost*/) const { return {}; }
    using UsePass = std::function<void(const Pass& pass, const StripeOp& op, const StripePlanes& planes, int64 units)>;
    //! Calls use() for each pass of `units` units, in order.
    virtual void forEachPass(const StripePlanes& planes, int64 units, const UsePass& use) const
    {
        use({true, true, 0}, *this, planes, units);
    }
    //! The operation for slots whose inputs have no alpha channel; null if slots hold the inputs as they are.
    virtual std::unique_ptr<StripeOp> staged() const { return nullptr; }
    using UseAccess = std::function<void(const KernelRef::Access&)>;
    //! Calls use(access) for the memory that `units` units read and write.
    virtual void forEachAccess(const StripePlanes& planes, int64 units, const UseAccess& use) const;

    int64 units() const { return units_; }
    int granule() const { return granule_; }
    //! True if units are elements that follow each other without a gap, each "row" of a plane being one element.
    bool flat() const { return flat_; }
    //! True if host and device give the same bits, so that both may work on one call.
    bool sameBits() const { return sameBits_; }
    //! False if kernel() can only be emulated.
    bool compiledForDevice() const { return compiledForDevice_; }
    //! How many times longer a CPU thread takes for a byte than it takes to copy one; 0 if that is not known.
    double hostCost() const { return hostCost_; }
    //! How many times longer a kernel takes for a byte than one that converts BGR to YUV.
    double kernelCost() const { return kernelCost_; }
    //! Keeps alive what kernels in flight need, such as their code; null if they need nothing.
    const std::shared_ptr<const void>& inUse() const { return inUse_; }
    const PlaneSpecs& inputs() const { return inputs_; }
    const PlaneSpecs& outputs() const { return outputs_; }

    //! Rows of a plane that belong to the first `units` units. With `spans`, all units have an equal fraction of them.
    int64 rows(const PlaneSpec& plane, int64 units) const
    {
        if (plane.spans)
            return (units * plane.spans->spanned() + units_ - 1) / units_;
        return (units * plane.rowsPerGranule + granule_ - 1) / granule_;
    }
    //! As rows(), but counts only rows that some unit reads or writes.
    int64 rowsNeeded(const PlaneSpec& plane, int64 units) const
    {
        return plane.spans ? (units * plane.spans->needed + units_ - 1) / units_ : rows(plane, units);
    }
    //! The row of a plane at which a unit begins.
    int64 firstRow(const PlaneSpec& plane, int64 unit) const
    {
        return plane.spans ? plane.spans->begin(unit) : rows(plane, unit);
    }
    //! An upper bound of the rows that `units` units read, wherever the units begin.
    int64 mostRowsRead(const PlaneSpec& plane, int64 units) const
    {
        return plane.spans ? plane.spans->atMost(units) : rows(plane, units) + plane.rowsAbove + plane.rowsBelow;
    }
    //! Rows of an input that `units` units from `first` on read.
    RowsRead rowsRead(const PlaneSpec& input, int64 first, int64 units) const;
    //! Bytes that `units` units read and write, without neighbours.
    double bytes(int64 units) const;
    //! The number of units that have about `bytes` bytes of the first input, in whole granules; at least one granule.
    int64 unitsOf(double bytes) const;
    //! The planes of the units from `first` on.
    StripePlanes from(const StripePlanes& planes, int64 first) const;

protected:
    //! `granule` rows must stay together. An operation on single pixels may be cut anywhere.
    StripeOp(int64 cols, int64 rows, int granule);
    StripeOp(int64 cols, int64 rows, CutBy cut);

    //! A plane with a row for each unit, and `pixelBytes` bytes for each column.
    PlaneSpec plane(int64 pixelBytes) const { return {cols_ * pixelBytes, granule_}; }
    //! The rows that loops go over: the elements of a flat array are one row.
    int64 loopRows(int64 units) const { return flat_ ? 1 : units; }
    int64 loopCols(int64 units) const { return flat_ ? units : cols_; }
    PlaneView loopView(const PlaneView& plane, int64 units) const { return flat_ ? plane.joined(units) : plane; }
    //! The memory that a kernel over these units reads and writes.
    KernelRef::Accesses accesses(const StripePlanes& planes, int64 units) const;

    bool flat_;
    bool sameBits_ = true;
    bool compiledForDevice_ = true;
    bool hasPasses_ = false;
    int granule_;
    int64 cols_;  //!< of a row; 1 if units are elements
    int64 units_;
    double hostCost_ = 1, kernelCost_ = 1;
    std::shared_ptr<const void> inUse_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
};

}}  // namespace cv::cudastripe
