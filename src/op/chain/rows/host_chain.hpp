// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program on rows of the host, by one thread.

#pragma once

#include "loop.hpp"
#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

class CV_EXPORTS HostChain
{
public:
    //! `steps` are the loops of the program. The caller keeps all arguments alive.
    HostChain(const ChainProgram& program, const uchar* tables, const std::vector<ChainLoopStep>& steps);

    void run(const ChainRow& row);

private:
    //! The part of the row from pixel `first` on.
    ChainRow from(const ChainRow& row, std::int64_t first) const;
    //! Handles a rest with fewer pixels than loops take at a time.
    void runRest(const ChainRow& part, int pixels);
    //! `ahead`: see ChainArrays.
    void runSteps(const uchar* src, const uchar* second, uchar* dst, int pixels, int ahead);
    //! Stores the pixels of result() in the row.
    void store(const ChainRow& part, int pixels);
    //! A buffer that the last step does not read.
    uchar* result();

    const ChainProgram& program_;
    const uchar* tables_;
    const std::vector<ChainLoopStep>& steps_;
    int unit_ = 1;      //!< pixels that loops take at a time
    int together_ = 0;  //!< how many pixels go through all steps before the next ones do
    int results_ = 0;   //!< how many arrays the steps make, without converted values of the second image
};

}}  // namespace cv::cudastripe
