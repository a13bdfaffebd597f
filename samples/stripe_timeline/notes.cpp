// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "notes.hpp"

#include "bar_style.hpp"

using cv::cudastripe::Stage;

std::vector<std::string> noteLines(const std::vector<std::vector<Block>>& scales, double width, const TextStyle& style)
{
    bool pale = false, host = false;
    for (const std::vector<Block>& blocks : scales) {
        for (const Block& block : blocks) {
            for (const Row& row : block.rows) {
                for (const Bar& bar : row.bars) {
                    pale |= isPale(*bar.entry, row);
                    host |= bar.entry->stage == Stage::RunHost;
                }
            }
        }
    }
    std::vector<std::string> notes = {"colour and number: stripe"};
    if (pale)
        notes.push_back("pale: download, stage out");
    if (host)
        notes.push_back("grey: rows that the CPU converts");
    notes.push_back("line at the end: result ready");
    if (scales.size() > 1)
        notes.push_back("axes differ in scale; the first: on the same axis");

    std::vector<std::string> lines;
    for (const std::string& note : notes) {
        const std::string longer = lines.empty() ? note : lines.back() + "; " + note;
        if (!lines.empty() && Canvas::textWidth(longer, style) <= width) {
            lines.back() = longer;
        } else {
            lines.push_back(note);
        }
    }
    return lines;
}
