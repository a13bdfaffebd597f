// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "kernel_ref.hpp"
#include "plane_view.hpp"
#include "small_list.hpp"

namespace cv { namespace cudastripe {

/** @brief What a StripeOp reads or writes: rows of this length, so many of them for each granule of units. */
struct PlaneSpec
{
    int64 rowBytes;
    int rowsPerGranule;
};

//! Those of an operation's inputs, or of its outputs.
using PlaneSpecs = SmallList<PlaneSpec, 4>;

/** @brief What an operation on single pixels counts as units. */
enum class CutBy
{
    Rows,
    Elements,  //!< for arrays, and for images without gaps between rows
};

//! So many elements of a flat array stay together: stripes of large arrays start at cache lines, small ones anywhere.
inline int flatGranule(int64 elements)
{
    return elements >= (1 << 16) ? 64 : 1;
}

/** @brief The planes of an image, or of a stripe: row 0 is its first row. */
struct StripePlanes
{
    static constexpr int kMaxInputs = 4;
    static constexpr int kMaxOutputs = 3;
    PlaneView in[kMaxInputs];
    PlaneView out[kMaxOutputs];
    bool oneOutput = false;  //!< all outputs lie in one allocation
};

/** @brief What a piece of work needs, and how a range of its units is done, on the host or as a kernel.

Owns nothing; knows no stripes, streams or copies. Units are rows, or elements of a flat array; `granule` of them must
stay together. Any cut at a multiple of the granule gives the same bits, on the host and on a device. */
class CV_EXPORTS StripeOp
{
public:
    //! Kernels count threads of a row in 32 bits, of which an element of a flat array may need two.
    static constexpr int64 kMostUnitsOfAKernel = int64(1) << 30;

    virtual ~StripeOp();

    virtual int64 units() const = 0;
    virtual int granule() const = 0;
    //! True if units are elements that follow each other without a gap, each "row" of a plane being one element.
    virtual bool flat() const { return false; }
    //! True if host and device give the same bits, so that both may work on one call.
    virtual bool sameBits() const { return true; }
    //! False if kernel() can only be emulated.
    virtual bool compiledForDevice() const { return true; }
    //! What a CPU thread takes for a byte that it reads or writes, in times of what it takes to copy one; 0 if that is
    //! not known.
    virtual double hostCost() const { return 1; }
    virtual const PlaneSpecs& inputs() const = 0;
    virtual const PlaneSpecs& outputs() const = 0;

    //! The same on what copyIntoSlot() leaves of the inputs; null if it leaves all.
    virtual std::unique_ptr<StripeOp> staged() const { return nullptr; }

    //! Does `units` units on the calling thread.
    virtual void hostRun(const StripePlanes& planes, int64 units) const = 0;
    //! The kernel that does `units` units.
    virtual KernelRef kernel(const StripePlanes& planes, int64 units) const = 0;

    //! Rows of a plane that belong to the first `units` units.
    int64 rows(const PlaneSpec& plane, int64 units) const
    {
        return (units * plane.rowsPerGranule + granule() - 1) / granule();
    }

    //! Bytes that so many units read and write.
    double bytes(int64 units) const;
    //! About so many bytes of the first input, in units: whole granules, at least one.
    int64 unitsOf(double bytes) const;

    //! The planes of the units from `first` on.
    StripePlanes from(const StripePlanes& planes, int64 first) const;
};

}}  // namespace cv::cudastripe
