// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sizes of stripes, and a cache of plans.

#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include "opencv2/cudastripe/route.hpp"
#include "stage_list.hpp"

namespace cv { namespace cudastripe {

//! The work that is cut.
struct PlanInput
{
    int64 units;
    int granule;
    double uploadBytes;     //!< of all units
    double downloadBytes;   //!< of all units
    double kernelBytes;     //!< read and written by the kernels, of all units
    double kernelCost = 1;  //!< StripeOp::kernelCost()
};

//! Limits of a plan; 0: the plan chooses.
struct PlanLimits
{
    int stripes = 0;
    int64 maxUnits = 0;    //!< of a stripe
    bool roundUp = false;  //!< all but the last of `stripes` have one size, and there may be fewer
    int threads = 1;       //!< threads that stage
    double slack = 0;      //!< see chooseCount()
};

//! The sizes of stripes in units, in the order of their issue. They add up to the work; none is empty; all but the last
//! are multiples of the granule.
struct CV_EXPORTS StripePlan
{
    std::vector<int64> sizes;

    int64 largest() const;
};

/** @brief Cuts the work into stripes that pass the stages.

`limits.stripes` gives their number, as far as granule and `maxUnits` allow. They are as equal as the granule allows;
with `roundUp`, each but the last has ceil(granules / stripes) granules. If it is 0, stagedStripes() chooses the number
for staged memory, and chooseCount() for copies: then the last stripes are smaller, or the first ones if the download
takes longer. Kernels without either get as few stripes as `maxUnits` allows. */
CV_EXPORTS StripePlan planStripes(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                                  const LinkRates& rates = LinkRates());

//! Keeps the last plans, since most images have the size of an earlier one. Any number of threads.
class CV_EXPORTS PlanCache
{
public:
    //! The same as planStripes().
    StripePlan plan(const PlanInput& input, const StageList& stages, const PlanLimits& limits, const LinkRates& rates);

private:
    struct Entry
    {
        PlanInput input{};
        StageList stages;
        PlanLimits limits;
        LinkRates rates;
        StripePlan plan;  // empty if none was made
    };

    std::mutex mutex_;
    std::array<Entry, 8> entries_;
    size_t oldest_ = 0;
};

//! The limit of a stripe's size, which falls with what is left.
struct Taper
{
    double shareOfRest = 1;  //!< the limit, as a fraction of what is left
    double leastBytes = 0;   //!< the limit is never below so many bytes of upload or download, whichever has more
};

/** @brief The taper of a device beside `threads` CPU threads and `otherDevices` other devices.

A stripe takes at most 1 / (3 + others) of what is left; a thread counts as one, another device as four. When the first
stripe of a ring is done, its other stripes are still in flight, so enough must be left for everyone. With few threads
the last stripes are larger, since few threads wait for them and each stripe interrupts a thread. */
inline Taper taperBeside(int threads, int otherDevices)
{
    constexpr double least = 1 << 19;              // takes several times as long as the gap after it
    constexpr double leastOfAllThreads = 1 << 22;  // divided by the threads
    const int others = threads + 4 * otherDevices;
    if (others == 0)
        return {};
    return {1. / (3 + others), threads > 0 ? std::max(least, leastOfAllThreads / threads) : least};
}

}}  // namespace cv::cudastripe
