// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cstdio>
#include <set>

#include "report.hpp"

namespace {

struct Merged
{
    std::set<int> shards;
    int count = 0, inputs = 0, entries = 0;
    std::string options;
    std::map<std::string, std::string> hashes;  // by input
    int bad = 0;

    void complain(const std::string& text)
    {
        ++bad;
        std::printf("%s\n", oneLine(text).c_str());
    }
};

cv::FileStorage opened(const std::string& path)
{
    cv::FileStorage file;
    try {
        file.open(path, cv::FileStorage::READ | cv::FileStorage::FORMAT_JSON);
    } catch (const cv::Exception&) {
        file.release();
    }
    if (!file.isOpened() || !file["inputs_of_all_shards"].isInt())
        throw InputError(path + ": not a report of stripe_convert");
    return file;
}

void addInputs(const cv::FileNode& inputs, const std::string& path, Merged& all)
{
    std::set<std::string> own;  // two folders of one call may have a name in common
    for (const cv::FileNode& node : inputs) {
        const std::string input = node["input"], error = node["error"], output = node["output"];
        if (!error.empty())
            all.complain("failed: " + input + ": " + error);
        const bool doubled = all.hashes.count(input) > 0 && own.count(input) == 0;
        if (doubled)
            all.complain("doubled: " + input + " is also in " + path);
        own.insert(input);
        ++all.entries;
        all.hashes[input] += std::string(node["hash"]);
    }
}

void addReport(const std::string& path, Merged& all)
{
    const cv::FileStorage file = opened(path);
    const int shard = file["shard"], count = file["shards"], inputs = file["inputs_of_all_shards"];
    const std::string options = file["options"];
    if (all.count == 0) {
        all.count = count;
        all.inputs = inputs;
        all.options = options;
    }
    if (count != all.count || inputs != all.inputs || options != all.options) {
        all.complain(path + ": of another run: " + std::to_string(count) + " shards of " + std::to_string(inputs) +
                     " inputs, " + options + "; the first has " + std::to_string(all.count) + ", " +
                     std::to_string(all.inputs) + ", " + all.options);
        return;
    }
    if (!all.shards.insert(shard).second)
        all.complain("doubled: shard " + std::to_string(shard) + ", also in " + path);
    addInputs(file["inputs"], path, all);
}

}  // namespace

bool mergeReports(const std::vector<std::string>& paths)
{
    Merged all;
    for (const std::string& path : paths) {
        try {
            addReport(path, all);
        } catch (const InputError& error) {
            all.complain(error.what());
        }
    }
    for (int shard = 0; shard < all.count; ++shard) {
        if (!all.shards.count(shard))
            all.complain("missing: no report of shard " + std::to_string(shard));
    }
    if (int(all.shards.size()) == all.count && all.entries < all.inputs)
        all.complain("missing: " + std::to_string(all.inputs - all.entries) + " inputs that are in no report");
    Digest digest;
    for (const auto& [input, hash] : all.hashes)
        digest.add(input + "\n" + hash + "\n");
    std::printf("%zu of %d inputs, %zu of %d shards, hash %s\n", all.hashes.size(), all.inputs, all.shards.size(),
                all.count, digest.text().c_str());
    return all.bad == 0 && all.count > 0;
}
