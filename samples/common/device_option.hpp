// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_DEVICE_OPTION_HPP
#define SAMPLES_DEVICE_OPTION_HPP

#include <string>

//! The CUDA device that the value of --device names: auto, none or a number. -1: none is used.
//! @throws UserError if there is no such device.
int deviceNumber(const std::string& text);

#endif
