// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_DRAWING_HPP
#define STRIPE_TIMELINE_DRAWING_HPP

#include <opencv2/cudastripe/timeline.hpp>
#include <string>
#include <vector>

#include "../common/canvas.hpp"

//! Draws timelines one above the other, on a common axis where their lengths allow it: a row for every engine, a bar
//! for every entry.
//! @param width in pixels, at least 640; the height follows from the number of rows.
cv::Mat drawTimelines(const std::vector<cv::cudastripe::Timeline>& timelines, int width);

//! With three significant digits or more.
std::string readable(double number);

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
};

//! Places the timelines, which must outlive the result, one below the other.
std::vector<Block> layOut(const std::vector<cv::cudastripe::Timeline>& timelines, double top, double gap);

cv::Scalar barColour(const cv::cudastripe::TimelineEntry& entry, const Row& row);
//! What may be written on a bar, the longest first.
std::vector<std::string> barTexts(const cv::cudastripe::TimelineEntry& entry, const Row& row);
//! Explains the colours and lines that occur, in lines that are no wider.
//! @param scales the blocks on each axis.
std::vector<std::string> noteLines(const std::vector<std::vector<Block>>& scales, double width, const TextStyle& style);

#endif
