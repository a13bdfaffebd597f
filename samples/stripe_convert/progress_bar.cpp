// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "job_runner.hpp"

#include <unistd.h>

#include <algorithm>

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) ? stderr : isatty(STDOUT_FILENO) ? stdout : nullptr) {}

void ProgressBar::show(const std::string& label, int done, int total)
{
    const std::int64_t now = cv::getTickCount(), interval = std::int64_t(cv::getTickFrequency() / 10);
    if (!terminal_ || (drawnAt_ > 0 && now - drawnAt_ < interval && done != total))
        return;
    drawnAt_ = now;
    // Narrow enough for 80 columns.
    const size_t labelWidth = 24, barWidth = 30;
    std::string line = oneLine(label);
    if (line.size() > labelWidth)
        line = line.substr(0, labelWidth - 3) + "...";
    line.resize(labelWidth, ' ');
    if (total > 0) {
        const size_t filled = std::min(barWidth, barWidth * size_t(done) / size_t(total));
        line += " [" + std::string(filled, '=') + std::string(barWidth - filled, ' ') + "]";
    }
    line += " " + std::to_string(done) + (total > 0 ? "/" + std::to_string(total) : "");
    std::fprintf(terminal_, "\r%s\033[K", line.c_str());
    std::fflush(terminal_);
}

void ProgressBar::clear()
{
    if (drawnAt_ == 0)
        return;
    std::fputs("\r\033[K", terminal_);
    std::fflush(terminal_);
    drawnAt_ = 0;
}
