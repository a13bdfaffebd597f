// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a kind lie in a row.

#pragma once

#include "../packing.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! The places of a kind's samples, as data: they repeat in groups.
struct SamplePattern
{
    int groupBits = 0;  //!< log2 of the kind's samples in a group
    int length = 1;     //!< all samples of a group
    uchar places[PlanePacking::kMost] = {};

    //! True if they are evenly spread, `length` apart.
    CV_CUDASTRIPE_HD bool even() const { return groupBits == 0; }

    //! The place of sample i.
    CV_CUDASTRIPE_HD unsigned at(unsigned i) const
    {
        return (i >> groupBits) * unsigned(length) + places[i & ((1u << groupBits) - 1)];
    }

    static SamplePattern of(const PlanePacking& plane, SampleKind kind)
    {
        SamplePattern pattern;
        pattern.length = plane.length;
        int count = 0;
        for (int i = 0; i < plane.length; ++i) {
            if (plane.kinds[i] == kind)
                pattern.places[count++] = static_cast<uchar>(i);
        }
        const int step = plane.length / count;
        bool even = plane.length % count == 0;
        for (int i = 1; i < count; ++i)
            even = even && pattern.places[i] == pattern.places[0] + i * step;
        if (even) {
            pattern.length = step;
            return pattern;
        }
        while (1 << pattern.groupBits < count)
            ++pattern.groupBits;
        CV_Assert(1 << pattern.groupBits == count);
        return pattern;
    }
};

}}  // namespace cv::cudastripe
