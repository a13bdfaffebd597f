// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "operator_peers.hpp"

namespace bench {

/** @brief Sets of images of one type in device memory, in turn, with random sources.

The images of a set lie behind one another, and half an image of room behind the last: so one copy can move half as many
bytes as an operator on two images moves. */
class OperatorDeviceImages
{
public:
    explicit OperatorDeviceImages(int type);

    //! The set that was used longest ago.
    const DeviceImages& next();

private:
    std::vector<std::shared_ptr<uchar>> memory_;
    std::vector<DeviceImages> sets_;
    size_t next_ = 0;
};

//! The last rows of what a job has made of these images must be those of OpenCV's calls. @throws cv::Exception
void checkRows(const OperatorJob& job, const std::string& whose, const DeviceImages& images);
//! Writes what no result is.
void clearResult(const DeviceImages& images);

}  // namespace bench
