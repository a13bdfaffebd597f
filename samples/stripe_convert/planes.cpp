// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "planes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "sample_packing.hpp"

using cv::cudastripe::YuvFormat;

namespace {

const std::string planeLetters = "YUV";

template <class Sample>
void separate(const Sample* from, const std::vector<std::string>& packing, Planes& planes)
{
    for (const std::string& letters : packing) {
        std::vector<size_t> order;
        for (char letter : letters)
            order.push_back(planeLetters.find(letter));
        const int rows = planes[order[0]].rows;
        for (int row = 0; row < rows; ++row) {
            std::array<Sample*, 3> to = {}, end = {};
            for (size_t plane : order) {
                to[plane] = planes[plane].ptr<Sample>(row);
                end[plane] = to[plane] + planes[plane].cols;
            }
            while (to[order[0]] != end[order[0]]) {
                for (size_t plane : order)
                    *to[plane]++ = *from++;
            }
        }
    }
}

}  // namespace

Planes separatePlanes(const cv::Mat& result, cv::Size source, const YuvFormat& format)
{
    const SamplePacking packing = packingOf(format);
    const cv::Size block = format.blockSize();
    const cv::Size chroma(source.width / block.width, source.height / block.height);
    Planes planes = {cv::Mat(source, result.depth())};
    for (int i = 1; i < 3 && packing.planes != std::vector<std::string>{"Y"}; ++i)
        planes.emplace_back(chroma, result.depth());
    CV_Assert(result.isContinuous());
    if (result.depth() == CV_8U)
        separate(result.ptr<uchar>(), packing.planes, planes);
    else
        separate(result.ptr<ushort>(), packing.planes, planes);
    return planes;
}

Planes separatePlanes(const cv::Mat& result, cv::Size source, const Conversion& conversion)
{
    if (conversion.format)
        return separatePlanes(result, source, *conversion.format);
    Planes planes(3);
    for (size_t i = 0; i < planes.size(); ++i)
        cv::extractChannel(result, planes[i], conversion.channels[i]);
    return planes;
}
