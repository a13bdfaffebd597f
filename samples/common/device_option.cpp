// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_option.hpp"

#include <opencv2/cudastripe/striper.hpp>

#include "option_list.hpp"
#include "user_error.hpp"

int deviceNumber(const std::string& text)
{
    const std::vector<int> current = cv::cudastripe::StriperParams::forCurrentDevice().devices;
    if (text == "none" || (text == "auto" && current.empty()))
        return -1;
    if (text == "auto")
        return current.front();
    if (text.find_first_not_of("0123456789") != std::string::npos)
        throw UserError("--device=" + text + ": not auto, none or the number of a CUDA device");
    cv::cudastripe::StriperParams params;
    params.devices = {static_cast<int>(wholeNumber("device", text, 0, 1023))};
    if (cv::cudastripe::Striper(params).devices().empty())
        throw UserError("--device=" + text + ": this build or this machine has no such CUDA device");
    return params.devices.front();
}
