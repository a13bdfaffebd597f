// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/process/doc_part.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

std::string words(const std::string& text)
{
    return text.empty() ? "–" : text;
}

// "`bitwiseAnd` (`cv::bitwise_and`)"; the call is left out if it has the operator's name.
std::string nameAndCall(const OperatorInfo& info)
{
    const std::string name = info.name, call = info.standsFor;
    return "`" + name + "`" + (call.empty() || call == "cv::" + name ? "" : " (`" + call + "`)");
}

const char* closenessOf(const OperatorInfo& info)
{
    switch (info.closeness) {
    case Closeness::Equal:
        return "equal";
    case Closeness::Code:
        return "one rounding; OpenCV within 1 code";
    case Closeness::Bound:
        return "a stated bound";
    case Closeness::Own:
        return "its formula";
    }
    return "";
}

TEST(CUDASTRIPE_OperatorsDoc, listsTheOperators)
{
    // One row for all operators that have the same columns.
    std::vector<std::pair<std::string, std::string>> rows;
    for (const OperatorInfo& info : operatorTable()) {
        const std::string columns =
            std::string(" | ") + closenessOf(info) + " | " + words(info.depths) + " | " + words(info.sameBits) + " |\n";
        auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.second == columns; });
        if (row == rows.end())
            row = rows.emplace(rows.end(), "", columns);
        row->first += (row->first.empty() ? "" : ", ") + nameAndCall(info);
    }
    std::string text =
        "| operators | result | depths | host and device give the same bits for |\n"
        "|---|---|---|---|\n";
    for (const auto& row : rows)
        text += "| " + row.first + row.second;
    expectDocPart("operators.md", "operators", text);
}

}}  // namespace opencv_test
