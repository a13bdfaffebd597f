// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "emulation.hpp"

#include <algorithm>
#include <cstdio>
#include <opencv2/cudastripe/prefetch.hpp>

using namespace cv::cudastripe;

bool checkEmulation(const std::vector<Loop>& loops)
{
    const int count = 3001;
    std::vector<double> in(count), expected(count), out(count);
    for (int i = 0; i < count; ++i)
        in[i] = i;
    int shapes = 0, wrong = 0;
    for (const Loop& loop : loops) {
        std::transform(in.begin(), in.end(), expected.begin(), loop.work);
        for (const PrefetchShape& shape : allShapes(loop)) {
            std::fill(out.begin(), out.end(), -1);
            emulatePrefetched(in.data(), count, out.data(), loop.work, shape);
            ++shapes;
            wrong += out != expected;
        }
    }
    std::printf("emulated on the CPU: %d launch shapes, %s\n", shapes,
                wrong == 0 ? "all right" : cv::format("%d WRONG", wrong).c_str());
    return wrong == 0;
}
