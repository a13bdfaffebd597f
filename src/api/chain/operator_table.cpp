// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of operators as data.

#include "opencv2/cudastripe/operator_table.hpp"

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

const std::vector<OperatorInfo>& operatorTable()
{
#define CUDASTRIPE_ROW(NAME, TEXT, STANDS_FOR, PARAMETERS, DEPTHS, CLOSENESS, SAME_BITS, COST) \
    {OperatorCode::NAME, TEXT, STANDS_FOR, PARAMETERS, DEPTHS, Closeness::CLOSENESS, SAME_BITS, COST},
    static const std::vector<OperatorInfo> table = {CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_ROW)};
#undef CUDASTRIPE_ROW
    return table;
}

}}  // namespace cv::cudastripe
