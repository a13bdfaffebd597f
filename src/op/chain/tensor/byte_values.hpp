// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a chain makes of each 8-bit value: as a table, and by a line where that gives the same bits.

#pragma once

#include "../../../model/tensor_value.hpp"
#include "../../word_bytes.hpp"
#include "../body/real_functions.hpp"

namespace cv { namespace cudastripe {

//! The value of a tensor for each byte, by channel of the result. T is float, or ushort for the bits of a half.
template <class T>
struct ByteTable
{
    T values[4][256];

    //! The values of four bytes.
    CV_CUDASTRIPE_HD void find(int channel, std::uint32_t bytes, T (&found)[4]) const
    {
        for (int i = 0; i < 4; ++i)
            found[i] = values[channel][byteOf(bytes, i)];
    }
};

/** @brief ((byte * scale + offset) + shift) * (high + low), rounded to float after each operator: convertTo, then add
or subtract, then multiply or divide. high + low is a factor of 64F. Only for 32F: halves take longer to round than to
look up. */
struct ByteLine
{
    float scale[4], offset[4], shift[4], high[4], low[4];

    CV_CUDASTRIPE_HD float of(int channel, int byte) const
    {
        const float scaled = fusedOf(static_cast<float>(byte), scale[channel], offset[channel]);
        const float shifted = sumOf(scaled, shift[channel]);
        return fusedOf(shifted, high[channel], productOf(shifted, low[channel]));
    }

    CV_CUDASTRIPE_HD void find(int channel, std::uint32_t bytes, float (&found)[4]) const
    {
        for (int i = 0; i < 4; ++i)
            found[i] = of(channel, byteOf(bytes, i));
    }
};

//! The same values in all forms.
struct ByteValues
{
    //! Those of a tensor of 16 bits.
    const ByteTable<ushort>& words(TensorValue value) const { return value == TensorValue::Half ? halves : bfloats; }

    ByteTable<float> values;
    ByteTable<ushort> halves, bfloats;
    bool isLine;  //!< `line` gives the same bits as `values`
    ByteLine line;
};

}}  // namespace cv::cudastripe
