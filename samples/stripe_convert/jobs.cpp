// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "jobs.hpp"

#include <algorithm>
#include <set>

#include "frame_writer.hpp"
#include "user_error.hpp"
#include "y4m_header.hpp"

namespace fs = std::filesystem;

namespace {

bool namesFolder(const std::string& path)
{
    std::error_code ignored;
    return !path.empty() && (path.back() == '/' || fs::is_directory(path, ignored));
}

void checkPicture(const fs::path& output, const Conversion& conversion)
{
    if (!conversion.packed()) {
        throw UserError(output.string() + ": a picture cannot hold " + conversion.option +
                        ", which is not three samples a pixel; use .yuv or .y4m (for a folder: --as=yuv, --as=y4m)");
    }
    // OpenCV would cut 16 bits off at 255 without a word.
    const std::set<std::string> deep = {".png", ".tif", ".tiff"};
    if (conversion.sourceDepth() != CV_8U && !deep.count(output.extension().string()))
        throw UserError(output.string() + ": pictures of 16 bits are .png, .tif or .tiff");
}

void checkOutput(const Job& job, const Conversion& conversion)
{
    const OutputKind kind = outputKind(job.output);
    if (kind == OutputKind::Y4m)
        y4mColourSpace(conversion);  // refuses what does not fit
    if (kind == OutputKind::Picture)
        checkPicture(job.output, conversion);
    if (kind == OutputKind::Picture && job.input.kind == InputKind::Video) {
        throw UserError(job.input.path.string() + ": not a picture; a video needs an output in .yuv or .y4m");
    }
}

fs::path comparable(const fs::path& path)
{
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path), error);
    return error ? path : canonical;
}

// A later output must not replace an earlier one, and none an input.
void checkCollisions(const std::vector<Job>& jobs)
{
    std::set<fs::path> inputs, outputs;
    for (const Job& job : jobs)
        inputs.insert(comparable(job.input.path));
    for (const Job& job : jobs) {
        for (const fs::path& path : {job.output, job.planes}) {
            if (path.empty())
                continue;
            const fs::path place = comparable(path);
            if (inputs.count(place))
                throw UserError(path.string() + ": the output would replace an input");
            if (!outputs.insert(place).second)
                throw UserError(path.string() + ": two outputs have this name");
        }
    }
}

void makeFolder(const std::string& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        throw UserError(path + ": cannot be made: " + error.message());
}

}  // namespace

std::vector<Job> planJobs(const Options& options, const Conversion& conversion)
{
    std::error_code ignored;
    const std::vector<Input> inputs = listInputs(options.inputs);
    const bool several = inputs.size() > 1 || fs::is_directory(options.inputs.front(), ignored);
    const bool outputFolder = !options.output.empty() && (several || namesFolder(options.output));
    const bool planesFolder = !options.planes.empty() && (several || namesFolder(options.planes));

    const std::set<std::string> kinds = {"png", "yuv", "y4m"};
    const std::string kind = options.outputKind.empty() ? "png" : options.outputKind;
    if (!kinds.count(kind))
        throw UserError("--as=" + kind + ": not one of png, yuv, y4m");
    if (!options.outputKind.empty() && !outputFolder)
        throw UserError("--as is for an --output that is a folder");
    if (!options.planes.empty() && !planesFolder && fs::path(options.planes).extension() != ".png") {
        throw UserError("--planes=" + options.planes + ": the name must end in .png");
    }

    std::vector<Job> jobs;
    for (const Input& input : inputs) {
        const std::string stem = input.path.stem().string();
        Job job{input, options.output, options.planes};
        if (outputFolder)
            job.output /= stem + "." + kind;
        if (planesFolder)
            job.planes /= stem + "_planes.png";
        if (!job.output.empty())
            checkOutput(job, conversion);
        if (options.repeat > 0 && input.kind == InputKind::Video)
            throw UserError("--repeat is for pictures only");
        jobs.push_back(job);
    }
    checkCollisions(jobs);
    if (outputFolder)
        makeFolder(options.output);
    if (planesFolder)
        makeFolder(options.planes);
    return jobs;
}
