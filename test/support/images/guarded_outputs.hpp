// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../device/backend.hpp"

namespace opencv_test {

//! Of the pictures in refused calls.
const Size kPictureSize(6, 4);

//! For tests of refused calls: the end of a test looks at the bytes of its outputs.
class GuardedOutputs : public testing::Test
{
protected:
    Mat guarded(Size size, int type)
    {
        const Mat mat(size, type, Scalar::all(9));
        outputs.push_back(mat);
        return mat;
    }

    void TearDown() override
    {
        for (const Mat& output : outputs)
            EXPECT_EQ(0, cv::norm(output, Mat(output.size(), output.type(), Scalar::all(9)), NORM_INF))
                << "an output was written";
    }

    Backend backend{BackendKind::Simulated};
    std::unique_ptr<Striper> striper = backend.striper();
    std::vector<Mat> outputs;
};

}  // namespace opencv_test
