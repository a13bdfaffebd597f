// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "program.hpp"

namespace cv { namespace cudastripe {

//! Of programs without a table.
struct NoTables
{
    CV_CUDASTRIPE_HD static const uchar* get() { return nullptr; }
};

//! Of programs with tables; only what they fill is copied.
struct SomeTables
{
    ChainTables tables;
    CV_CUDASTRIPE_HD const uchar* get() const { return tables.bytes; }
};

}}  // namespace cv::cudastripe
