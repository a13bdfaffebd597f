// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <sys/stat.h>

#include <algorithm>
#include <cstdarg>
#include <vector>

#include "picture.hpp"

namespace {

class TiffSource : public Source
{
public:
    explicit TiffSource(const std::string& path) : path_(path), file_(openTiffFile(path, "rm"))
    {
        std::uint32_t width = 0, height = 0;
        TIFFGetField(file_.get(), TIFFTAG_IMAGEWIDTH, &width);
        TIFFGetField(file_.get(), TIFFTAG_IMAGELENGTH, &height);
        picture_.size = {int(width), int(height)};
        const int channels = number(TIFFTAG_SAMPLESPERPIXEL), bits = number(TIFFTAG_BITSPERSAMPLE);
        if (picture_.size.width < 1 || picture_.size.height < 1 || (channels != 3 && channels != 4) ||
            (bits != 8 && bits != 16) || number(TIFFTAG_PHOTOMETRIC) != PHOTOMETRIC_RGB ||
            number(TIFFTAG_PLANARCONFIG) != PLANARCONFIG_CONTIG || number(TIFFTAG_SAMPLEFORMAT) != SAMPLEFORMAT_UINT)
            fail("not RGB or RGBA of 8 or 16 bits, interleaved");
        picture_.type = CV_MAKETYPE(bits == 8 ? CV_8U : CV_16U, channels);
        tiled_ = TIFFIsTiled(file_.get()) != 0;
        std::uint32_t rows = 0, columns = 0;
        TIFFGetField(file_.get(), tiled_ ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
        TIFFGetField(file_.get(), TIFFTAG_TILEWIDTH, &columns);
        if (rows < 1 || (tiled_ && columns < 1))
            fail("its strips or tiles have no size");
        picture_.rowsAtOnce = int(tiled_ ? rows : std::min(rows, height));
        tileColumns_ = int(columns);
        const std::size_t piece = std::size_t(tiled_ ? TIFFTileSize64(file_.get()) : TIFFStripSize64(file_.get()));
        picture_.scratchBytes = 2 * piece;  // one may be compressed
        if (piece > std::size_t(1) << 30)
            fail("its strips or tiles are larger than 1 GB");
        tile_.resize(tiled_ ? piece : 0);
        checkLength();
    }

    void read(int row, cv::Mat& rows) override
    {
        for (int y = 0; y < rows.rows; y += picture_.rowsAtOnce) {
            const int height = std::min(picture_.rowsAtOnce, rows.rows - y);
            if (tiled_) {
                readTiles(row + y, rows.rowRange(y, y + height));
                continue;
            }
            const std::uint32_t strip = TIFFComputeStrip(file_.get(), std::uint32_t(row + y), 0);
            const std::size_t bytes = std::size_t(height) * picture_.rowBytes();
            if (TIFFReadEncodedStrip(file_.get(), strip, rows.ptr(y), tmsize_t(bytes)) != tmsize_t(bytes))
                failAt("strip", strip);
            dropPiece(strip);
        }
    }

private:
    int number(std::uint32_t tag)
    {
        std::uint16_t value = 0;
        TIFFGetFieldDefaulted(file_.get(), tag, &value);
        return value;
    }

    void readTiles(int row, cv::Mat rows)
    {
        const std::size_t pixel = rows.elemSize(), step = pixel * std::size_t(tileColumns_);
        for (int x = 0; x < rows.cols; x += tileColumns_) {
            const std::uint32_t tile = TIFFComputeTile(file_.get(), std::uint32_t(x), std::uint32_t(row), 0, 0);
            if (TIFFReadEncodedTile(file_.get(), tile, tile_.data(), tmsize_t(tile_.size())) != tmsize_t(tile_.size()))
                failAt("tile", tile);
            dropPiece(tile);
            const std::size_t bytes = pixel * std::size_t(std::min(tileColumns_, rows.cols - x));
            for (int y = 0; y < rows.rows; ++y)
                std::copy_n(tile_.data() + step * std::size_t(y), bytes, rows.ptr(y, x));
        }
    }

    void dropPiece(std::uint32_t index)
    {
        dropFromCache(TIFFFileno(file_.get()), std::int64_t(TIFFGetStrileOffset(file_.get(), index)),
                      std::int64_t(TIFFGetStrileByteCount(file_.get(), index)));
    }

    // Refuses, before hours of work, pieces beyond the end. Of a piece that is not compressed, libtiff reads as much as
    // its pixels take, whatever its entry says.
    void checkLength()
    {
        struct stat status = {};
        fstat(TIFFFileno(file_.get()), &status);
        const bool plain = number(TIFFTAG_COMPRESSION) == COMPRESSION_NONE;
        const std::uint32_t pieces = tiled_ ? TIFFNumberOfTiles(file_.get()) : TIFFNumberOfStrips(file_.get());
        for (std::uint32_t i = 0; i < pieces; ++i) {
            const std::uint64_t least = plain ? bytesOfPiece(i) : 1;
            const std::uint64_t end = TIFFGetStrileOffset(file_.get(), i) +
                                      std::max<std::uint64_t>(TIFFGetStrileByteCount(file_.get(), i), least);
            if (end > std::uint64_t(status.st_size))
                fail(cv::format("%s %u of %u ends at byte %llu, but the file has %lld: it is truncated",
                                tiled_ ? "tile" : "strip", i, pieces, static_cast<unsigned long long>(end),
                                static_cast<long long>(status.st_size)));
        }
    }

    std::uint64_t bytesOfPiece(std::uint32_t index)
    {
        if (tiled_)
            return tile_.size();
        const std::uint32_t rows = std::uint32_t(picture_.rowsAtOnce);
        return picture_.rowBytes() * std::min(rows, std::uint32_t(picture_.size.height) - index * rows);
    }

    [[noreturn]] void fail(const std::string& reason) { throw UserError(path_ + ": cannot be read: " + reason); }
    [[noreturn]] void failAt(const std::string& kind, std::uint32_t index)
    {
        const std::string reason = takeTiffError();
        fail(kind + " " + std::to_string(index) + (reason.empty() ? " is too short" : ": " + reason));
    }

    const std::string path_;
    const TiffFile file_;
    bool tiled_ = false;
    int tileColumns_ = 0;
    std::vector<uchar> tile_;
};

thread_local std::string lastTiffError;

void keepError(const char*, const char* format, va_list values)
{
    char text[512];
    std::vsnprintf(text, sizeof(text), format, values);
    lastTiffError = text;
}

}  // namespace

std::string takeTiffError()
{
    std::string text;
    text.swap(lastTiffError);
    return text;
}

TiffFile openTiffFile(const std::string& path, const char* mode)
{
    TIFFSetErrorHandler(keepError);
    TIFFSetWarningHandler(nullptr);
    takeTiffError();
    TiffFile file(TIFFOpen(path.c_str(), mode), TIFFClose);
    if (!file) {
        std::string reason = takeTiffError();
        if (reason.find("directory") != std::string::npos)
            reason += "; a truncated file has lost it";
        else if (reason.compare(0, path.size() + 2, path + ": ") == 0)
            reason.erase(0, path.size() + 2);
        else if (reason.empty())
            reason = "libtiff does not say why";
        throw UserError(path + ": cannot be " + (*mode == 'r' ? "read: " : "written: ") + reason);
    }
    return file;
}

std::unique_ptr<Source> openTiff(const std::string& path)
{
    return std::make_unique<TiffSource>(path);
}
