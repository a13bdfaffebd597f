// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A temporary folder beside a file, and the renaming of what was written into it.

#include "whole_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace cv { namespace cudastripe {
namespace {

[[noreturn]] void fail(const String& name)
{
    CV_Error_(Error::StsError,
              ("%s cannot be written: %s", name.c_str(), std::generic_category().message(errno).c_str()));
}

}  // namespace

void writeWhole(const String& name, const std::function<void(const String&)>& write)
{
    struct stat status;
    if (lstat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return write(name);
    const size_t file = name.rfind('/') + 1;  // 0 if there is no folder
    String folder = name.substr(0, file) + "cudastripe.XXXXXX";
    if (!mkdtemp(&folder[0])) {
        if (errno == ENOSPC || errno == EDQUOT)
            fail(name);
        return write(name);
    }
    const String temporary = folder + "/" + name.substr(file);
    try {
        write(temporary);
        if (std::rename(temporary.c_str(), name.c_str()) != 0)
            fail(name);
    } catch (...) {
        unlink(temporary.c_str());
        rmdir(folder.c_str());
        throw;
    }
    rmdir(folder.c_str());
}

void writeWhole(const String& name, const String& text)
{
    writeWhole(name, [&](const String& temporary) {
        errno = 0;
        std::ofstream file(temporary, std::ios::binary);
        file << text;
        file.close();  // a full disk may be noticed only here
        if (!file)
            fail(name);
    });
}

}}  // namespace cv::cudastripe
