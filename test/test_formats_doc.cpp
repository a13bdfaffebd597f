// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/formats_doc.hpp"

namespace opencv_test { namespace {

#ifdef CUDASTRIPE_SOURCE_DIR
const std::string kPath = CUDASTRIPE_SOURCE_DIR "/docs/formats.md";
#else
const std::string kPath;
#endif

std::string readAll(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The text between a part's marks.
void expectPart(const char* name, const std::string& expected)
{
    std::string text = readAll(kPath);
    if (text.empty())
        CUDASTRIPE_SKIP("the documentation is not beside this program");
    const std::string begin = std::string("<!-- from the tables: ") + name + " -->\n", end = "<!-- end -->";
    const size_t from = text.find(begin), to = text.find(end, from);
    ASSERT_NE(std::string::npos, from) << name;
    ASSERT_NE(std::string::npos, to) << name;
    const size_t first = from + begin.size();
    if (std::getenv("CUDASTRIPE_UPDATE_DOCS")) {
        std::ofstream(kPath) << text.replace(first, to - first, expected);
        return;
    }
    EXPECT_EQ(expected, text.substr(first, to - first))
        << "run this test with CUDASTRIPE_UPDATE_DOCS=1 and look at what it wrote into docs/formats.md";
}

TEST(CUDASTRIPE_FormatsDoc, listsTheLayouts)
{
    expectPart("layouts", layoutTable());
}

TEST(CUDASTRIPE_FormatsDoc, drawsTheLayouts)
{
    expectPart("diagrams", layoutDiagrams());
}

TEST(CUDASTRIPE_FormatsDoc, hasTheWeights)
{
    expectPart("weights", weightTable());
}

TEST(CUDASTRIPE_FormatsDoc, saysHowFarFromRealArithmetic)
{
    expectPart("errors", errorTable());
}

}}  // namespace opencv_test
