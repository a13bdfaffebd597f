// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A temporary folder beside a file, and the renaming of what was written into it.

#include "whole_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

namespace fs = std::filesystem;

namespace cv { namespace cudastripe {
namespace {

// The file that a link points to, whether that file exists or not.
fs::path followed(fs::path path)
{
    std::error_code error;
    for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

}  // namespace

void writeWhole(const char* function, const String& name, const std::function<bool(const String&)>& write)
{
    const auto require = [&](bool done) {
        if (!done)
            CV_Error_(Error::StsError, ("%s: %s cannot be written: %s", function, name.c_str(),
                                        std::generic_category().message(errno).c_str()));
    };
    std::error_code error;
    const fs::path asked(name), place = followed(asked);
    const fs::file_status before = fs::status(asked, error);
    const bool exists = fs::exists(before), replaces = !exists || fs::is_regular_file(before);
    String folder = ((replaces ? place.parent_path() : fs::temp_directory_path(error)) / "cudastripe.XXXXXX").string();
    require(mkdtemp(&folder[0]) != nullptr);
    const std::shared_ptr<void> removedAtTheEnd(nullptr, [&](void*) { fs::remove_all(folder, error); });
    const fs::path temporary = fs::path(folder) / asked.filename();
    errno = 0;
    require(write(temporary.string()));
    if (replaces) {
        if (exists)
            fs::permissions(temporary, before.permissions(), error);
        require(std::rename(temporary.c_str(), place.c_str()) == 0);
    } else {
        std::ofstream file(asked, std::ios::binary);
        file << std::ifstream(temporary, std::ios::binary).rdbuf();
        file.close();
        require(bool(file));
    }
}

void writeWhole(const char* function, const String& name, const String& text)
{
    writeWhole(function, name, [&](const String& temporary) {
        std::ofstream file(temporary, std::ios::binary);
        file << text;
        file.close();  // a full disk may be noticed only here
        return bool(file);
    });
}

}}  // namespace cv::cudastripe
