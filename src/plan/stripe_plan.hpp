// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sizes of stripes, and the plans that were made last.

#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include "opencv2/cudastripe/rates.hpp"
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

//! Limits of a plan; 0 leaves the choice to it.
struct PlanLimits
{
    int stripes = 0;
    int64 maxUnits = 0;    //!< of a stripe
    bool roundUp = false;  //!< all but the last of `stripes` have one size, and there may be fewer
    int threads = 1;       //!< that stage
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

If their number is given, they are as equal as the granule allows, or with `roundUp` have ceil(granules / stripes)
granules each; there are fewer if there are fewer granules. If no number is given, stagedStripes() or chooseCount()
chooses it. With chooseCount(), the last stripes taper, or the first ones if the download takes longer. */
CV_EXPORTS StripePlan planStripes(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                                  const LinkRates& rates = LinkRates());

//! Keeps plans, since images mostly have the sizes of those before. Any number of threads.
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

//! Limits of a stripe's size.
struct Taper
{
    double shareOfRest = 1;  //!< of what is left; no stripe is larger
    double leastBytes = 0;   //!< the limit is never below so many bytes of upload or download, whichever has more
};

/** @brief For a device beside so many CPU threads and other devices.

Each stripe takes 1 / (3 + workers) of what is left; a device counts as four workers, a thread as one. A ring of stripes
is in flight when the first one is done, so the rest must suffice for all. With few threads the last stripes are larger,
since few wait for them and each stripe interrupts a thread. */
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
