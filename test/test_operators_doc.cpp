// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/doc_part.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

std::string words(const std::string& text)
{
    return text.empty() ? "–" : text;
}

std::string code(const std::string& text)
{
    return text.empty() ? "–" : "`" + text + "`";
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
    std::string text =
        "| operator | stands for | depths | result | host and device give the same bits for |\n"
        "|---|---|---|---|---|\n";
    for (const OperatorInfo& info : operatorTable())
        text += "| `" + std::string(info.name) + "` | " + code(info.standsFor) + " | " + words(info.depths) + " | " +
                closenessOf(info) + " | " + words(info.sameBits) + " |\n";
    expectDocPart("operators.md", "operators", text);
}

}}  // namespace opencv_test
