// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_SAMPLE_MAIN_HPP
#define SAMPLES_SAMPLE_MAIN_HPP

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

//! Prints "NAME: text" as one line and gives EXIT_FAILURE.
int failSample(const char* name, std::string text);

//! Runs a program with OpenCV's own messages silenced; an exception becomes one line.
int guardSample(const char* name, const std::function<int()>& program);

//! What a sample's main does: reads options, prints the help, or runs; gives the exit status.
template <class Options>
int sampleMain(const char* name, Options (*parse)(int argc, const char* const* argv), std::string (*usage)(),
               int (*run)(const Options& options), int argc, char** argv)
{
    return guardSample(name, [&] {
        const Options options = parse(argc, argv);
        if (!options.help)
            return run(options);
        std::fputs(usage().c_str(), stdout);
        return EXIT_SUCCESS;
    });
}

#endif
