// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "doc_part.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace opencv_test {
namespace {

#ifdef CUDASTRIPE_SOURCE_DIR
const std::string kFolder = CUDASTRIPE_SOURCE_DIR "/docs/";
#else
const std::string kFolder;
#endif

std::string readAll(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

void expectDocPart(const std::string& file, const std::string& part, const std::string& expected)
{
    const std::string path = kFolder + file;
    std::string text = kFolder.empty() ? std::string() : readAll(path);
    if (text.empty())
        CUDASTRIPE_SKIP("the documentation is not beside this program");
    const std::string begin = "<!-- from the tables: " + part + " -->\n", end = "<!-- end -->";
    const size_t from = text.find(begin), to = text.find(end, from);
    ASSERT_NE(std::string::npos, from) << part;
    ASSERT_NE(std::string::npos, to) << part;
    const size_t first = from + begin.size();
    if (std::getenv("CUDASTRIPE_UPDATE_DOCS")) {
        std::ofstream(path) << text.replace(first, to - first, expected);
        return;
    }
    EXPECT_EQ(expected, text.substr(first, to - first))
        << "run this test with CUDASTRIPE_UPDATE_DOCS=1 and look at what it wrote into " << path;
}

}  // namespace opencv_test
