// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the images of a group lie in a page-locked slot.

#pragma once

#include "../../../plan/slot_layout.hpp"
#include "shared_copies.hpp"

namespace cv { namespace cudastripe {

//! Gives images their places in a slot, one after the other.
class SlotFiller
{
public:
    //! `in` and `out`: whether inputs and outputs lie in slots.
    SlotFiller(uchar* base, bool in, bool out) : base_(reinterpret_cast<std::uintptr_t>(base)), in_(in), out_(out) {}

    //! Places some units of an image. Calls fill(copy) for each PieceCopy that fills the slot, empty(copy) for each
    //! that empties it.
    template <class Fill, class Empty>
    StripePlanes place(const StripeOp& op, const StripePlanes& planes, int64 units, const Fill& fill,
                       const Empty& empty)
    {
        StripePlanes result = planes;
        for (size_t i = 0; in_ && i < op.inputs().size(); ++i) {
            const RowsRead read = op.rowsRead(op.inputs()[i], planes.first, units);
            result.in[i] = placed(op, planes.in[i].rowBytes, read.count, read.above);
            fill(PieceCopy{result.in[i].from(-read.above), planes.in[i].from(-read.above), read.count});
        }
        for (size_t i = 0; out_ && i < op.outputs().size(); ++i) {
            const int64 rows = op.rows(op.outputs()[i], units);
            result.out[i] = placed(op, planes.out[i].rowBytes, rows, 0);
            empty(PieceCopy{planes.out[i], result.out[i], rows});
        }
        return result;
    }

    //! Bytes given to images.
    int64 bytes() const { return places_.sizeBytes; }

private:
    PlaneView placed(const StripeOp& op, int64 rowBytes, int64 rows, int64 above)
    {
        PlaneView view = places_.add(op, rowBytes, rows, above);
        view.base = reinterpret_cast<uchar*>(base_ + reinterpret_cast<std::uintptr_t>(view.base));
        return view;
    }

    std::uintptr_t base_;  // 0 where only bytes are counted
    bool in_, out_;
    PlanePlaces places_;
};

}}  // namespace cv::cudastripe
