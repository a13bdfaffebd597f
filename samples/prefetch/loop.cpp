// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "loop.hpp"

#include <algorithm>

using namespace cv::cudastripe;

std::string Series::name() const
{
    return std::string(toString(policy)) + (padded ? ", padded" : "");
}

std::vector<Series> allSeries()
{
    std::vector<Series> all;
    for (int policy = 1; policy < kPrefetchPolicies; ++policy) {
        PrefetchShape shape;
        shape.policy = static_cast<Prefetch>(policy);
        all.push_back({shape.policy, false});
        if (shape.sharedBytes(1) > 0)
            all.push_back({shape.policy, true});
    }
    return all;
}

PrefetchShape shapeOf(const Loop& loop, const Series& series, int distance)
{
    PrefetchShape shape = loop.shape;
    shape.policy = series.policy;
    shape.distance = distance;
    shape.padding = series.padded ? PrefetchShape::conflictFreePadding(distance) : 0;
    return shape;
}

std::vector<PrefetchShape> allShapes(const Loop& loop)
{
    std::vector<PrefetchShape> all = {loop.shape};
    for (const Series& series : allSeries()) {
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            const PrefetchShape shape = shapeOf(loop, series, distance);
            if (std::find(all.begin(), all.end(), shape) == all.end())  // some distances need no padding
                all.push_back(shape);
        }
    }
    return all;
}
