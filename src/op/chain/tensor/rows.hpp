// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a tensor on the CPU, from rows of pixels of 32F, or of 8U as the tensor.

#pragma once

#include "../../../model/tensor_value.hpp"
#include "../../plane_view.hpp"

namespace cv { namespace cudastripe {

//! How a tensor's values lie in memory.
struct TensorShape
{
    int planes;  //!< as many as channels, or one
    int values;  //!< of a pixel in each plane
    TensorValue value;
    bool swaps;  //!< swaps the planes of the first and the third channel

    int valueBytes() const { return value == TensorValue::Float ? 4 : value == TensorValue::Byte ? 1 : 2; }
    //! The plane of a channel.
    int planeOf(int channel) const { return swaps && channel < 3 ? 2 - channel : channel; }
};

//! A range of rows that the calling thread writes.
struct TensorRows
{
    PlaneView pixels;
    const PlaneView* out;
    int64 cols;
    int64 rows;
    bool nonTemporal;  //!< how results are stored
};

//! Writes the rows with the instructions that this CPU has.
void writeTensorRows(const TensorShape& shape, const TensorRows& work);

}}  // namespace cv::cudastripe
