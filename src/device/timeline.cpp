// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names of stages and engines in a timeline, and its text for trace viewers.

#include "opencv2/cudastripe/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iterator>
#include <locale>
#include <map>
#include <sstream>
#include <tuple>

#include "whole_file.hpp"

namespace cv { namespace cudastripe {

String toString(Stage stage)
{
    static const char* const names[] = {"stage in", "upload", "kernel", "host rows", "download", "stage out"};
    const auto index = static_cast<size_t>(stage);
    return index < std::size(names) ? names[index] : "unknown stage";
}

std::vector<String> Timeline::engines() const
{
    std::map<String, Stage> firstStages;
    for (const TimelineEntry& entry : entries) {
        Stage& first = firstStages.emplace(entry.engine, entry.stage).first->second;
        first = std::min(first, entry.stage);
    }
    std::vector<String> names;
    for (const auto& engine : firstStages)
        names.push_back(engine.first);
    // A shorter name comes first, so that "host thread 10" follows "host thread 9".
    const auto key = [&](const String& name) { return std::make_tuple(firstStages.at(name), name.size(), name); };
    std::sort(names.begin(), names.end(), [&](const String& a, const String& b) { return key(a) < key(b); });
    return names;
}

namespace {

// Rounds to whole numbers, so that an entry that starts at the end of another one still does so in the text.
double nanoseconds(double ms)
{
    return std::round(ms * 1e6);
}

String quoted(const String& name)
{
    String text = "\"";
    for (char c : name) {
        if (static_cast<uchar>(c) < 32)
            text += format("\\u%04x", c);
        else
            text += (c == '"' || c == '\\' ? "\\" : "") + String(1, c);
    }
    return text + "\"";
}

// Names a process or a thread, and keeps viewers from sorting it by its name.
void describe(std::ostream& text, const char* what, const String& name, size_t process, size_t thread)
{
    const String ids = format(R"(, "ph": "M", "pid": %zu, "tid": %zu, "args": {)", process, thread);
    text << ",\n{\"name\": \"" << what << "_name\"" << ids << "\"name\": " << quoted(name) << "}},\n{\"name\": \""
         << what << "_sort_index\"" << ids << "\"sort_index\": " << (thread != 0 ? thread : process) << "}}";
}

void add(std::ostream& text, const Timeline& timeline, const TimelineEntry& entry, size_t process, size_t thread)
{
    const String stage = toString(entry.stage);
    if (!std::isfinite(entry.startMs) || !std::isfinite(entry.endMs)) {
        CV_Error_(Error::StsBadArg, ("cudastripe::writeTraceEvents: %s of stripe %d in \"%s\" runs from %g to %g ms",
                                     stage.c_str(), entry.stripe, timeline.title.c_str(), entry.startMs, entry.endMs));
    }
    const double start = nanoseconds(entry.startMs), duration = std::max(0., nanoseconds(entry.endMs) - start);
    text << ",\n{\"name\": \"" << stage << ' ' << entry.stripe << "\", \"ph\": \"X\", \"pid\": " << process
         << ", \"tid\": " << thread << ", \"ts\": " << start / 1000 << ", \"dur\": " << duration / 1000
         << ", \"args\": {\"stripe\": " << entry.stripe << ", \"stream\": " << quoted(entry.stream) << "}}";
}

std::vector<const TimelineEntry*> byStart(const Timeline& timeline, const String& engine)
{
    std::vector<const TimelineEntry*> entries;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.engine == engine)
            entries.push_back(&entry);
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const TimelineEntry* a, const TimelineEntry* b) { return a->startMs < b->startMs; });
    return entries;
}

}  // namespace

void writeTraceEvents(const std::vector<Timeline>& timelines, const String& fileName)
{
    // Not cv::FileStorage: it leaves control characters as they are, which JSON forbids, and ignores a full disk.
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::fixed << std::setprecision(3);
    // No thread shares its number with a process: viewers would take it for that process's main thread.
    size_t process = 0, thread = timelines.size();
    for (const Timeline& timeline : timelines) {
        describe(text, "process", timeline.title, ++process, 0);
        for (const String& engine : timeline.engines()) {
            // Viewers drop overlapping entries of a thread, and entries of one engine may overlap.
            std::vector<std::pair<size_t, double>> threads;  // number, and end of the last entry
            for (const TimelineEntry* entry : byStart(timeline, engine)) {
                auto idle = std::find_if(threads.begin(), threads.end(), [&](const auto& candidate) {
                    return candidate.second <= nanoseconds(entry->startMs);
                });
                if (idle == threads.end()) {
                    const String number = threads.empty() ? "" : " (" + std::to_string(threads.size() + 1) + ")";
                    describe(text, "thread", engine + number, process, ++thread);
                    idle = threads.insert(idle, {thread, 0});
                }
                idle->second = nanoseconds(entry->endMs);
                add(text, timeline, *entry, process, idle->first);
            }
        }
    }
    const String events = timelines.empty() ? "" : text.str().substr(1);  // without the first comma
    writeWhole("cudastripe::writeTraceEvents", fileName,
               "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [" + events + "\n]}\n");
}

}}  // namespace cv::cudastripe
