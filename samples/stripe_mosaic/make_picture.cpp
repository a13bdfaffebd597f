// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "../common/output_file.hpp"
#include "picture.hpp"

namespace {

// Colours of BGRA as noise that a shifted or exchanged row, column or band cannot repeat.
void fillPattern(cv::Mat& rows, int firstRow, int firstColumn)
{
    for (int y = 0; y < rows.rows; ++y) {
        std::uint32_t* pixel = rows.ptr<std::uint32_t>(y);
        const std::uint32_t row = std::uint32_t(firstRow + y) * 0x85EBCA77u;
        for (int x = 0; x < rows.cols; ++x) {
            std::uint32_t value = row + std::uint32_t(firstColumn + x) * 0x9E3779B1u;
            value = (value ^ value >> 15) * 0x2C1B3C6Du;
            pixel[x] = value ^ value >> 13;
        }
    }
}

const int plainRows = 16;  // that are written at once

void makePlain(OutputFile& file, const std::string& extension, cv::Size size)
{
    if (extension == ".ppm")
        file.write(cv::format("P6\n%d %d\n255\n", size.width, size.height));
    cv::Mat pattern, rows;
    for (int row = 0; row < size.height; row += plainRows) {
        pattern.create(std::min(plainRows, size.height - row), size.width, CV_8UC4);
        fillPattern(pattern, row, 0);
        if (extension == ".bgra")
            rows = pattern;
        else
            cv::cvtColor(pattern, rows, extension == ".bgr" ? cv::COLOR_BGRA2BGR : cv::COLOR_BGRA2RGB);
        file.write(rows.data, rows.total() * rows.elemSize());
    }
}

// The file has another name until it is whole.
void makeTiff(const std::string& name, const std::string& path, cv::Size size, int tile, int rowsPerStrip, bool packed)
{
    const TiffFile file = openTiffFile(name, "w8");
    TIFF* tiff = file.get();
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, std::uint32_t(size.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, std::uint32_t(size.height));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 4);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, packed ? COMPRESSION_PACKBITS : COMPRESSION_NONE);
    if (tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, std::uint32_t(tile));
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, std::uint32_t(tile));
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, std::uint32_t(rowsPerStrip));
    }
    const int height = tile > 0 ? tile : rowsPerStrip, width = tile > 0 ? tile : size.width;
    cv::Mat pattern, rows;
    std::uint32_t index = 0;
    for (int row = 0; row < size.height; row += height) {
        for (int column = 0; column < size.width; column += width) {
            pattern.create(tile > 0 ? tile : std::min(height, size.height - row), width, CV_8UC4);
            fillPattern(pattern, row, column);
            cv::cvtColor(pattern, rows, cv::COLOR_BGRA2RGBA);
            const tmsize_t bytes = tmsize_t(rows.total() * rows.elemSize());
            const tmsize_t written = tile > 0 ? TIFFWriteEncodedTile(tiff, index++, rows.data, bytes)
                                              : TIFFWriteEncodedStrip(tiff, index++, rows.data, bytes);
            if (written != bytes)
                throw UserError(path + ": cannot be written: " + takeTiffError());
        }
    }
    if (!TIFFFlush(tiff))
        throw UserError(path + ": cannot be written: " + takeTiffError());
}

}  // namespace

void makePicture(const std::string& path, cv::Size size, int tile, int rows, bool packed)
{
    const std::string extension = extensionOf(path);
    const bool tiff = extension == ".tif" || extension == ".tiff";
    if (!tiff && extension != ".bgr" && extension != ".bgra" && extension != ".ppm")
        throw UserError(path + ": --make writes .bgr, .bgra, .ppm, .tif and .tiff");
    if (!tiff && (tile > 0 || packed))
        throw UserError(path + ": --tile and --packed go with .tif and .tiff only");
    if (tile % 16 != 0)
        throw UserError("--tile=" + std::to_string(tile) + ": not a multiple of 16");
    const int rowsAtOnce = tile > 0 ? tile : std::min(tiff ? rows : plainRows, size.height);
    if (4 * std::int64_t(tile > 0 ? tile : size.width) * rowsAtOnce > std::int64_t(1) << 30)
        throw UserError(path + ": " + std::to_string(rowsAtOnce) +
                        " rows, which are made at once, would take more than 1 GB");
    OutputFile file(path);
    if (tiff)
        file.writeByName([&](const std::string& name) { makeTiff(name, path, size, tile, rowsAtOnce, packed); });
    else
        makePlain(file, extension, size);
    file.commit();
}
