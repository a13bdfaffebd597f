// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "rate_cache.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "calibration.hpp"
#include "opencv2/core/utils/filesystem.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kVersion = 2;  // of the file and of how rates are measured

std::map<String, LinkRates> readAll(const String& fileName)
{
    std::map<String, LinkRates> all;
    // OpenCV would complain about a file that is not there.
    if (fileName.empty() || !std::ifstream(fileName))
        return all;
    try {
        const FileStorage file(fileName, FileStorage::READ | FileStorage::FORMAT_JSON);
        if (int(file["version"]) != kVersion)
            return all;
        for (const FileNode& node : file["devices"]) {
            LinkRates rates;
            rates.upload = double(node["upload"]);
            rates.download = double(node["download"]);
            rates.kernel = double(node["kernel"]);
            rates.gapSeconds = double(node["gapSeconds"]);
            rates.measured = true;
            if (plausible(rates))
                all[String(node["device"])] = rates;
        }
    } catch (const std::exception&) {
        all.clear();
    }
    return all;
}

// As the XDG base directory specification has it.
String cacheFolder()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return String(value ? value : "");
    };
    if (!variable("CUDASTRIPE_CACHE_DIR").empty())
        return variable("CUDASTRIPE_CACHE_DIR");
    if (!variable("XDG_CACHE_HOME").empty())
        return utils::fs::join(variable("XDG_CACHE_HOME"), "cudastripe");
    return variable("HOME").empty() ? String() : utils::fs::join(variable("HOME"), ".cache/cudastripe");
}

String defaultFileName()
{
    const String folder = cacheFolder();
    return folder.empty() || !utils::fs::createDirectories(folder) ? String()
                                                                   : utils::fs::join(folder, "link_rates.json");
}

}  // namespace

RateCache::RateCache() : fileName_(defaultFileName()) {}

bool RateCache::load(const String& device, LinkRates& rates) const
{
    const auto all = readAll(fileName_);
    const auto found = all.find(device);
    if (found != all.end())
        rates = found->second;
    return found != all.end();
}

void RateCache::save(const String& device, const LinkRates& rates) const
{
    if (fileName_.empty())
        return;
    auto all = readAll(fileName_);
    all[device] = rates;
    // Another process may read meanwhile: it sees the old file or the new one.
    const String temporary = fileName_ + format(".%d.%p", int(getpid()), static_cast<const void*>(this));
    if (!std::ofstream(temporary))
        return;
    try {
        FileStorage file(temporary, FileStorage::WRITE | FileStorage::FORMAT_JSON);
        file << "version" << kVersion << "devices"
             << "[";
        for (const auto& entry : all) {
            file << "{"
                 << "device" << entry.first << "upload" << entry.second.upload << "download" << entry.second.download
                 << "kernel" << entry.second.kernel << "gapSeconds" << entry.second.gapSeconds << "}";
        }
        file << "]";
        file.release();
        if (std::rename(temporary.c_str(), fileName_.c_str()) != 0)
            std::remove(temporary.c_str());
    } catch (const std::exception&) {
        std::remove(temporary.c_str());
    }
}

}}  // namespace cv::cudastripe
