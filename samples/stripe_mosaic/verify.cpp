// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cstring>
#include <fstream>
#include <opencv2/imgproc.hpp>
#include <set>

#include "output.hpp"

using namespace cv::cudastripe;

namespace {

std::vector<cv::Mat> byOpencv(const cv::Mat& rows, const Picture& picture, YuvLayout layout)
{
    const bool bgr = picture.order == ChannelOrder::BGR, three = rows.channels() == 3;
    const int code = three ? bgr ? cv::COLOR_BGR2YUV_I420 : cv::COLOR_RGB2YUV_I420
                     : bgr ? cv::COLOR_BGRA2YUV_I420
                           : cv::COLOR_RGBA2YUV_I420;
    cv::Mat image;
    cv::cvtColor(rows, image, code);
    const cv::Size half(rows.cols / 2, rows.rows / 2);
    uchar* chroma = image.ptr(rows.rows);
    const cv::Mat y = image.rowRange(0, rows.rows), u(half, CV_8UC1, chroma), v(half, CV_8UC1, chroma + half.area());
    const bool vFirst = layout == YuvLayout::YV12 || layout == YuvLayout::NV21;
    const std::vector<cv::Mat> pair = {vFirst ? v : u, vFirst ? u : v};
    if (layout == YuvLayout::I420 || layout == YuvLayout::YV12)
        return {y.clone(), pair[0].clone(), pair[1].clone()};
    cv::Mat both;
    cv::merge(pair, both);
    return {y.clone(), both};
}

std::vector<cv::Mat> byLibrary(const cv::Mat& rows, const Picture& picture, const OutputLayout& layout)
{
    std::vector<cv::Mat> planes(layout.planes().size());
    for (std::size_t i = 0; i < planes.size(); ++i)
        planes[i].create(layout.format().planeSize(int(i), rows.size()), layout.format().planeType(int(i)));
    Striper striper{StriperParams()};
    cv::Mat scratch;
    convertRows(rows, planes, layout, picture.order, striper, scratch);
    return planes;
}

std::vector<uchar> readPlain(const std::string& path, std::int64_t offset, std::size_t bytes)
{
    std::vector<uchar> all(bytes);
    std::ifstream file(path, std::ios::binary);
    file.seekg(offset);
    file.read(reinterpret_cast<char*>(all.data()), std::streamsize(bytes));
    if (!file)
        throw UserError(path + ": cannot be read back");
    return all;
}

std::vector<uchar> readByLibtiff(const std::string& path, int plane, int row, int rows, std::size_t rowBytes)
{
    const TiffFile file = openTiffFile(path, "rm");
    std::vector<uchar> all(rowBytes * std::size_t(rows));
    bool right = TIFFScanlineSize64(file.get()) == rowBytes;
    for (int y = 0; right && y < rows; ++y)
        right = TIFFReadScanline(file.get(), all.data() + rowBytes * std::size_t(y), std::uint32_t(row + y),
                                 std::uint16_t(plane)) == 1;
    if (!right)
        throw UserError(path + ": libtiff cannot read it back: " + takeTiffError());
    return all;
}

}  // namespace

std::string verifyBands(Source& source, const OutputLayout& layout, const std::string& path, int alignment)
{
    const Picture& picture = source.picture();
    const int pieces = (picture.size.height + alignment - 1) / alignment, samples = 9;
    std::set<int> chosen;
    for (int i = 0; i < samples; ++i)
        chosen.insert(int(std::int64_t(pieces - 1) * i / (samples - 1)));
    const YuvFormat& format = layout.format();
    const bool opencv = CV_MAT_DEPTH(picture.type) == CV_8U && layout.blockRows() == 2 &&
                        format.matrix() == YuvMatrix::OpenCV420 && format.siting() == ChromaSiting::TopLeft;
    for (int piece : chosen) {
        const int row = piece * alignment, count = std::min(alignment, picture.size.height - row);
        cv::Mat rows(count, picture.size.width, picture.type);
        source.read(row, rows);
        const std::vector<cv::Mat> planes =
            opencv ? byOpencv(rows, picture, layout.format().layout()) : byLibrary(rows, picture, layout);
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const OutputLayout::Plane& plane = layout.planes()[i];
            const std::size_t bytes = layout.bytesOf(plane, count);
            const std::vector<uchar> found = layout.tiff() ? readByLibtiff(path, int(i), row, count, plane.rowBytes)
                                                           : readPlain(path, layout.offset(plane, row), bytes);
            if (std::memcmp(found.data(), planes[i].data, bytes) != 0)
                throw UserError(
                    cv::format("%s: plane %zu differs in rows %d to %d", path.c_str(), i, row, row + count - 1));
        }
    }
    return std::to_string(chosen.size()) + " bands are equal to " + (opencv ? "cv::cvtColor" : "one call on the CPU");
}
