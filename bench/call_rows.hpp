// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

//! What is asked of calls, and what was measured.
struct CallRow
{
    double asked;  //!< at most
    double measured;
    std::string beside;  //!< what else is worth knowing
};

//! Prints rows as they come, and keeps them in a JSON file that is complete after each.
class CallRows
{
public:
    explicit CallRows(const std::string& path);

    //! Adds what a function measures, or why it could not, so that the others go on.
    void add(const std::string& what, const std::function<CallRow()>& measure);

private:
    void write() const;

    std::string path_;
    std::vector<std::string> rows_;
};

}  // namespace bench
