// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report.hpp"

#include <cstdio>
#include <map>
#include <set>

namespace fs = std::filesystem;

namespace {

// The length of the UTF-8 character there; 0: there is none.
std::size_t bytesOfCharacter(const std::string& text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return at + i < text.size() ? uchar(text[at + i]) : uchar(0); };
    const int first = byte(0), second = byte(1);
    const std::size_t bytes = first < 0x80                   ? 1
                              : first < 0xC2 || first > 0xF4 ? 0
                              : first < 0xE0                 ? 2
                              : first < 0xF0                 ? 3
                                                             : 4;
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    }
    // Overlong forms, halves of surrogate pairs, and code points beyond the last one.
    const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return wrong ? 0 : bytes;
}

// What JSON cannot hold, or cv::FileStorage cannot read, becomes a text such as \xe9.
std::string quoted(const std::string& text)
{
    std::string json = "\"";
    for (std::size_t at = 0, bytes; at < text.size(); at += std::max<std::size_t>(1, bytes)) {
        bytes = bytesOfCharacter(text, at);
        const uchar c = uchar(text[at]);
        if (c == '\n' || c == '\t')
            json += c == '\n' ? "\\n" : "\\t";
        else if (bytes == 0 || std::iscntrl(c))
            json += cv::format("\\\\x%02x", c);
        else
            json += (c == '"' || c == '\\' ? "\\" : "") + text.substr(at, bytes);
    }
    return json + '"';
}

std::string line(const Report::Entry& entry)
{
    return "{\"input\": " + quoted(entry.input) + ", \"output\": " + quoted(entry.output) +
           ", \"bytes\": " + std::to_string(entry.bytes) +
           ", \"output_bytes\": " + std::to_string(entry.written.bytes) +
           ", \"frames\": " + std::to_string(entry.frames) + cv::format(", \"seconds\": %.6f", entry.seconds) +
           ", \"skipped\": " + (entry.skipped ? "true" : "false") + ", \"hash\": " + quoted(entry.written.hash) +
           ", \"error\": " + quoted(entry.error) + "}";
}

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

Report::Report(const fs::path& path) : path_(path)
{
    std::error_code error;
    if (path_.empty())
        return;
    if (!path_.parent_path().empty())
        fs::create_directories(path_.parent_path(), error);
    const OutputFile writable(path_);  // refuses now what could not be written after hours
    const fs::path before = fs::canonical(path_, error);
    if (!error && !fs::remove(before, error))
        throw UserError(path_.string() + ": cannot be written: " + error.message());
}

void Report::write(const Shard& shard, size_t inputs, const std::string& options) const
{
    if (path_.empty())
        return;
    OutputFile file(path_);
    file.write("{\n\"program\": \"stripe_convert\",\n\"options\": " + quoted(options) +
               ",\n\"shard\": " + std::to_string(shard.index) + ",\n\"shards\": " + std::to_string(shard.count) +
               ",\n\"balance\": " + (shard.byBytes ? "\"bytes\"" : "\"hash\"") + ",\n\"writer\": " +
               quoted(writerName()) + ",\n\"inputs_of_all_shards\": " + std::to_string(inputs) + ",\n\"inputs\": [");
    for (const Entry& entry : entries_)
        file.write((&entry == entries_.data() ? "\n" : ",\n") + line(entry));
    file.write("\n]\n}\n");
    file.commit();
}

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
