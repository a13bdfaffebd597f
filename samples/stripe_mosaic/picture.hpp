// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_PICTURE_HPP
#define STRIPE_MOSAIC_PICTURE_HPP

#include <tiffio.h>

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/cudastripe/yuv_format.hpp>
#include <string>

#include "../common/sample_main.hpp"

//! What a file of colours has.
struct Picture
{
    cv::Size size;
    int type = CV_8UC3;
    cv::cudastripe::ChannelOrder order = cv::cudastripe::ChannelOrder::RGB;
    int rowsAtOnce = 1;            //!< of a strip or a tile
    std::size_t scratchBytes = 0;  //!< that reading needs

    std::size_t rowBytes() const { return std::size_t(size.width) * CV_ELEM_SIZE(type); }
};

//! A picture that is read in parts. @throws UserError that names the file and what is wrong with it.
class Source
{
public:
    //! Opens TIFF, PNM (P6), or raw colours, by the extension. @param size of raw colours: the option --size.
    static std::unique_ptr<Source> open(const std::string& path, const std::string& size);
    virtual ~Source() = default;

    const Picture& picture() const { return picture_; }
    //! Reads rows from this one on, which begins a strip or a row of tiles. @param rows continuous.
    virtual void read(int row, cv::Mat& rows) = 0;

protected:
    Picture picture_;
};

std::unique_ptr<Source> openTiff(const std::string& path);

//! Writes a picture to test with, strip by strip: .bgr, .bgra, .ppm, or BigTIFF. Each pixel follows from its place, and
//! the colours are the same in every kind of file.
//! @param tile side of a TIFF's tiles; 0: strips. @param rows of a strip. @param packed compresses a TIFF.
void makePicture(const std::string& path, cv::Size size, int tile, int rows, bool packed);

using TiffFile = std::unique_ptr<TIFF, void (*)(TIFF*)>;
//! @param mode "rm" reads without mapping the file, which may be larger than the address space that is allowed.
//! @throws UserError with what libtiff says.
TiffFile openTiffFile(const std::string& path, const char* mode);
//! What libtiff said last in this thread; empty if nothing.
std::string takeTiffError();

//! Drops bytes of a file from the page cache: they are not used again, and the kernel would have to reclaim the pages.
void dropFromCache(int file, std::int64_t offset, std::int64_t bytes);
//! The extension in lower case: ".tif".
std::string extensionOf(const std::string& path);
//! By WIDTHxHEIGHT. @throws UserError that names the option.
cv::Size sizeOf(const std::string& text);
//! The size and the time of the last change; the same as long as the file is.
std::string stampOf(const std::string& path);

#endif
