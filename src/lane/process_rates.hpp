// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PROCESS_RATES_HPP
#define OPENCV_CUDASTRIPE_PROCESS_RATES_HPP

#include <map>
#include <mutex>

#include "opencv2/cudastripe/rates.hpp"

namespace cv { namespace cudastripe {

/** @brief The rates that this process has measured, or has found in the folder that CUDASTRIPE_CACHE_DIR names. Any
number of threads. */
class CV_EXPORTS ProcessRates
{
public:
    static ProcessRates& get();  //!< never destroyed

    //! False if the rates of the device, or of the CPU, are not known.
    bool find(const String& device, LinkRates& link, HostRates& host);
    void keep(const String& device, const LinkRates& link, const HostRates& host);
    //! Forgets what is in memory; what is in a file is found again.
    void forget();

private:
    void load();
    void save() const;

    std::mutex mutex_;
    bool loaded_ = false;
    HostRates host_;
    std::map<String, LinkRates> links_;
};

}}  // namespace cv::cudastripe

#endif
