// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_TIMELINE_ROWS_HPP
#define STRIPE_TIMELINE_TIMELINE_ROWS_HPP

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

//! In the order of Timeline::engines(). The timeline must outlive them.
std::vector<Row> makeRows(const cv::cudastripe::Timeline& timeline);

#endif
