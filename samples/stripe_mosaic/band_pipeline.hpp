// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_BAND_PIPELINE_HPP
#define STRIPE_MOSAIC_BAND_PIPELINE_HPP

#include <functional>
#include <opencv2/cudastripe.hpp>

#include "output_layout.hpp"
#include "ranks.hpp"
#include "shared_file.hpp"
#include "source.hpp"

//! Converts rows of a picture into planes of an output, 8 bits to 16 and back if the format needs it.
class BandConverter
{
public:
    //! @param device -1 for the CPU, with so many threads (0: all).
    BandConverter(const Picture& picture, const OutputLayout& layout, int device, int threads);
    void convert(const cv::Mat& rows, std::vector<cv::Mat>& planes);
    //! Memory for a row beside the row itself: where 8 and 16 bits are converted.
    static std::size_t scratchRowBytes(const Picture& picture, const cv::cudastripe::YuvFormat& format);

private:
    const Picture picture_;
    const cv::cudastripe::YuvFormat format_;
    cv::cudastripe::Striper striper_;
    cv::Mat scratch_;
};

//! Where the memory of a rank goes.
struct MemoryPlan
{
    //! Sets of buffers: while one band is converted, the next is read and the last one is written.
    static constexpr int slots = 3;
    //! Resident memory of the program itself.
    static constexpr std::int64_t program = std::int64_t(96) << 20;

    int alignment = 1;  //!< rows that stay together: of strips, tiles and chroma
    int bandRows = 1;

    //! @throws UserError that names the least --memory if it is too small.
    MemoryPlan(const Picture& picture, const OutputLayout& layout, std::int64_t memory, int ranks);
};

//! Does some bands: three threads read, convert and write. The calling one writes.
//! @param finished is told about bands that are on the disk, and each time a band was written.
//! @param syncSeconds so often what was written is brought to the disk.
StageSeconds runBands(const std::vector<Band>& bands, Source& source, BandConverter& converter,
                      const OutputLayout& layout, int device, SharedFile& file, double syncSeconds,
                      const std::function<void(const std::vector<DoneBand>&)>& finished);

#endif
