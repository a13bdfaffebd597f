// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "loop.hpp"

#include <algorithm>

using namespace cv::cudastripe;

std::string Series::name() const
{
    return std::string(toString(policy)) + (padded ? ", padded" : "");
}

bool Series::usesShared() const
{
    PrefetchShape shape;
    shape.policy = policy;
    return shape.sharedBytes(1) > 0;
}

int Series::padding(int distance) const
{
    return padded ? PrefetchShape::conflictFreePadding(distance) : 0;
}

std::vector<Series> allSeries()
{
    std::vector<Series> all;
    for (int policy = 1; policy < kPrefetchPolicies; ++policy) {
        all.push_back({static_cast<Prefetch>(policy), false});
        if (all.back().usesShared())
            all.push_back({all.back().policy, true});
    }
    return all;
}

std::vector<PrefetchShape> allShapes(const Loop& loop)
{
    std::vector<PrefetchShape> all = {loop.shape};
    for (const Series& series : allSeries()) {
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            PrefetchShape shape = loop.shape;
            shape.policy = series.policy;
            shape.distance = distance;
            shape.padding = series.padding(distance);
            if (std::find(all.begin(), all.end(), shape) == all.end())  // some distances need no padding
                all.push_back(shape);
        }
    }
    return all;
}

std::vector<double> resultOf(const Loop& loop, std::int64_t count)
{
    std::vector<double> result(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = loop.work(static_cast<double>(i));
    return result;
}
