// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a tensor on the CPU, from 8-bit pixels by a chain that keeps channels apart.

#pragma once

#include "byte_values.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {

//! Pixels of 8 bits, and what becomes of them.
struct BytePixels
{
    const ByteValues& values;
    const int (&from)[4];  //!< the pixels' channel for each result channel
    int channels;          //!< of the pixels
};

//! Writes the rows with the instructions that this CPU has; each channel has a plane.
void writeByteTensorRows(const TensorShape& shape, const BytePixels& bytes, const TensorRows& work);

}}  // namespace cv::cudastripe
