// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "drawing.hpp"

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

Row makeRow(const Timeline& timeline, const std::string& engine)
{
    Row row;
    row.engine = engine;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.engine == engine)
            row.bars.push_back({&entry});
    }
    std::stable_sort(row.bars.begin(), row.bars.end(),
                     [](const Bar& a, const Bar& b) { return a.entry->startMs < b.entry->startMs; });
    // Predicted times are sums: a rounding error must not look like an overlap.
    assignTracks(row, 1e-6 * timeline.durationMs);
    for (const Bar& bar : row.bars)
        row.manyStages |= bar.entry->stage != row.bars[0].entry->stage;
    return row;
}

}  // namespace

std::vector<Block> layOut(const std::vector<Timeline>& timelines, double top, double gap)
{
    const double titleHeight = 40, usualRow = 32, thinnestRow = 9, thinnestTrack = 18, usualRows = 10;
    std::vector<Block> blocks;
    for (const Timeline& timeline : timelines) {
        Block block{timeline, {}, top, top + titleHeight, 0, 0};
        int tracks = 1;
        for (const std::string& engine : timeline.engines()) {
            block.rows.push_back(makeRow(timeline, engine));
            tracks = std::max(tracks, block.rows.back().tracks);
        }
        // Rows get thinner if there are many.
        const double count = std::max(1, int(block.rows.size()));
        block.rowHeight = std::clamp(usualRow * usualRows / count, thinnestRow, usualRow);
        if (tracks > 1)
            block.rowHeight = std::max(block.rowHeight, thinnestTrack * tracks);
        block.bottom = block.rowsTop + count * block.rowHeight;
        top = block.bottom + gap;
        blocks.push_back(block);
    }
    return blocks;
}
