// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <opencv2/imgcodecs.hpp>
#include <set>

#include "jobs.hpp"

namespace fs = std::filesystem;

namespace {

bool isVideoName(const fs::path& path)
{
    const std::set<std::string> kinds = {".y4m", ".mp4", ".m4v", ".mkv", ".mov", ".avi", ".webm", ".mpg", ".mpeg"};
    return kinds.count(lowered(path.extension().string())) > 0;
}

void addFolder(const fs::path& folder, bool videos, std::vector<Input>& inputs)
{
    std::set<fs::path> pictures;
    std::error_code error, ignored;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const bool wanted = isPictureName(entry->path()) || (videos && isVideoName(entry->path()));
        if (wanted && entry->is_regular_file(ignored))
            pictures.insert(entry->path());
    }
    if (error)
        throw UserError(folder.string() + ": " + error.message());
    if (pictures.empty())
        throw UserError(folder.string() + ": no picture in this folder");
    for (const fs::path& picture : pictures)
        inputs.push_back({picture, !isPictureName(picture), {}, picture.filename().string()});
}

}  // namespace

bool isPictureName(const fs::path& path)
{
    return path.has_extension() && cv::haveImageWriter(path.string());
}

std::vector<Input> listInputs(const std::vector<std::string>& names, bool yuv, bool videos)
{
    std::vector<Input> inputs;
    for (const std::string& name : names) {
        std::error_code ignored;
        const fs::file_status status = fs::status(name, ignored);
        if (fs::is_directory(status) && yuv)
            throw UserError(name + ": a folder, but --to=bgr reads files");
        if (fs::is_directory(status))
            addFolder(name, videos, inputs);
        else
            inputs.push_back({name,
                              yuv || !(isPictureName(name) || cv::haveImageReader(name)),
                              {},
                              fs::path(name).lexically_normal().string()});
    }
    return inputs;
}

void requireExists(const Input& input)
{
    std::error_code error;
    if (!fs::exists(fs::status(input.path, error)))
        throw InputError(input.path.string() + ": " + error.message());
}
