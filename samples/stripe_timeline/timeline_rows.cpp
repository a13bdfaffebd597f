// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "timeline_rows.hpp"

#include <algorithm>

using cv::cudastripe::Timeline;
using cv::cudastripe::TimelineEntry;

namespace {

void assignTracks(Row& row, double toleranceMs)
{
    std::vector<double> busyUntilMs;
    for (Bar& bar : row.bars) {
        const auto idle = std::find_if(busyUntilMs.begin(), busyUntilMs.end(),
                                       [&](double endMs) { return endMs <= bar.entry->startMs + toleranceMs; });
        bar.track = int(idle - busyUntilMs.begin());
        if (idle == busyUntilMs.end())
            busyUntilMs.push_back(0);
        busyUntilMs[bar.track] = bar.entry->endMs;
    }
    row.tracks = int(busyUntilMs.size());
}

}  // namespace

std::vector<Row> makeRows(const Timeline& timeline)
{
    // A model adds times up: an end that lies above the next start by a rounding error does not overlap it.
    const double toleranceMs = 1e-6 * timeline.durationMs;
    std::vector<Row> rows;
    for (const std::string& engine : timeline.engines()) {
        Row row;
        row.engine = engine;
        for (const TimelineEntry& entry : timeline.entries) {
            if (entry.engine == engine)
                row.bars.push_back({&entry});
        }
        std::stable_sort(row.bars.begin(), row.bars.end(),
                         [](const Bar& a, const Bar& b) { return a.entry->startMs < b.entry->startMs; });
        assignTracks(row, toleranceMs);
        for (const Bar& bar : row.bars)
            row.manyStages |= bar.entry->stage != row.bars[0].entry->stage;
        rows.push_back(row);
    }
    return rows;
}
