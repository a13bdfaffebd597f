// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "sample_main.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

int failSample(const char* name, std::string text)
{
    // A message from elsewhere may have several lines.
    for (char& c : text) {
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    }
    std::fprintf(stderr, "%s: %s\n", name, text.substr(0, text.find_last_not_of(' ') + 1).c_str());
    return EXIT_FAILURE;
}

int guardSample(const char* name, const std::function<int()>& program)
{
    // Errors are one line each, and it is ours.
    if (!std::getenv("OPENCV_LOG_LEVEL"))
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    try {
        return program();
    } catch (const cv::Exception& error) {
        return failSample(name, error.err.empty() ? error.what() : error.err);
    } catch (const std::exception& error) {
        return failSample(name, error.what());
    }
}
