// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cstring>

#include "output.hpp"

using namespace cv::cudastripe;

namespace {

// An entry of a TIFF's directory.
struct Entry
{
    std::uint16_t tag, type;
    std::vector<std::uint64_t> values;
};

enum : std::uint16_t
{
    Short = 3,
    Long = 4,
    Fraction = 5,  // two values of four bytes
    Long8 = 16
};

template <class T>
void append(std::vector<uchar>& bytes, T value)
{
    const uchar* from = reinterpret_cast<const uchar*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof(value));
}

// A BigTIFF with one directory, little-endian, up to the next page. Values of more than eight bytes lie behind it.
std::vector<uchar> bigTiff(const std::vector<Entry>& entries)
{
    std::vector<uchar> head, behind;
    for (int part : {0x4949, 43, 8, 0, 16, 0, 0, 0})
        append(head, std::uint16_t(part));
    append(head, std::uint64_t(entries.size()));
    const std::size_t begin = head.size() + 20 * entries.size() + 8;
    for (const Entry& entry : entries) {
        std::vector<uchar> bytes;
        for (std::uint64_t value : entry.values) {
            if (entry.type == Short)
                append(bytes, std::uint16_t(value));
            else if (entry.type == Long8)
                append(bytes, value);
            else
                append(bytes, std::uint32_t(value));
        }
        append(head, entry.tag);
        append(head, entry.type);
        append(head, std::uint64_t(entry.values.size() / (entry.type == Fraction ? 2 : 1)));
        bytes.resize((bytes.size() + 7) / 8 * 8);
        if (bytes.size() > 8)
            append(head, std::uint64_t(begin + behind.size()));
        std::vector<uchar>& to = bytes.size() > 8 ? behind : head;
        to.insert(to.end(), bytes.begin(), bytes.end());
    }
    append(head, std::uint64_t(0));
    head.insert(head.end(), behind.begin(), behind.end());
    head.resize((head.size() + 4095) / 4096 * 4096);
    return head;
}

// Of red, green and blue in luma, as fractions of ten thousand.
std::vector<std::uint64_t> weightsOf(YuvMatrix matrix)
{
#define WEIGHTS(NAME, TEXT, RED, BLUE) {YuvMatrix::NAME, {RED, BLUE}},
    const std::map<YuvMatrix, std::pair<double, double>> all = {CV_CUDASTRIPE_YUV_MATRICES(WEIGHTS)};
#undef WEIGHTS
    const auto [red, blue] = all.at(all.count(matrix) ? matrix : YuvMatrix::BT601);  // of which others are roundings
    const std::uint64_t one = 10000, r = std::uint64_t(cvRound(red * 1e4)), b = std::uint64_t(cvRound(blue * 1e4));
    return {r, one, one - r - b, one, b, one};
}

}  // namespace

OutputLayout::OutputLayout(const std::string& path, const YuvFormat& format, cv::Size size)
    : format_(format), size_(size)
{
    const std::string extension = extensionOf(path);
    if (extension != ".tif" && extension != ".tiff" && extension != ".yuv")
        throw UserError("--output=" + path + ": the name of an output ends in .yuv, .tif or .tiff");
    const cv::Size block = format_.blockSize();
    if (size.width % block.width != 0 || size.height % block.height != 0) {
        throw UserError("--format=" + format_.name() + ": needs sides that are multiples of " + sizeText(block) +
                        "; the picture has " + sizeText(size));
    }
    for (int i = 0; i < format_.planes(); ++i) {
        const cv::Size rows = format_.planeSize(i, {size.width, block.height});
        planes_.push_back({bytes_, std::size_t(rows.width) * CV_ELEM_SIZE(format_.planeType(i)), rows.height});
        bytes_ += std::int64_t(bytesOf(planes_.back(), size.height));
    }
    if (extension != ".yuv")
        makeHeader(path);
}

