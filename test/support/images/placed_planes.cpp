// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "placed_planes.hpp"

#include <algorithm>

namespace opencv_test {

PlacedPlanes::PlacedPlanes(const Backend& backend, const YuvFormat& format, Size source,
                           const std::function<ImageShape(int)>& shape)
{
    for (int p = 0; p < format.planes(); ++p) {
        const int type = format.planeType(p);
        ImageShape bytes = shape(p).inValues(type);
        bytes.padding *= CV_MAT_CN(type);
        planes_.emplace_back(new PlacedImage(backend, bytes, format.planeSize(p, source), type));
    }
}

std::vector<Mat> PlacedPlanes::mats() const
{
    std::vector<Mat> mats;
    for (const auto& plane : planes_)
        mats.push_back(plane->output().getMat());
    return mats;
}

std::vector<cuda::GpuMat> PlacedPlanes::gpuMats() const
{
    std::vector<cuda::GpuMat> mats;
    for (const auto& plane : planes_)
        mats.push_back(plane->output().getGpuMatRef());
    return mats;
}

Mat PlacedPlanes::samples() const
{
    std::vector<Mat> images;
    for (const auto& plane : planes_)
        images.push_back(plane->get());
    return samplesOf(images);
}

void PlacedPlanes::set(const Mat& samples)
{
    int first = 0;
    for (const auto& plane : planes_) {
        const Mat before = plane->get();
        const int count = static_cast<int>(before.total()) * before.channels();
        plane->set(samples.colRange(first, first + count).clone().reshape(before.channels(), before.rows));
        first += count;
    }
    CV_Assert(first == samples.cols);
}

bool PlacedPlanes::guardsIntact() const
{
    return std::all_of(planes_.begin(), planes_.end(), [](const auto& plane) { return plane->guardsIntact(); });
}

const std::vector<YuvFormat>& formatsOfLayouts()
{
    static const std::vector<YuvFormat> formats = [] {
        std::vector<YuvFormat> found;
        for (const YuvFormat& f : YuvFormat::all()) {
            if (found.empty() || found.back().layout() != f.layout() || found.back().depth() != f.depth())
                found.push_back(YuvFormat(f.layout(), YuvMatrix::BT709, YuvRange::Full)
                                    .withDepth(f.depth())
                                    .withSiting(ChromaSiting::Center));
        }
        return found;
    }();
    return formats;
}

Size pictureUnit(const YuvFormat& format)
{
    return format.planes() > 1 ? Size(1, 1) : format.blockSize();
}

Size randomPicture(Size unit, RNG& rng)
{
    const int across = rng.uniform(1, 66 / unit.width);
    return {across * unit.width, rng.uniform(1, 38 / unit.height) * unit.height};
}

ImageShape randomShape(Placement placement, RNG& rng)
{
    ImageShape shape;
    shape.placement = placement;
    shape.offset = rng.uniform(0, 4);
    shape.padding = rng.uniform(0, 3) == 0 ? 0 : rng.uniform(1, 20);
    return shape;
}

StriperParams cuttingOfCall(int call)
{
    static const int stripes[] = {0, 1, 2, 3, 5, 7, 1000};
    StriperParams params;
    params.stripes = stripes[call % 7];
    params.order = static_cast<IssueOrder>(call % 3);
    params.streams = call % 4;
    params.slots = call % 4 == 0 ? 0 : call % 4 + 1;
    params.route = call % 2 == 0 ? Route::Shared : Route::Striped;
    return params;
}

Mat samplesOf(const std::vector<Mat>& images)
{
    std::vector<Mat> rows;
    for (const Mat& image : images)
        rows.push_back(image.clone().reshape(1, 1));
    Mat all;
    hconcat(rows, all);
    return all;
}

}  // namespace opencv_test
