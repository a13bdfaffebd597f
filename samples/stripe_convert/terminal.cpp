// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "terminal.hpp"

#include "user_error.hpp"

#ifdef _WIN32
#include <io.h>

bool isTerminal(std::FILE* stream)
{
    return _isatty(_fileno(stream)) != 0;
}

StderrCapture::StderrCapture() = default;
StderrCapture::~StderrCapture() = default;

std::string StderrCapture::text() const
{
    return std::string();
}

#else
#include <unistd.h>

bool isTerminal(std::FILE* stream)
{
    return isatty(fileno(stream)) != 0;
}

StderrCapture::StderrCapture() : kept_(std::tmpfile())
{
    if (!kept_)
        return;
    stderrCopy_ = dup(STDERR_FILENO);
    if (stderrCopy_ >= 0)
        dup2(fileno(kept_), STDERR_FILENO);
}

StderrCapture::~StderrCapture()
{
    if (stderrCopy_ >= 0) {
        dup2(stderrCopy_, STDERR_FILENO);
        close(stderrCopy_);
    }
    if (kept_)
        std::fclose(kept_);
}

std::string StderrCapture::text() const
{
    char buffer[300];
    const ssize_t size = kept_ ? pread(fileno(kept_), buffer, sizeof buffer, 0) : 0;
    return oneLine(std::string(buffer, size > 0 ? size_t(size) : 0));
}

#endif