std::size_t OutputLayout::bytesOf(const Plane& plane, int rows) const
{
    return plane.rowBytes * std::size_t(plane.rowsOfBlock) * std::size_t(rows / blockRows());
}

std::size_t OutputLayout::bytesOf(int rows) const
{
    std::size_t sum = 0;
    for (const Plane& plane : planes_)
        sum += bytesOf(plane, rows);
    return sum;
}

std::vector<cv::Mat> OutputLayout::images(int rows, uchar* memory) const
{
    std::vector<cv::Mat> all;
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        all.emplace_back(format_.planeSize(int(i), {size_.width, rows}), format_.planeType(int(i)), memory);
        memory += bytesOf(planes_[i], rows);
    }
    return all;
}

void OutputLayout::makeHeader(const std::string& path)
{
    const YuvLayout layout = format_.layout();
    const bool grey = layout == YuvLayout::Y, separate = layout == YuvLayout::I444;
    if ((!grey && !separate && layout != YuvLayout::Packed444) || format_.depth() % 8 != 0) {
        throw UserError(path + ": a TIFF holds the layouts i444, packed444 and y of 8 or 16 bits, not " +
                        format_.name() + "; use .yuv");
    }
    const std::size_t row = planes_[0].rowBytes, height = std::size_t(size_.height);
    // Strips of about a megabyte, which other programs read at once.
    const std::size_t rows = std::min(height, std::max<std::size_t>(1, (std::size_t(1) << 20) / row));
    std::vector<std::uint64_t> offsets, lengths;
    for (const Plane& plane : planes_) {
        for (std::size_t y = 0; y < height; y += rows) {
            offsets.push_back(std::uint64_t(plane.offset) + y * row);
            lengths.push_back(std::min(rows, height - y) * row);
        }
    }
    const std::uint64_t samples = grey ? 1 : 3, bits = std::uint64_t(format_.depth());
    const std::uint64_t unit = std::uint64_t(1) << (bits - 8), white = 256 * unit - 1, neutral = 128 * unit;
    const bool full = format_.range() == YuvRange::Full;
    const std::uint64_t y0 = full ? 0 : 16 * unit, y1 = full ? white : 235 * unit, c1 = full ? white : 240 * unit;
    const auto make = [&] {
        std::vector<Entry> entries = {{TIFFTAG_IMAGEWIDTH, Long, {std::uint64_t(size_.width)}},
                                      {TIFFTAG_IMAGELENGTH, Long, {height}},
                                      {TIFFTAG_BITSPERSAMPLE, Short, std::vector<std::uint64_t>(samples, bits)},
                                      {TIFFTAG_COMPRESSION, Short, {COMPRESSION_NONE}},
                                      {TIFFTAG_PHOTOMETRIC, Short, {grey ? 1u : 6u}},  // 0 is black; YCbCr
                                      {TIFFTAG_STRIPOFFSETS, Long8, offsets},
                                      {TIFFTAG_SAMPLESPERPIXEL, Short, {samples}},
                                      {TIFFTAG_ROWSPERSTRIP, Long, {rows}},
                                      {TIFFTAG_STRIPBYTECOUNTS, Long8, lengths},
                                      {TIFFTAG_PLANARCONFIG, Short, {separate ? 2u : 1u}}};
        if (!grey) {
            entries.push_back({TIFFTAG_YCBCRCOEFFICIENTS, Fraction, weightsOf(format_.matrix())});
            entries.push_back({TIFFTAG_YCBCRSUBSAMPLING, Short, {1, 1}});
            entries.push_back(
                {TIFFTAG_REFERENCEBLACKWHITE, Fraction, {y0, 1, y1, 1, neutral, 1, c1, 1, neutral, 1, c1, 1}});
        }
        return bigTiff(entries);
    };
    const std::size_t begin = make().size();
    for (std::uint64_t& offset : offsets)
        offset += begin;
    for (Plane& plane : planes_)
        plane.offset += std::int64_t(begin);
    header_ = make();
    bytes_ += std::int64_t(begin);
}
