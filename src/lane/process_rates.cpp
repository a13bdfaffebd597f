// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "process_rates.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "opencv2/core/utils/filesystem.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr off_t kMostBytes = 16 << 10;  // of some fifty devices; nested brackets of more could exhaust the stack

// Empty if the user named no folder.
String fileName()
{
    const char* const folder = std::getenv("CUDASTRIPE_CACHE_DIR");
    return folder && *folder ? utils::fs::join(folder, "rates.yml") : String();
}

bool isReadable(const String& name)
{
    struct stat status;
    return !name.empty() && stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size < kMostBytes;
}

}  // namespace

ProcessRates& ProcessRates::get()
{
    static ProcessRates* const rates = new ProcessRates;
    return *rates;
}

bool ProcessRates::find(const String& device, LinkRates& link, HostRates& host)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!loaded_)
        load();
    const auto found = links_.find(device);
    if (found == links_.end() || !host_.measured)
        return false;
    link = found->second;
    host = host_;
    return true;
}

void ProcessRates::keep(const String& device, const LinkRates& link, const HostRates& host)
{
    std::lock_guard<std::mutex> lock(mutex_);
    links_[device] = link;
    host_ = host;
    save();
}

void ProcessRates::forget()
{
    std::lock_guard<std::mutex> lock(mutex_);
    loaded_ = false;
    host_ = HostRates();
    links_.clear();
}

void ProcessRates::load()
{
    loaded_ = true;
    const String name = fileName();
    if (!isReadable(name))
        return;
    try {
        const FileStorage file(name, FileStorage::READ);
        Rates rates;
        file["rates"] >> rates;
        const FileNode devices = file["devices"];
        CV_Assert(devices.size() == rates.links.size());
        host_ = rates.host;
        for (size_t i = 0; i < rates.links.size(); ++i)
            links_[String(devices[static_cast<int>(i)])] = rates.links[i];
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe does without the rates in " << name << ": " << e.what());
    }
}

// Another process may read meanwhile: it sees the old file or the new one.
void ProcessRates::save() const
{
    const String name = fileName();
    if (name.empty())
        return;
    const String temporary = name + format(".%d.yml", int(getpid()));
    try {
        Rates rates;
        rates.host = host_;
        std::vector<String> devices;
        for (const auto& known : links_) {
            devices.push_back(known.first);
            rates.links.push_back(known.second);
        }
        FileStorage file(temporary, FileStorage::WRITE);
        file << "devices" << devices << "rates" << rates;
        file.release();
        CV_Assert(std::rename(temporary.c_str(), name.c_str()) == 0);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot write " << name << ": " << e.what());
        std::remove(temporary.c_str());
    }
}

}}  // namespace cv::cudastripe
