// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rates that a process knows, and the file that keeps them for the next process.

#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "../../device/whole_file.hpp"
#include "device_rates.hpp"
#include "opencv2/core/utils/filesystem.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr off_t kMaxBytes = 16 << 10;  // of a file: some fifty devices; larger ones may nest too deep for the parser

using RatesOfDevices = std::map<String, KnownRates>;

// Empty if the user named no folder.
String fileName()
{
    const char* const folder = std::getenv("CUDASTRIPE_CACHE_DIR");
    return folder && *folder ? utils::fs::join(folder, "rates.yml") : String();
}

RatesOfDevices load()
{
    RatesOfDevices known;
    const String name = fileName();
    struct stat status;
    if (name.empty() || stat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size >= kMaxBytes)
        return known;
    try {
        const FileStorage file(name, FileStorage::READ);
        for (const FileNode& entry : file["devices"]) {
            Rates rates;
            entry["rates"] >> rates;
            known[String(entry["device"])] = {rates.links.at(0), rates.host};
        }
    } catch (const std::exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe ignores the rates in " << name << ": " << e.what());
    }
    return known;
}

// Another process reads the old file or the new one. A link is replaced, not followed: the user named only the folder.
void save(const RatesOfDevices& known)
{
    const String name = fileName();
    if (name.empty())
        return;
    try {
        FileStorage file(".yml", FileStorage::WRITE | FileStorage::MEMORY);  // on disk, FileStorage ignores a full disk
        file << "devices"
             << "[";
        for (const auto& entry : known)
            file << "{"
                 << "device" << entry.first << "rates" << Rates{entry.second.host, {entry.second.link}} << "}";
        file << "]";
        struct stat status;
        if (lstat(name.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
            std::remove(name.c_str());
        writeWhole("CUDASTRIPE_CACHE_DIR", name, file.releaseAndGetString());
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot keep rates: " << e.err);
    }
}

std::mutex mutex;

// Guarded by the mutex; never destroyed.
RatesOfDevices& processRates()
{
    static RatesOfDevices* const known = new RatesOfDevices(load());
    return *known;
}

}  // namespace

std::optional<KnownRates> findProcessRates(const String& device)
{
    std::lock_guard<std::mutex> lock(mutex);
    const auto found = processRates().find(device);
    return found == processRates().end() ? std::nullopt : std::make_optional(found->second);
}

void keepProcessRates(const String& device, const KnownRates& known)
{
    std::lock_guard<std::mutex> lock(mutex);
    processRates()[device] = known;
    save(processRates());
}

void reloadProcessRates()
{
    std::lock_guard<std::mutex> lock(mutex);
    processRates() = load();
}

}}  // namespace cv::cudastripe
