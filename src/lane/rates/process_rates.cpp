// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "process_rates.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "opencv2/core/utils/filesystem.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr off_t kMostBytes = 16 << 10;  // of some fifty devices; nested brackets of more could exhaust the stack

using KnownRates = std::map<String, DeviceRates::Known>;

// Empty if the user named no folder.
String fileName()
{
    const char* const folder = std::getenv("CUDASTRIPE_CACHE_DIR");
    return folder && *folder ? utils::fs::join(folder, "rates.yml") : String();
}

KnownRates load()
{
    KnownRates known;
    const String name = fileName();
    struct stat status;
    if (name.empty() || stat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size >= kMostBytes)
        return known;
    try {
        const FileStorage file(name, FileStorage::READ);
        for (const FileNode& entry : file["devices"]) {
            Rates rates;
            entry["rates"] >> rates;
            known[String(entry["device"])] = {rates.links.at(0), rates.host};
        }
    } catch (const std::exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe does without the rates in " << name << ": " << e.what());
    }
    return known;
}

// Another process may read meanwhile: it sees the old file or the new one.
void save(const KnownRates& known)
{
    const String name = fileName(), temporary = name + format(".%d.yml", int(getpid()));
    if (name.empty())
        return;
    try {
        FileStorage file(temporary, FileStorage::WRITE);
        file << "devices"
             << "[";
        for (const auto& entry : known)
            file << "{"
                 << "device" << entry.first << "rates" << Rates{entry.second.host, {entry.second.link}} << "}";
        file << "]";
        file.release();
        CV_Assert(std::rename(temporary.c_str(), name.c_str()) == 0);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot write " << name << ": " << e.what());
        std::remove(temporary.c_str());
    }
}

std::mutex mutex;

// Never destroyed; used by who holds the mutex.
KnownRates& knownRates()
{
    static KnownRates* const known = new KnownRates(load());
    return *known;
}

}  // namespace

bool findProcessRates(const String& device, DeviceRates::Known& known)
{
    std::lock_guard<std::mutex> lock(mutex);
    const auto found = knownRates().find(device);
    if (found == knownRates().end())
        return false;
    known = found->second;
    return true;
}

void keepProcessRates(const String& device, const DeviceRates::Known& known)
{
    std::lock_guard<std::mutex> lock(mutex);
    knownRates()[device] = known;
    save(knownRates());
}

void reloadProcessRates()
{
    std::lock_guard<std::mutex> lock(mutex);
    knownRates() = load();
}

}}  // namespace cv::cudastripe
