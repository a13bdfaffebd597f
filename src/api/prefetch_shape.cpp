// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Checks and texts of prefetch shapes.

#include "opencv2/cudastripe/prefetch_shape.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ostream>

#include "../device/host_range.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* const kPolicyNames[] = {
    "Plain",        "Unrolled", "BatchedRegisters", "BatchedShared", "RollingRegisters", "RollingShared",
    "RollingAsync", "L2"};
static_assert(std::size(kPolicyNames) == kPrefetchPolicies, "a name for each policy");

bool isPolicy(Prefetch policy)
{
    return static_cast<int>(policy) >= 0 && static_cast<int>(policy) < kPrefetchPolicies;
}

bool usesShared(Prefetch policy)
{
    return policy == Prefetch::BatchedShared || policy == Prefetch::RollingShared || policy == Prefetch::RollingAsync;
}

void checkField(const char* function, const char* name, int value, int least, int most)
{
    if (value < least || value > most) {
        CV_Error_(Error::StsOutOfRange, ("%s: %s is %d; it must be from %d to %d", function, name, value, least, most));
    }
}

}  // namespace

int PrefetchShape::conflictFreePadding(int distance)
{
    int slots = 3;
    while (slots < distance)
        slots = 2 * (slots - 1) + 1;
    return slots - distance;
}

size_t PrefetchShape::sharedBytes(size_t elementBytes) const
{
    return usesShared(policy) ? elementBytes * static_cast<size_t>(blockThreads) *
                                    (static_cast<size_t>(distance) + static_cast<size_t>(padding))
                              : 0;
}

bool operator==(const PrefetchShape& a, const PrefetchShape& b)
{
    return a.policy == b.policy && a.distance == b.distance && a.padding == b.padding &&
           a.blockThreads == b.blockThreads && a.blocksPerMultiprocessor == b.blocksPerMultiprocessor;
}

String toString(Prefetch policy)
{
    return isPolicy(policy) ? kPolicyNames[static_cast<int>(policy)] : cv::format("%d", static_cast<int>(policy));
}

String toString(const PrefetchShape& shape)
{
    const int count = shape.blocksPerMultiprocessor;
    const String blocks = count == 0 ? String("as many blocks as fit")
                                     : cv::format("%d block%s a multiprocessor", count, count == 1 ? "" : "s");
    return cv::format("%s, distance %d, padding %d, %d threads a block, %s", toString(shape.policy).c_str(),
                      shape.distance, shape.padding, shape.blockThreads, blocks.c_str());
}

std::ostream& operator<<(std::ostream& out, Prefetch policy)
{
    return out << toString(policy);
}

std::ostream& operator<<(std::ostream& out, const PrefetchShape& shape)
{
    return out << toString(shape);
}

namespace detail {

void checkPrefetchShape(const PrefetchShape& shape, const char* function)
{
    if (!isPolicy(shape.policy)) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: policy is %d; it must be an enumerator of Prefetch", function, static_cast<int>(shape.policy)));
    }
    checkField(function, "distance", shape.distance, 1, PrefetchShape::kMaxDistance);
    checkField(function, "padding", shape.padding, 0, PrefetchShape::kMaxPadding);
    checkField(function, "blockThreads", shape.blockThreads, 1, PrefetchShape::kMaxBlockThreads);
    checkField(function, "blocksPerMultiprocessor", shape.blocksPerMultiprocessor, 0,
               PrefetchShape::kMaxBlocksPerMultiprocessor);
}

void checkPrefetchShared(const PrefetchShape& shape, size_t elementBytes, size_t sharedLimit, const char* function)
{
    const size_t bytes = shape.sharedBytes(elementBytes);
    if (bytes > sharedLimit) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: blockThreads is %d; with (distance %d + padding %d) * %zu bytes for each thread, a block takes "
                   "%zu bytes of shared memory, and it has up to %zu",
                   function, shape.blockThreads, shape.distance, shape.padding, elementBytes, bytes, sharedLimit));
    }
}

void checkPrefetchArrays(const void* src, size_t srcBytes, const void* dst, size_t dstBytes, int64 count,
                         const char* function)
{
    if (count < 0) {
        CV_Error_(Error::StsOutOfRange, ("%s: count is %lld; it must be 0 or more", function, (long long)count));
    }
    if (count == 0)
        return;
    const auto range = [&](const char* name, const void* data, size_t bytes) {
        if (!data)
            CV_Error_(Error::StsNullPtr, ("%s: %s is a null pointer", function, name));
        if (static_cast<uint64>(count) > static_cast<uint64>(INT64_MAX) / bytes) {
            CV_Error_(Error::StsOutOfRange,
                      ("%s: count is %lld; the bytes of %s must fit 63 bits", function, (long long)count, name));
        }
        return HostRange::of(data, static_cast<size_t>(count) * bytes);
    };
    const HostRange read = range("src", src, srcBytes), written = range("dst", dst, dstBytes);
    if (read.overlaps(written) && (src != dst || srcBytes != dstBytes)) {
        CV_Error_(Error::StsBadArg,
                  ("%s: dst overlaps src; it must be apart, or the same elements of one size", function));
    }
}

int prefetchGrid(const PrefetchShape& shape, int64 count, int multiprocessors, int fitting)
{
    const int perMultiprocessor = shape.blocksPerMultiprocessor > 0 ? shape.blocksPerMultiprocessor : fitting;
    const int64 needed = (count - 1) / shape.blockThreads + 1;
    return static_cast<int>(std::min<int64>(needed, int64(multiprocessors) * perMultiprocessor));
}

}  // namespace detail
}}  // namespace cv::cudastripe
