// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_TIFF_FILE_HPP
#define STRIPE_MOSAIC_TIFF_FILE_HPP

#include <tiffio.h>

#include <memory>
#include <string>

using TiffFile = std::unique_ptr<TIFF, void (*)(TIFF*)>;

//! @param mode "rm" reads without mapping the file, which may be larger than the address space that is allowed.
//! @throws UserError with what libtiff says.
TiffFile openTiffFile(const std::string& path, const char* mode);
//! What libtiff said last in this thread; empty if nothing.
std::string takeTiffError();

#endif
