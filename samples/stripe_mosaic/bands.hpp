// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_BANDS_HPP
#define STRIPE_MOSAIC_BANDS_HPP

#include <functional>

#include "output.hpp"

//! Converts rows, 8 bits to 16 and back if the format needs it. @param scratch is used then.
void convertRows(const cv::Mat& rows, std::vector<cv::Mat>& planes, const OutputLayout& layout,
                 cv::cudastripe::ChannelOrder order, cv::cudastripe::Striper& striper, cv::Mat& scratch);

//! Where the memory of a rank goes.
struct MemoryPlan
{
    //! @param memory of a rank, such as "512M". @throws UserError that names the least if it is too small.
    MemoryPlan(const Picture& picture, const OutputLayout& layout, const std::string& memory, int ranks);

    int alignment;  //!< rows that stay together: of strips, tiles and chroma
    int bandRows;
};

//! Does some bands: three threads read, convert and write. The calling one writes.
//! @param device -1 for the CPU, with so many threads.
//! @param syncSeconds time between two calls of SharedFile::sync.
//! @param finished is called after each written band with the bands that are on the disk since the last call.
StageSeconds runBands(const std::vector<Band>& bands, Source& source, const OutputLayout& layout, int device,
                      int threads, SharedFile& file, double syncSeconds,
                      const std::function<void(const std::vector<DoneBand>&)>& finished);

#endif
