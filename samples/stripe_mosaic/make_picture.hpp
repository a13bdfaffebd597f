// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_MAKE_PICTURE_HPP
#define STRIPE_MOSAIC_MAKE_PICTURE_HPP

#include "source.hpp"

//! Writes a picture to test with, strip by strip: .bgr, .bgra, .ppm, or BigTIFF. Each pixel follows from its place, and
//! the colours are the same in every kind of file.
//! @param tile side of a TIFF's tiles; 0: strips. @param rows of a strip. @param packed compresses a TIFF.
void makePicture(const std::string& path, cv::Size size, int tile, int rows, bool packed);

#endif
