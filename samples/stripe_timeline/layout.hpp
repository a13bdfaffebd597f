// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_LAYOUT_HPP
#define STRIPE_TIMELINE_LAYOUT_HPP

#include <opencv2/cudastripe/timeline.hpp>
#include <string>
#include <vector>

struct Bar
{
    const cv::cudastripe::TimelineEntry* entry;
    int track = 0;
};

//! One engine. Entries that overlap, as measured ones may, lie in tracks one below the other.
struct Row
{
    std::string engine;
    std::vector<Bar> bars;  //!< by their start
    int tracks = 0;
    bool manyStages = false;
};

//! One timeline: a title, and below it rows of one height.
struct Block
{
    const cv::cudastripe::Timeline& timeline;
    std::vector<Row> rows;  //!< in the order of Timeline::engines()
    double top, rowsTop, rowHeight, bottom;

    double rowTop(size_t row) const { return rowsTop + double(row) * rowHeight; }
};

//! Places the timelines, which must outlive the result, one below the other.
std::vector<Block> layOut(const std::vector<cv::cudastripe::Timeline>& timelines, double top, double gap);

#endif
