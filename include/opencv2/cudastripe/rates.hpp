// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_RATES_HPP
#define OPENCV_CUDASTRIPE_RATES_HPP

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

/** @brief The rates of a device and its link, in bytes per second.

The defaults are those of an H200 behind PCIe Gen5 x16. */
struct LinkRates
{
    double upload = 52.9e9;      //!< page-locked memory to the device, beside a download
    double download = 49.7e9;    //!< back, beside an upload
    double kernel = 3.9e12;      //!< read and written by a kernel
    double gapSeconds = 2.7e-6;  //!< what one more copy costs behind others of its stage
    bool measured = false;       //!< else these are the defaults
};

/** @brief The rates of the CPU, in bytes per second that are read and written.

The defaults are those of a server with 16 threads. */
struct HostRates
{
    double copy = 19e9;           //!< of one thread that copies what lies in no cache
    double memory = 140e9;        //!< of all threads together, however many
    double wakeSeconds = 1.5e-6;  //!< until one more thread of cv::parallel_for_ works
    bool measured = false;        //!< else these are the defaults
};

/** @brief The rates of a machine, by which the route of a call is chosen: see docs/routes.md.

They can be kept in a file: `fs << "rates" << striper.rates()`, and later `fs["rates"] >> rates`. */
struct CV_EXPORTS Rates
{
    HostRates host;                //!< of the CPU
    std::vector<LinkRates> links;  //!< of the devices of a Striper, in the order of Striper::devices()

    //! Writes the rates as a map.
    void write(FileStorage& file) const;
    //! Reads what write() wrote. Throws cv::Exception if a number is missing or impossible.
    void read(const FileNode& node);
};

//! Lets `file << "rates" << rates` work.
CV_EXPORTS void write(FileStorage& file, const String& name, const Rates& rates);
//! Lets `node >> rates` work; an empty node gives `otherwise`.
CV_EXPORTS void read(const FileNode& node, Rates& rates, const Rates& otherwise = Rates());

//! @}

}}  // namespace cv::cudastripe

#endif
