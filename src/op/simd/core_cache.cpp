// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sizes of caches as Linux describes them.

#include "core_cache.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace cv { namespace cudastripe {
namespace {

CoreCache askSystem()
{
    CoreCache cache;
    constexpr int most = 8;
    for (int i = 0; i < most; ++i) {
        const auto read = [&](const char* name) {
            std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/" + name);
            std::string word;
            file >> word;
            return word;
        };
        const std::string size = read("size"), level = read("level");
        if (size.empty() || size.back() != 'K' || read("type") == "Instruction")
            continue;
        const int64 bytes = std::atoll(size.c_str()) * 1024 / countProcessors(read("shared_cpu_list").c_str());
        if (bytes > 0 && level == "2")
            cache.second = bytes;
        if (bytes > 0 && level == "3")
            cache.third = bytes;
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
    std::istringstream in(list);
    int count = 0;
    for (long first; in >> first; in.ignore()) {
        long last = first;
        if (in.peek() == '-')
            in.ignore() >> last;
        count += last >= first && last - first < 1 << 16 ? static_cast<int>(last - first) + 1 : 0;
    }
    return count > 0 ? count : 1;
}

}}  // namespace cv::cudastripe
