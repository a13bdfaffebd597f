// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Tensors of patches, which are made from planes.

#pragma once

#include "../../stripe_op.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! A tensor has a row for each patch; see Chain::toPatches.
struct PatchGrid
{
    PatchShape shape;
    int cols;  //!< patches across

    //! The row of the patch in column `x` and row `y` of the grid.
    CV_CUDASTRIPE_HD int64 rowOf(int x, int y) const
    {
        const int merge = shape.merge;
        const int64 group = int64(y / merge) * (cols / merge) + x / merge;
        return (group * merge + y % merge) * merge + x % merge;
    }
    //! Where the values of a channel begin in such a row that come from row `y` of the patch.
    CV_CUDASTRIPE_HD int valueOf(int channel, int y) const
    {
        return (channel * shape.repeats * shape.side + y) * shape.side;
    }
    //! Values from a repeat of a channel to the next one.
    CV_CUDASTRIPE_HD int repeatDistance() const { return shape.side * shape.side; }
};

//! Copies planes of T to patches; each thread a value of a channel. Row 0 begins patches.
template <class T>
struct PatchBody
{
    PatchGrid grid;
    PlaneView planes;  //!< one below the other
    int64 rowsOfAPlane;
    PlaneView patches;

    //! `y`: a row of the planes.
    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const int side = grid.shape.side, channel = static_cast<int>(y / rowsOfAPlane);
        const int row = static_cast<int>(y - channel * rowsOfAPlane), col = static_cast<int>(x);
        const T value = reinterpret_cast<const T*>(planes.row(y) + by.in)[x];
        T* to = reinterpret_cast<T*>(patches.row(grid.rowOf(col / side, row / side)) + by.out) +
                grid.valueOf(channel, row % side) + col % side;
        for (int i = 0; i < grid.shape.repeats; ++i, to += grid.repeatDistance())
            *to = value;
    }
};

//! Cuts what `planes` makes into patches: as many planes as channels, with values of so many bytes.
std::unique_ptr<StripeOp> makePatchesOp(std::unique_ptr<StripeOp> planes, const PatchShape& shape, Size picture,
                                        int channels, int valueBytes);

}}  // namespace cv::cudastripe
