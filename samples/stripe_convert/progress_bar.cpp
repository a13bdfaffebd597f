// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "progress_bar.hpp"

#include <algorithm>

#include "terminal.hpp"

ProgressBar::ProgressBar() : terminal_(isTerminal(stderr) ? stderr : isTerminal(stdout) ? stdout : nullptr)
{
    sinceDrawn_.start();
}

void ProgressBar::show(const std::string& label, int done, int total)
{
    if (!terminal_)
        return;
    sinceDrawn_.stop();
    const bool tooSoon = drawn_ && sinceDrawn_.getTimeMilli() < 100 && done != total;
    if (!tooSoon)
        sinceDrawn_.reset();
    sinceDrawn_.start();
    if (tooSoon)
        return;

    // Narrow enough for 80 columns.
    const size_t labelWidth = 24, barWidth = 30;
    std::string line = label.size() > labelWidth ? label.substr(0, labelWidth - 3) + "..." : label;
    line.resize(labelWidth, ' ');
    if (total > 0) {
        const size_t filled = std::min(barWidth, barWidth * size_t(done) / size_t(total));
        line += " [" + std::string(filled, '=') + std::string(barWidth - filled, ' ') + "] ";
        line += std::to_string(done) + "/" + std::to_string(total);
    } else {
        line += " " + std::to_string(done);
    }
    std::fprintf(terminal_, "\r%s\033[K", line.c_str());
    std::fflush(terminal_);
    drawn_ = true;
}

void ProgressBar::clear()
{
    if (!drawn_)
        return;
    std::fputs("\r\033[K", terminal_);
    std::fflush(terminal_);
    drawn_ = false;
}
