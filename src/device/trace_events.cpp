// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Writes timelines as JSON for trace viewers.

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

#include "opencv2/cudastripe/timeline.hpp"
#include "whole_file.hpp"

namespace cv { namespace cudastripe {
namespace {

// Rounds to whole numbers, so that an entry that starts at the end of another one still does so in the text.
double nanoseconds(double ms)
{
    return std::round(ms * 1e6);
}

// Entries of one engine that do not overlap.
struct Track
{
    String name;
    std::vector<const TimelineEntry*> entries;
};

// Viewers drop overlapping entries of a thread, and measured entries of one engine may overlap.
std::vector<Track> tracksOf(const Timeline& timeline, const String& engine)
{
    std::vector<const TimelineEntry*> entries;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.engine == engine)
            entries.push_back(&entry);
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const TimelineEntry* a, const TimelineEntry* b) { return a->startMs < b->startMs; });
    std::vector<Track> tracks;
    for (const TimelineEntry* entry : entries) {
        const auto idle = std::find_if(tracks.begin(), tracks.end(), [&](const Track& track) {
            return nanoseconds(track.entries.back()->endMs) <= nanoseconds(entry->startMs);
        });
        if (idle != tracks.end()) {
            idle->entries.push_back(entry);
        } else {
            const String number = tracks.empty() ? "" : " (" + std::to_string(tracks.size() + 1) + ")";
            tracks.push_back({engine + number, {entry}});
        }
    }
    return tracks;
}

// Not cv::FileStorage: it leaves control characters as they are, which JSON forbids, and ignores a full disk.
class TraceText
{
public:
    TraceText()
    {
        text_.imbue(std::locale::classic());
        text_.setf(std::ios::fixed, std::ios::floatfield);
        text_.precision(3);
        text_ << "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
    }

    // Names a process or a thread, and keeps viewers from sorting it by its name.
    void describe(const String& what, const String& name, size_t process, size_t thread)
    {
        begin(what + "_name", "M", process, thread) << ", \"args\": {\"name\": " << quoted(name) << "}}";
        begin(what + "_sort_index", "M", process, thread)
            << ", \"args\": {\"sort_index\": " << (thread != 0 ? thread : process) << "}}";
    }

    void add(const TimelineEntry& entry, size_t process, size_t thread)
    {
        const double start = nanoseconds(entry.startMs);
        const double duration = std::max(0., nanoseconds(entry.endMs) - start);
        begin(toString(entry.stage) + " " + std::to_string(entry.stripe), "X", process, thread)
            << ", \"ts\": " << start / 1000 << ", \"dur\": " << duration / 1000
            << ", \"args\": {\"stripe\": " << entry.stripe << ", \"stream\": " << quoted(entry.stream) << "}}";
    }

    String finish() const { return text_.str() + "\n]}\n"; }

private:
    std::ostream& begin(const String& name, const char* phase, size_t process, size_t thread)
    {
        text_ << (empty_ ? "\n" : ",\n") << "{\"name\": " << quoted(name) << ", \"ph\": \"" << phase
              << "\", \"pid\": " << process << ", \"tid\": " << thread;
        empty_ = false;
        return text_;
    }

    static String quoted(const String& name)
    {
        const char* const digits = "0123456789abcdef";
        String text = "\"";
        for (char c : name) {
            const unsigned code = static_cast<uchar>(c);
            if (code < 32) {
                text += String("\\u00") + digits[code / 16] + digits[code % 16];
            } else {
                text += (c == '"' || c == '\\' ? "\\" : "") + String(1, c);
            }
        }
        return text + "\"";
    }

    std::ostringstream text_;
    bool empty_ = true;
};

void checkTimes(const Timeline& timeline)
{
    for (const TimelineEntry& entry : timeline.entries) {
        if (!std::isfinite(entry.startMs) || !std::isfinite(entry.endMs)) {
            CV_Error_(
                Error::StsBadArg,
                ("cudastripe::writeTraceEvents: %s of stripe %d in \"%s\" runs from %g to %g ms",
                 toString(entry.stage).c_str(), entry.stripe, timeline.title.c_str(), entry.startMs, entry.endMs));
        }
    }
}

}  // namespace

void writeTraceEvents(const std::vector<Timeline>& timelines, const String& fileName)
{
    TraceText text;
    // No thread shares its number with a process: viewers would take it for that process's main thread.
    size_t process = 0, thread = timelines.size();
    for (const Timeline& timeline : timelines) {
        checkTimes(timeline);
        ++process;
        text.describe("process", timeline.title, process, 0);
        for (const String& engine : timeline.engines()) {
            for (const Track& track : tracksOf(timeline, engine)) {
                text.describe("thread", track.name, process, ++thread);
                for (const TimelineEntry* entry : track.entries)
                    text.add(*entry, process, thread);
            }
        }
    }
    writeWhole("cudastripe::writeTraceEvents", fileName, text.finish());
}

}}  // namespace cv::cudastripe
