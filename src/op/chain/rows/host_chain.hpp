// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program on rows of the host, by one thread.

#pragma once

#include <memory>

#include "loop.hpp"

namespace cv { namespace cudastripe {

class HostChain
{
public:
    //! `steps` are the loops of the program. The caller keeps all arguments alive.
    HostChain(const ChainProgram& program, const uchar* tables, const std::vector<ChainLoopStep>& steps);

    void run(const ChainRow& row);

private:
    struct Buffers
    {
        static constexpr int kBytes = 3072;

        alignas(64) uchar between[2][kBytes];
        alignas(64) uchar src[kBytes];  //!< a rest that has too few pixels for a loop
        alignas(64) uchar second[kBytes];
    };

    void runLoops(const ChainRow& row);
    //! The part of the row from pixel `first` on.
    ChainRow from(const ChainRow& row, std::int64_t first) const;
    //! Handles a rest with fewer pixels than loops take at a time.
    void runRest(const ChainRow& part, int pixels);
    void runSteps(const uchar* src, const uchar* second, uchar* dst, int pixels, int ahead);
    //! Stores the pixels of result() in the row.
    void store(const ChainRow& part, int pixels);
    //! A buffer that the last step does not read.
    uchar* result();

    const ChainProgram& program_;
    const uchar* tables_;
    const std::vector<ChainLoopStep>& steps_;
    int unit_ = 1;                       //!< pixels that loops take at a time
    int together_ = 0;                   //!< how many pixels go through all steps before the next ones do
    std::unique_ptr<Buffers> buffers_;   //!< of loops
    std::unique_ptr<ChainBlock> block_;  //!< if there are no loops
};

}}  // namespace cv::cudastripe
