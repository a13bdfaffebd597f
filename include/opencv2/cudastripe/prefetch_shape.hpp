// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PREFETCH_SHAPE_HPP
#define OPENCV_CUDASTRIPE_PREFETCH_SHAPE_HPP

#include <cstddef>
#include <iosfwd>

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
struct CV_EXPORTS PrefetchShape
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
    static int conflictFreePadding(int distance);

    //! The shared memory of a block for elements of so many bytes; 0 for policies that use none.
    size_t sharedBytes(size_t elementBytes) const;
};

//! True if all fields are equal.
CV_EXPORTS bool operator==(const PrefetchShape& a, const PrefetchShape& b);
//! True if a field differs.
inline bool operator!=(const PrefetchShape& a, const PrefetchShape& b)
{
    return !(a == b);
}

//! The enumerator's name.
CV_EXPORTS String toString(Prefetch policy);
//! All fields, for a person.
CV_EXPORTS String toString(const PrefetchShape& shape);
//! Writes what toString() gives.
CV_EXPORTS std::ostream& operator<<(std::ostream& out, Prefetch policy);
//! Writes what toString() gives.
CV_EXPORTS std::ostream& operator<<(std::ostream& out, const PrefetchShape& shape);

//! @}

namespace detail {

//! @throws cv::Exception that names the field, what it is and what it may be.
CV_EXPORTS void checkPrefetchShape(const PrefetchShape& shape, const char* function);

//! @param sharedLimit of a block, in bytes.
CV_EXPORTS void checkPrefetchShared(const PrefetchShape& shape, size_t elementBytes, size_t sharedLimit,
                                    const char* function);

//! Refuses null pointers, a negative count, more bytes than can be addressed, and overlap that is not exactly in place.
//! @param srcBytes,dstBytes of an element.
CV_EXPORTS void checkPrefetchArrays(const void* src, size_t srcBytes, const void* dst, size_t dstBytes, int64 count,
                                    const char* function);

//! How many blocks to launch: as many as the shape asks for, but none without an element.
CV_EXPORTS int prefetchGrid(const PrefetchShape& shape, int64 count, int multiprocessors, int fitting);

}  // namespace detail
}}  // namespace cv::cudastripe

#endif
