// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <fstream>
#include <sstream>

#include "../support/functors/example_functor.hpp"

namespace opencv_test { namespace {

std::string textOf(const std::string& file)
{
    std::ifstream stream(std::string(CUDASTRIPE_SOURCE_DIR) + "/" + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string exampleLines(const std::string& text)
{
    const std::string mark = "// example-begin\n";
    const size_t begin = text.find(mark) + mark.size(), end = text.rfind('\n', text.find("// example-end")) + 1;
    return text.substr(begin, end - begin);
}

TEST(CUDASTRIPE_ExampleFunctor, isWhatTheDocumentationShows)
{
    const std::string source = textOf("test/support/functors/example_functor.cu");
    const std::string page = textOf("docs/operators.md");
    if (source.empty() || page.empty())
        CUDASTRIPE_SKIP("the sources and the documentation are not beside this program");
    const std::string lines = exampleLines(source);
    ASSERT_NE(std::string::npos, lines.find("stripe::transform"));
    EXPECT_NE(std::string::npos, page.find("\n\n" + lines + "\n")) << lines;
}

template <class Example>
void check(const Example& example)
{
    Mat bgra(37, 53, CV_8UC4), gray;
    RNG(3).fill(bgra, RNG::UNIFORM, 0, 256);
    std::vector<float> values = {1, -2, 0.5f};
    example(bgra, gray, values.data(), 3, 4.f);
    ASSERT_EQ(CV_8UC1, gray.type());
    for (int r = 0; r < bgra.rows; ++r) {
        for (int c = 0; c < bgra.cols; ++c) {
            const Vec4b p = bgra.at<Vec4b>(r, c);
            ASSERT_EQ((29 * p[0] + 150 * p[1] + 77 * p[2]) / 256, gray.at<uchar>(r, c));
        }
    }
    EXPECT_EQ((std::vector<float>{4, -8, 2}), values);
}

TEST(CUDASTRIPE_ExampleFunctor, runsAsNvccOrItsStandInCompiledIt)
{
    check(runExample);
}

TEST(CUDASTRIPE_ExampleFunctor, runsAsTheHostCompilerCompiledIt)
{
    check(runExampleAsCxx);
}

}}  // namespace opencv_test
