// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <array>
#include <fstream>
#include <map>
#include <set>

#include "convert.hpp"

namespace fs = std::filesystem;

namespace {

const std::string opening = "{\n\"program\": \"stripe_convert\",\n";

// The length of the UTF-8 character there; 0: there is none.
size_t bytesOfCharacter(const std::string& text, size_t at)
{
    const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000}, first = uchar(text[at]);
    size_t ones = 0;  // that its first byte begins with
    while (first << ones & 0x80)
        ++ones;
    const size_t bytes = ones == 0 ? 1 : ones == 1 || ones > 4 ? 0 : ones;
    unsigned code = bytes == 1 ? first : first & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        const unsigned next = at + i < text.size() ? uchar(text[at + i]) : 0;
        code = next >> 6 == 2 ? code << 6 | (next & 0x3F) : 0xFFFFFFu << 8;  // beyond the last
    }
    return code >= least[bytes] && code < 0x110000 && code >> 11 != 0x1B ? bytes : 0;  // no half of a surrogate pair
}

// What JSON cannot hold, or cv::FileStorage cannot read, becomes a text such as \xe9.
std::string quoted(const std::string& text)
{
    std::string json = "\"";
    for (size_t at = 0, bytes; at < text.size(); at += std::max<size_t>(1, bytes)) {
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

// What reports of shards say together.
struct Merged
{
    void say(const std::string& text)
    {
        ++bad;
        std::printf("%s\n", oneLine(text).c_str());
    }

    // @throws cv::Exception if it is no whole report; then nothing is added.
    void add(const std::string& path)
    {
        const cv::FileStorage file(path, cv::FileStorage::READ | cv::FileStorage::FORMAT_JSON);
        const auto number = [&](const char* name, int least) {
            CV_Assert(file[name].isInt() && int(file[name]) >= least);
            return int(file[name]);
        };
        const auto text = [](const cv::FileNode& node) {
            CV_Assert(node.isString());
            return std::string(node);
        };
        const int shard = number("shard", 0), count = number("shards", shard + 1),
                  inputs = number("inputs_of_all_shards", 1);
        const std::string run = std::to_string(count) + " shards of " + std::to_string(inputs) + " inputs, ",
                          options = text(file["options"]);
        std::vector<std::array<std::string, 3>> entries;
        for (const cv::FileNode& node : file["inputs"])
            entries.push_back({text(node["input"]), text(node["hash"]), text(node["error"])});
        if (first.empty()) {
            first = run + options;
            shardsOfAll = count;
            inputsOfAll = inputs;
        }
        if (first != run + options)
            return say(path + ": of another run: " + run + options + "; the first has " + first);
        if (!shards.insert(shard).second)
            say("doubled: shard " + std::to_string(shard) + ", also in " + path);
        std::set<std::string> own;  // two folders of one call may have a name in common
        for (const auto& [input, hash, error] : entries) {
            if (!error.empty())
                say("failed: " + input + ": " + error);
            if (hashes.count(input) > 0 && own.count(input) == 0)
                say("doubled: " + input + " is also in " + path);
            own.insert(input);
            hashes[input] += hash;
            ++found;
        }
    }

    void sayMissing()
    {
        std::set<int> ends = shards;
        ends.insert(shardsOfAll);
        int next = 0;
        for (int shard : ends) {
            if (next < shard) {
                say("missing: no report of shard " + std::to_string(next) +
                    (next + 1 < shard ? " to " + std::to_string(shard - 1) : ""));
            }
            next = shard + 1;
        }
        if (int(shards.size()) == shardsOfAll && found < inputsOfAll)
            say("missing: " + std::to_string(inputsOfAll - found) + " inputs that are in no report");
    }

    std::string first;  // run, as the first report tells it
    int shardsOfAll = 0, inputsOfAll = 0, found = 0, bad = 0;
    std::set<int> shards;
    std::map<std::string, std::string> hashes;  // by input
};

}  // namespace

void prepareReport(const std::string& path)
{
    std::error_code error;
    if (fs::path(path).has_parent_path())
        fs::create_directories(fs::path(path).parent_path(), error);
    const OutputFile writable(path);  // refuses now what could not be written after hours
    std::string start(opening.size(), ' ');
    std::ifstream(path).read(start.data(), std::streamsize(start.size()));
    if (start == opening && !fs::remove(fs::canonical(path, error), error))
        throw UserError(path + ": cannot be written: " + error.message());
}

void writeReport(const std::string& path, const Plan& plan, const std::vector<Outcome>& outcomes,
                 const std::string& options)
{
    OutputFile file(path);
    file.write(opening + "\"options\": " + quoted(options) + ",\n\"shard\": " + std::to_string(plan.shard) +
               ",\n\"shards\": " + std::to_string(plan.shards) + ",\n\"writer\": " + quoted(writerName()) +
               ",\n\"inputs_of_all_shards\": " + std::to_string(plan.inputs) + ",\n\"inputs\": [");
    for (size_t i = 0; i < outcomes.size(); ++i) {
        const Outcome& outcome = outcomes[i];
        std::error_code error;
        const std::uintmax_t bytes = fs::file_size(plan.jobs[i].input.path, error);
        file.write((i == 0 ? "\n" : ",\n") + ("{\"input\": " + quoted(plan.jobs[i].input.name)) + ", \"output\": " +
                   quoted(plan.jobs[i].output.string()) + ", \"bytes\": " + std::to_string(error ? 0 : bytes) +
                   ", \"output_bytes\": " + std::to_string(outcome.written.bytes) +
                   cv::format(", \"frames\": %d, \"seconds\": %.6f", outcome.frames, outcome.seconds) +
                   ", \"skipped\": " + (outcome.skipped ? "true" : "false") +
                   ", \"hash\": " + quoted(outcome.written.hash) + ", \"error\": " + quoted(outcome.error) + "}");
    }
    file.write("\n]\n}\n");
    file.commit();
}

bool mergeReports(const std::vector<std::string>& paths)
{
    Merged all;
    for (const std::string& path : paths) {
        try {
            all.add(path);
        } catch (const cv::Exception&) {
            all.say(path + ": not a report of stripe_convert, or a damaged one");
        }
    }
    all.sayMissing();
    Digest digest;
    for (const auto& [input, hash] : all.hashes)
        digest.add(input + "\n" + hash + "\n");
    std::printf("%zu of %d inputs, %zu of %d shards, hash %s\n", all.hashes.size(), all.inputsOfAll, all.shards.size(),
                all.shardsOfAll, digest.text().c_str());
    return all.bad == 0;
}
