// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "output_layout.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <initializer_list>

#include "source.hpp"

using namespace cv::cudastripe;

namespace {

bool isTiffName(const std::string& path)
{
    const std::string extension = lowered(std::filesystem::path(path).extension().string());
    if (extension != ".tif" && extension != ".tiff" && extension != ".yuv")
        throw UserError(path + ": the name of an output ends in .yuv, .tif or .tiff");
    return extension != ".yuv";
}

// A BigTIFF with one directory, little-endian. Values of more than eight bytes lie behind the directory.
class Directory
{
public:
    template <class T>
    void add(int tag, int type, const std::vector<T>& values)
    {
        std::vector<uchar> bytes(values.size() * sizeof(T));
        std::memcpy(bytes.data(), values.data(), bytes.size());
        const bool fraction = type == 5;
        entries_.push_back({tag, type, values.size() / (fraction ? 2 : 1), bytes});
    }
    void addShort(int tag, std::uint16_t value) { add<std::uint16_t>(tag, 3, {value}); }
    void addLong(int tag, std::uint32_t value) { add<std::uint32_t>(tag, 4, {value}); }

    std::size_t bytes() const
    {
        std::size_t sum = 16 + 8 + 20 * entries_.size() + 8;
        for (const Entry& entry : entries_)
            sum += entry.bytes.size() > 8 ? (entry.bytes.size() + 7) / 8 * 8 : 0;
        return sum;
    }

    std::vector<uchar> build(std::size_t size) const
    {
        std::vector<uchar> file(size);
        std::size_t at = 0, values = 16 + 8 + 20 * entries_.size() + 8;
        const auto put = [&](auto value) {
            std::memcpy(file.data() + at, &value, sizeof(value));
            at += sizeof(value);
        };
        for (int part : {0x4949, 43, 8, 0})
            put(std::uint16_t(part));
        put(std::uint64_t(16));
        put(std::uint64_t(entries_.size()));
        for (const Entry& entry : entries_) {
            put(std::uint16_t(entry.tag));
            put(std::uint16_t(entry.type));
            put(std::uint64_t(entry.count));
            const bool fits = entry.bytes.size() <= 8;
            std::copy(entry.bytes.begin(), entry.bytes.end(), file.begin() + std::ptrdiff_t(fits ? at : values));
            if (fits)
                at += 8;
            else {
                put(std::uint64_t(values));
                values += (entry.bytes.size() + 7) / 8 * 8;
            }
        }
        return file;
    }

private:
    struct Entry
    {
        int tag, type;
        std::size_t count;
        std::vector<uchar> bytes;
    };
    std::vector<Entry> entries_;
};

// Numerators over 10000 of red, green and blue in luma.
std::vector<std::uint32_t> weightsOf(YuvMatrix matrix)
{
    struct Row
    {
        YuvMatrix matrix;
        double red, blue;
    };
#define WEIGHTS_ROW(NAME, TEXT, RED, BLUE) {YuvMatrix::NAME, RED, BLUE},
    const Row rows[] = {CV_CUDASTRIPE_YUV_MATRICES(WEIGHTS_ROW)};
#undef WEIGHTS_ROW
    const Row* row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.matrix == matrix; });
    if (row == std::end(rows))
        row = rows;  // the others are BT.601 of fewer digits
    const std::uint32_t one = 10000, red = std::uint32_t(row->red * one + .5),
                        blue = std::uint32_t(row->blue * one + .5);
    return {red, one, one - red - blue, one, blue, one};
}

}  // namespace

OutputLayout::OutputLayout(const std::string& path, const YuvFormat& format, cv::Size size)
    : format_(format), size_(size), tiff_(isTiffName(path))
{
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
    if (tiff_)
        makeHeader(path);
}

std::size_t OutputLayout::rowBytes() const
{
    std::size_t sum = 0;
    for (const Plane& plane : planes_)
        sum += bytesOf(plane, blockRows());
    return (sum + std::size_t(blockRows()) - 1) / std::size_t(blockRows());
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
    if ((layout != YuvLayout::I444 && layout != YuvLayout::Packed444 && layout != YuvLayout::Y) ||
        format_.depth() == 10) {
        throw UserError(path + ": a TIFF holds the layouts i444, packed444 and y of 8 or 16 bits, not " +
                        format_.name() + "; use .yuv");
    }
    const bool grey = layout == YuvLayout::Y, separate = layout == YuvLayout::I444;
    const std::uint16_t bits = std::uint16_t(format_.depth());
    const std::size_t samples = grey ? 1 : 3, row = planes_[0].rowBytes;
    // Strips of about a megabyte, which other programs read at once.
    const std::size_t height = std::size_t(size_.height);
    const std::size_t rows = std::min(height, std::max<std::size_t>(1, (std::size_t(1) << 20) / row));
    std::vector<std::uint64_t> offsets, lengths;
    for (const Plane& plane : planes_) {
        for (std::size_t y = 0; y < height; y += rows) {
            offsets.push_back(std::uint64_t(plane.offset) + y * row);
            lengths.push_back(std::min(rows, height - y) * row);
        }
    }
    const auto directory = [&] {
        const std::uint32_t white = (1u << bits) - 1, unit = 1u << (bits - 8);
        const bool full = format_.range() == YuvRange::Full;
        Directory tags;
        tags.addLong(256, std::uint32_t(size_.width));
        tags.addLong(257, std::uint32_t(size_.height));
        tags.add(258, 3, std::vector<std::uint16_t>(samples, bits));
        tags.addShort(259, 1);             // not compressed
        tags.addShort(262, grey ? 1 : 6);  // 0 is black; YCbCr
        tags.add(273, 16, offsets);
        tags.addShort(277, std::uint16_t(samples));
        tags.addLong(278, std::uint32_t(rows));
        tags.add(279, 16, lengths);
        tags.addShort(284, separate ? 2 : 1);
        if (!grey) {
            tags.add(529, 5, weightsOf(format_.matrix()));
            tags.add<std::uint16_t>(530, 3, {1, 1});
            const std::uint32_t black = full ? 0 : 16 * unit, grey0 = 128 * unit;
            tags.add<std::uint32_t>(532, 5,
                                    {black, 1, full ? white : 235 * unit, 1, grey0, 1, full ? white : 240 * unit, 1,
                                     grey0, 1, full ? white : 240 * unit, 1});
        }
        return tags;
    };
    const std::size_t page = 4096, begin = (directory().bytes() + page - 1) / page * page;
    for (std::uint64_t& offset : offsets)
        offset += begin;
    header_ = directory().build(begin);
    for (Plane& plane : planes_)
        plane.offset += std::int64_t(begin);
    bytes_ += std::int64_t(begin);
}
