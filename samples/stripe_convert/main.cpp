// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts pictures, folders and videos to YUV: what a program does with cudastripe, from reading to writing.

#include <cstdio>
#include <cstdlib>
#include <opencv2/core/utils/logger.hpp>

#include "format_list.hpp"
#include "interruption.hpp"
#include "job_runner.hpp"
#include "jobs.hpp"
#include "options.hpp"
#include "user_error.hpp"

#ifdef __linux__
#include <unistd.h>
#endif

namespace {

void printError(const std::string& text)
{
    std::fprintf(stderr, "stripe_convert: %s\n", text.c_str());
}

// OpenCV reads its limits while it is loaded, so a new one needs a second start.
void raisePictureLimit([[maybe_unused]] char** argv)
{
#ifdef __linux__
    if (std::getenv("OPENCV_IO_MAX_IMAGE_PIXELS"))
        return;
    setenv("OPENCV_IO_MAX_IMAGE_PIXELS", "1099511627776", 1);
    execv("/proc/self/exe", argv);  // returns only if it fails, and then small pictures still work
#endif
}

// Errors are one line each, and it is ours.
void silenceOpenCV()
{
    if (!std::getenv("OPENCV_LOG_LEVEL"))
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
#ifdef __linux__
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);
#endif
}

int convertAll(const Options& options)
{
    const std::string code = options.code.empty() ? "BGR2YUV" : options.code;
    const Conversion conversion = options.format.empty() ? conversionOfCode(code) : conversionOfFormat(options.format);
    const std::vector<Job> jobs = planJobs(options, conversion);
    const Converter converter(conversion, options.device, options.stripes);
    std::printf("Running on %s\n", converter.place().c_str());
    std::fflush(stdout);

    catchInterruptions();
    ProgressBar bar;
    const JobRunner runner(options, conversion, converter, bar);
    bool allGood = true;
    for (size_t i = 0; i < jobs.size(); ++i) {
        if (jobs.size() > 1)
            bar.show(jobs[i].input.path.filename().string(), int(i), int(jobs.size()));
        try {
            const JobReport report = runner.run(jobs[i]);
            bar.clear();
            std::printf("%s\n", report.text.c_str());
            std::fflush(stdout);
            if (!report.warning.empty())
                printError("warning: " + report.warning);
            allGood = allGood && report.difference.off == 0;
        } catch (const InputError& error) {
            bar.clear();
            printError(error.what());
            allGood = false;
        } catch (const cv::Exception& error) {
            const std::string text = jobs[i].input.path.string() + ": " + oneLine(error.err);
            // An odd size is this picture's alone.
            if (error.code != cv::Error::StsBadSize)
                throw UserError(text);
            bar.clear();
            printError(text);
            allGood = false;
        }
    }
    return allGood ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv)
{
    raisePictureLimit(argv);
    silenceOpenCV();
    try {
        const Options options = parseOptions(argc, argv);
        if (options.help) {
            std::fputs(usage().c_str(), stdout);
            return EXIT_SUCCESS;
        }
        if (options.listFormats) {
            std::fputs(listFormats().c_str(), stdout);
            return EXIT_SUCCESS;
        }
        return convertAll(options);
    } catch (const Interruption& interruption) {
        return 128 + interruption.signal;
    } catch (const cv::Exception& error) {
        printError(oneLine(error.err.empty() ? error.what() : error.err));
    } catch (const std::exception& error) {
        printError(oneLine(error.what()));
    }
    return EXIT_FAILURE;
}
