// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "inputs.hpp"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>

#include "user_error.hpp"

namespace fs = std::filesystem;

namespace {

bool hasPictureName(const fs::path& path)
{
    return path.has_extension() && cv::haveImageWriter(path.string());
}

void addFolder(const fs::path& folder, std::vector<Input>& inputs)
{
    std::vector<fs::path> pictures;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored) && hasPictureName(entry->path()))
            pictures.push_back(entry->path());
    }
    if (error)
        throw UserError(folder.string() + ": " + error.message());
    if (pictures.empty())
        throw UserError(folder.string() + ": no picture in this folder");
    std::sort(pictures.begin(), pictures.end());
    for (const fs::path& picture : pictures)
        inputs.push_back({picture, InputKind::Picture});
}

}  // namespace

std::vector<Input> listInputs(const std::vector<std::string>& names)
{
    std::vector<Input> inputs;
    for (const std::string& name : names) {
        const fs::path path = name;
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status))
            throw UserError(name + ": " + error.message());
        if (fs::is_directory(status)) {
            addFolder(path, inputs);
        } else {
            const bool picture = hasPictureName(path) || cv::haveImageReader(name);
            inputs.push_back({path, picture ? InputKind::Picture : InputKind::Video});
        }
    }
    return inputs;
}
