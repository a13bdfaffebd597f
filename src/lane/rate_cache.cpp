// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "rate_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "opencv2/core/utils/filesystem.hpp"
#include "rate_text.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr std::streamsize kMostBytes = 1 << 20;  // of some thousand devices

// Whoever can write there may have put anything there, also a file that never ends.
RatesByName readAll(const String& fileName)
{
    struct stat status;
    if (fileName.empty() || stat(fileName.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return RatesByName();
    std::ifstream file(fileName, std::ios::binary);
    std::string text(kMostBytes + 1, '\0');
    file.read(&text[0], kMostBytes + 1);
    const std::streamsize length = file.gcount();
    text.resize(static_cast<size_t>(length));
    return length <= kMostBytes ? ratesOf(text) : RatesByName();
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
    std::ofstream file(temporary, std::ios::binary);
    file << textOf(all);
    file.close();
    if (!file || std::rename(temporary.c_str(), fileName_.c_str()) != 0)
        std::remove(temporary.c_str());
}

}}  // namespace cv::cudastripe
