// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_TEST_CUDASTRIPE_FILE_SIZE_LIMIT_HPP
#define OPENCV_TEST_CUDASTRIPE_FILE_SIZE_LIMIT_HPP

#include <sys/resource.h>

#include <csignal>
#include <iostream>

namespace opencv_test {

//! A disk that is full after so many bytes of each file.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit = {bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
        std::cerr.clear();  // which fails, too, if it is a file and something was logged meanwhile
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_;
    void (*const handler_)(int);
};

}  // namespace opencv_test

#endif
