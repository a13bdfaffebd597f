// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_RATE_CACHE_HPP
#define OPENCV_CUDASTRIPE_RATE_CACHE_HPP

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/link_rates.hpp"

namespace cv { namespace cudastripe {

/** @brief Rates of devices in a file. Whatever is wrong with the file, it only means that nothing is known. */
class CV_EXPORTS RateCache
{
public:
    //! In the folder that CUDASTRIPE_CACHE_DIR names, else in the user's cache folder.
    RateCache();
    explicit RateCache(const String& fileName) : fileName_(fileName) {}

    //! False if the file has no plausible rates of a device of this name.
    bool load(const String& device, LinkRates& rates) const;
    void save(const String& device, const LinkRates& rates) const;

private:
    String fileName_;  // empty: no place was found
};

}}  // namespace cv::cudastripe

#endif
