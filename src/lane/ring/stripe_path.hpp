// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A stripe's path through its slot.

#pragma once

#include <functional>

#include "../../plan/plan.hpp"
#include "../open_call.hpp"

namespace cv { namespace cudastripe {

//! A stripe in its slot.
struct Stripe
{
    int number = 0;  //!< from 0, in the order of claims
    int64 first = 0;
    int64 units = 0;
    size_t slot = 0;
    uchar* device = nullptr;   //!< the slot's device memory
    uchar* staging = nullptr;  //!< the slot's page-locked memory
};

//! Calls run(pass, op, planes, units) for each pass. A pass reads what the one before has written to the slot.
template <class Run>
void runPasses(const StripeOp& op, StripePlanes& planes, int64 units, SlotPlaces& device, const Run& run)
{
    const PlaneSpecs between = op.between(planes.readsHost);
    for (size_t i = 0; i < between.size(); ++i)
        planes.between[i] = device.add(op, between[i], op.rowsRead(between[i], planes.first, units).count, 0);
    op.forEachPass(planes, units, std::cref(run));
}

/** @brief Finds out where the planes of a stripe lie.

For each image, calls copy(stage, piece) for each plane that a stage of the plan copies, then
run(pass, op, planes, units) for each kernel, with the planes that it works on. A kernel reads inputs where the last
copy before it puts them, and writes outputs where the first copy after it reads them. */
template <class Copy, class Run>
void followStripe(const OpenCall& call, const Plan& plan, const Stripe& stripe, const Copy& copy, const Run& run)
{
    SlotPlaces device(stripe.device), staging(stripe.staging);
    const auto passes = [&](Stage stage, const CallMemory::List& kinds, size_t i) {
        return plan.stages.passes(stage, CallMemory::of(kinds, i)) &&
               !(stage == Stage::Download && plan.writesItself(stripe.number));
    };
    call.forImages(stripe.first, stripe.units, [&](const StripeOp& op, const StripePlanes& image, int64 units) {
        const StripeOp& inSlot = plan.slotOp ? *plan.slotOp : op;
        StripePlanes planes = image;
        planes.readsHost = kernelsReadHost(plan.stages, call.memory);
        for (size_t i = 0; i < op.inputs().size(); ++i) {
            const RowsRead read = op.rowsRead(op.inputs()[i], image.first, units);
            for (Stage stage : {Stage::StageIn, Stage::Upload}) {
                if (!passes(stage, call.memory.in, i))
                    continue;
                SlotPlaces& places = stage == Stage::StageIn ? staging : device;
                const PlaneView place = places.add(inSlot, inSlot.inputs()[i], read.count, read.above);
                const auto copyRows = [&](int64 from, int64 rows) {
                    copy(stage, PieceCopy{place.from(from), planes.in[i].from(from), rows});
                };
                const RowSpans* const spans = op.inputs()[i].spans;
                // Only the CPU skips rows that are not needed: for a device, one more copy takes longer than they do.
                if (stage == Stage::StageIn && spans) {
                    const int64 first = spans->begin(image.first);
                    spans->forEachRun(image.first, units,
                                      [&](int64 from, int64 to) { copyRows(from - first, to - from); });
                } else {
                    copyRows(-read.above, read.count);
                }
                planes.in[i] = place;
            }
        }
        for (size_t i = 0; i < op.outputs().size(); ++i) {
            const int64 rows = op.rows(op.outputs()[i], units);
            for (Stage stage : {Stage::StageOut, Stage::Download}) {
                if (!passes(stage, call.memory.out, i))
                    continue;
                SlotPlaces& places = stage == Stage::StageOut ? staging : device;
                const PlaneView place = places.add(inSlot, inSlot.outputs()[i], rows, 0);
                copy(stage, PieceCopy{planes.out[i], place, rows});
                planes.out[i] = place;
            }
        }
        runPasses(inSlot, planes, units, device, run);
    });
    CV_Assert(device.bytes() <= plan.slotBytes.device && staging.bytes() <= plan.slotBytes.staging);
}

}}  // namespace cv::cudastripe
