// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_ROUTE_HPP
#define OPENCV_CUDASTRIPE_ROUTE_HPP

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

//! Where a call does its work. The result is the same.
enum class Route
{
    Auto,     //!< the one that is predicted to be fastest; Striped if stripes, slots, streams or order are set
    Host,     //!< CPU threads, if source and destination are host memory
    Direct,   //!< kernels that work on page-locked or device memory as it is, without copies: for small images
    Striped,  //!< copies, kernels and copies back in overlapped stripes; pageable memory through page-locked buffers
    Shared,   //!< Striped, plus CPU threads that work from the image's end; small images: one kernel beside threads
};

//! The name of a route: "auto", "host", "direct", "striped" or "shared".
CV_EXPORTS String toString(Route route);

//! How long a call would take by a route, and why.
struct RouteEstimate
{
    Route route = Route::Auto;  //!< which one
    bool possible = false;      //!< true if the call can take it
    double seconds = 0;         //!< predicted; 0 if it is not possible
    const char* why = "";       //!< why it is not possible, or what takes the time
};

//! The route of a call, and why: see @ref Striper::explain.
struct CV_EXPORTS RouteChoice
{
    Route route = Route::Host;             //!< the chosen one
    bool forced = false;                   //!< by @ref StriperParams::route
    bool deviceLate = false;               //!< the device was late, and calls avoid it if they can
    int threads = 1;                       //!< of the CPU that may work for the call
    std::vector<RouteEstimate> estimates;  //!< of all routes but Auto, in their order
    //! How a device does its part if it has enough memory, such as "upload > kernel > download: 23 stripes of up to 224
    //! units, 4 slots, dedicated streams"; empty for Route::Host. A unit is a row, or an element of an array.
    String plan;

    //! A line for each route, the chosen one marked by ">", or "!" if it was forced.
    String toString() const;
};

/** @brief The settings that were fastest for a call: see @ref Striper::tune.

A plain value that can be printed and stored; StriperParams::use takes it. */
struct CV_EXPORTS Tuning
{
    Route route = Route::Auto;  //!< the fastest
    double hostShare = -1;      //!< as StriperParams::hostShare
    int stripes = 0;            //!< as StriperParams::stripes
    int threads = 0;            //!< as StriperParams::threads
    double seconds = 0;         //!< the median of the call's times

    //! One line, such as "shared, 8 threads: 1.432 ms".
    String toString() const;
    //! Writes the values as a map.
    void write(FileStorage& file) const;
    //! Reads what write() wrote. Throws cv::Exception if a field is missing or impossible.
    void read(const FileNode& node);
};

//! Lets `file << "tuning" << tuning` work.
CV_EXPORTS void write(FileStorage& file, const String& name, const Tuning& tuning);
//! Lets `node >> tuning` work; an empty node gives `otherwise`.
CV_EXPORTS void read(const FileNode& node, Tuning& tuning, const Tuning& otherwise = Tuning());

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
