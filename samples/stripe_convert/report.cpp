// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report.hpp"

namespace fs = std::filesystem;

namespace {

// Characters that cv::FileStorage cannot read, or JSON cannot hold, become spaces.
std::string quoted(const std::string& text)
{
    std::string json = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            json += '\\';
        json += c == '\n'   ? "\\n"
                : c == '\t' ? "\\t"
                            : std::string(1, std::iscntrl(static_cast<unsigned char>(c)) ? ' ' : c);
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
