// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <initializer_list>
#include <string>

#include "../../test_precomp.hpp"

namespace opencv_test {

//! The cv::Exception that a call ends with; without a text if it ends with none.
template <class Call>
cv::Exception refusalOf(const Call& call)
{
    try {
        call();
    } catch (const cv::Exception& e) {
        return e;
    }
    return cv::Exception();
}

//! Expects a cv::Exception whose text has all of these words.
template <class Call>
void expectRefusal(const Call& call, std::initializer_list<const char*> words)
{
    const std::string text = refusalOf(call).err;
    if (text.empty()) {
        ADD_FAILURE() << "nothing was thrown; expected a sentence about " << *words.begin();
        return;
    }
    for (const char* word : words)
        EXPECT_NE(std::string::npos, text.find(word)) << "'" << word << "' is missing in: " << text;
}

}  // namespace opencv_test
