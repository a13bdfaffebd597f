// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Lists of images, and lists of planes.
#pragma once

#include <optional>

#include "arrays.hpp"
#include "opencv2/cudastripe.hpp"

namespace cudastripe_python {

//! What may tell whether a list is a batch.
struct BatchChoice
{
    const char* function;
    std::optional<bool> wanted;  //!< what the caller says
    nb::handle dst;              //!< the caller's, or None; if given, a list means a batch, as in C++
    //! The format whose planes a list may be, if there is one.
    std::optional<cv::cudastripe::YuvFormat> planes;
};

/** @brief True if an argument is a list of images, false if it is one image or the planes of one.

If nothing else decides, as many arrays as the format has planes, with the planes' types and sizes, are planes. */
bool isBatch(const Images& src, const BatchChoice& choice);

//! Throws for a list of frames.
void requireNoFrames(const Images& src, const char* function);

//! Throws if a list has frames of several planes: each would become one image, with a seam between its planes.
void requireOnePlane(const Images& src, nb::handle object, const char* function, const char* argument = "src");

//! Throws if a batch is to give planes.
void requireNoPlanes(bool planes, const char* function);

}  // namespace cudastripe_python
