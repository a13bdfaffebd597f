// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SHAPE_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_SHAPE_HPP

#include <ostream>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_functor
//! @{

//! How a thread that loops over many elements loads them before it needs them. The distance counts the thread's own
//! elements.
enum class Prefetch
{
    Plain,             //!< not at all: each element is loaded when its turn comes; the distance has no meaning
    Unrolled,          //!< the body is repeated `distance` times, so that the compiler may overlap loads
    BatchedRegisters,  //!< loads `distance` elements into registers, then works on them
    BatchedShared,     //!< loads `distance` elements into shared memory, then works on them
    RollingRegisters,  //!< a ring of registers: works on one element while `distance` are on their way
    RollingShared,     //!< a ring in shared memory that is filled through a register after each element's work
    RollingAsync,      //!< a ring in shared memory that is filled by asynchronous copies, past the registers
    L2                 //!< asks the L2 cache for the element `distance` turns ahead
};

//! The number of policies.
constexpr int kPrefetchPolicies = 8;

/** @brief The launch shape of a kernel that prefetches: which kernel, and how it is launched.

@code
std::cout << PrefetchShape();  // RollingAsync, distance 6, padding 3, 128 threads a block, as many blocks as fit
@endcode

The defaults are what to begin with if few threads run; docs/prefetch.md says what they were measured against. If many
run, Prefetch::Plain is as fast. The result of a call is the same to the bit for every shape. */
struct PrefetchShape
{
    static constexpr int kMaxDistance = 16;                 //!< the greatest @ref distance
    static constexpr int kMaxPadding = 32;                  //!< the greatest @ref padding
    static constexpr int kMaxBlockThreads = 1024;           //!< the greatest @ref blockThreads
    static constexpr int kMaxBlocksPerMultiprocessor = 32;  //!< the greatest @ref blocksPerMultiprocessor

    //! How elements are prefetched.
    Prefetch policy = Prefetch::RollingAsync;
    //! How many elements of its own a thread is ahead, from 1 to kMaxDistance.
    int distance = 6;
    //! Unused slots after each thread's own in shared memory, from 0 to kMaxPadding: see @ref conflictFreePadding.
    int padding = 3;
    //! From 1 to kMaxBlockThreads.
    int blockThreads = 128;
    //! From 1 to kMaxBlocksPerMultiprocessor; 0: as many as fit. No more are launched than there are elements for.
    int blocksPerMultiprocessor = 0;

    //! The least padding with which distance + padding = 2^k + 1, k > 0: an odd number of slots for each thread, so
    //! that the threads of a warp use different banks of shared memory when each accesses its slot of the same number.
    static int conflictFreePadding(int distance)
    {
        int slots = 3;
        while (slots < distance)
            slots = 2 * (slots - 1) + 1;
        return slots - distance;
    }

    //! The shared memory of a block for elements of so many bytes; 0 for policies that use none.
    size_t sharedBytes(size_t elementBytes) const
    {
        const bool shared =
            policy == Prefetch::BatchedShared || policy == Prefetch::RollingShared || policy == Prefetch::RollingAsync;
        const size_t slots = static_cast<size_t>(blockThreads) * static_cast<size_t>(distance + padding);
        return shared ? elementBytes * slots : 0;
    }
};

//! True if all fields are equal.
inline bool operator==(const PrefetchShape& a, const PrefetchShape& b)
{
    return a.policy == b.policy && a.distance == b.distance && a.padding == b.padding &&
           a.blockThreads == b.blockThreads && a.blocksPerMultiprocessor == b.blocksPerMultiprocessor;
}
//! True if a field differs.
inline bool operator!=(const PrefetchShape& a, const PrefetchShape& b)
{
    return !(a == b);
}

//! The enumerator's name.
inline String toString(Prefetch policy)
{
    static const char* const names[kPrefetchPolicies] = {
        "Plain",        "Unrolled", "BatchedRegisters", "BatchedShared", "RollingRegisters", "RollingShared",
        "RollingAsync", "L2"};
    const int number = static_cast<int>(policy);
    return number >= 0 && number < kPrefetchPolicies ? names[number] : cv::format("%d", number);
}

//! All fields, for a person.
inline String toString(const PrefetchShape& shape)
{
    const int count = shape.blocksPerMultiprocessor;
    const String blocks = count == 0 ? String("as many blocks as fit")
                                     : cv::format("%d block%s a multiprocessor", count, count == 1 ? "" : "s");
    return cv::format("%s, distance %d, padding %d, %d threads a block, %s", toString(shape.policy).c_str(),
                      shape.distance, shape.padding, shape.blockThreads, blocks.c_str());
}

//! Writes what toString() gives.
inline std::ostream& operator<<(std::ostream& out, const PrefetchShape& shape)
{
    return out << toString(shape);
}

//! @}

}}  // namespace cv::cudastripe

#endif
