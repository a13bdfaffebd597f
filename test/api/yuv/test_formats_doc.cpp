// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/formats/formats_doc.hpp"
#include "../../support/process/doc_part.hpp"

namespace opencv_test { namespace {

void expectPart(const char* name, const std::string& expected)
{
    expectDocPart("formats.md", name, expected);
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

TEST(CUDASTRIPE_FormatsDoc, saysHowFarTheWayBackIsFromRealArithmetic)
{
    expectPart("decodeErrors", decodeErrorTable());
}

}}  // namespace opencv_test
