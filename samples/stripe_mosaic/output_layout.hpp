// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_OUTPUT_LAYOUT_HPP
#define STRIPE_MOSAIC_OUTPUT_LAYOUT_HPP

#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/cudastripe/yuv_format.hpp>
#include <string>
#include <vector>

//! Where each byte of an output lies, known before anything is written: so ranks need not talk about it.
class OutputLayout
{
public:
    struct Plane
    {
        std::int64_t offset;
        std::size_t rowBytes;
        int rowsOfBlock;  //!< for each OutputLayout::blockRows() of the picture
    };

    //! Planes one after the other behind a header: none for .yuv, BigTIFF's for .tif and .tiff.
    //! @throws UserError if the file cannot hold the format, or the format not the size.
    OutputLayout(const std::string& path, const cv::cudastripe::YuvFormat& format, cv::Size size);

    bool tiff() const { return tiff_; }
    cv::Size size() const { return size_; }
    const cv::cudastripe::YuvFormat& format() const { return format_; }
    int blockRows() const { return format_.blockSize().height; }
    const std::vector<uchar>& header() const { return header_; }
    const std::vector<Plane>& planes() const { return planes_; }
    std::int64_t bytes() const { return bytes_; }
    //! Where rows of the picture begin in a plane, and how many bytes they have.
    std::int64_t offset(const Plane& plane, int row) const { return plane.offset + std::int64_t(bytesOf(plane, row)); }
    std::size_t bytesOf(const Plane& plane, int rows) const
    {
        return plane.rowBytes * std::size_t(plane.rowsOfBlock) * std::size_t(rows / blockRows());
    }
    //! Of a row of the picture in all planes, on average.
    std::size_t rowBytes() const;
    //! An image for each plane, in one piece of memory.
    std::vector<cv::Mat> images(int rows, uchar* memory) const;

private:
    void makeHeader(const std::string& path);

    const cv::cudastripe::YuvFormat format_;
    const cv::Size size_;
    const bool tiff_;
    std::vector<uchar> header_;
    std::vector<Plane> planes_;
    std::int64_t bytes_ = 0;
};

#endif
