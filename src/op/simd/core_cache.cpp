// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "core_cache.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

namespace cv { namespace cudastripe {
namespace {

//! A cache of the first processor as Linux describes it: its level, and its bytes for each processor; 0 for no more.
struct Level
{
    int number = 0;
    int64 bytes = 0;

    explicit Level(int index)
    {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        const auto read = [&](const char* name) {
            std::ifstream file(folder + name);
            std::string word;
            file >> word;
            return word;
        };
        const std::string size = read("size");
        if (size.empty() || size.back() != 'K' || read("type") == "Instruction")
            return;
        number = std::atoi(read("level").c_str());
        bytes = std::atoll(size.c_str()) * 1024 / countProcessors(read("shared_cpu_list").c_str());
    }
};

CoreCache askSystem()
{
    CoreCache cache;
    constexpr int most = 8;
    for (int i = 0; i < most; ++i) {
        const Level level(i);
        if (level.number == 2 && level.bytes > 0)
            cache.second = level.bytes;
        if (level.number == 3 && level.bytes > 0)
            cache.third = level.bytes;
    }
    return cache;
}

}  // namespace

const CoreCache& coreCache()
{
    static const CoreCache cache = askSystem();
    return cache;
}

int countProcessors(const char* list)
{
    int count = 0;
    for (const char* at = list; *at;) {
        char* end;
        const long first = std::strtol(at, &end, 10);
        if (end == at)
            break;
        long last = first;
        if (*end == '-')
            last = std::strtol(end + 1, &end, 10);
        count += last >= first && last - first < 1 << 16 ? static_cast<int>(last - first) + 1 : 0;
        at = *end == ',' ? end + 1 : end;
        if (*end != ',')
            break;
    }
    return count > 0 ? count : 1;
}

}}  // namespace cv::cudastripe
