// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "tensor.hpp"

#include "frames.hpp"
#include "job_runner.hpp"
#include "tensor_file.hpp"

namespace fs = std::filesystem;

namespace {

// Calls a function for each job; what is wrong with an input is said with its number.
template <class Jobs, class Function>
void forEachJob(Jobs& jobs, const Function& function)
{
    for (size_t i = 0; i < jobs.size(); ++i) {
        try {
            function(jobs[i], i);
        } catch (const InputError& error) {
            throw UserError(cv::format("input %zu of %zu: ", i + 1, jobs.size()) + error.what());
        }
    }
}

void requireOneFormat(const Job& job, const Job& first)
{
    const std::string name = job.input.path.string();
    if (job.input.yuvSize != first.input.yuvSize) {
        throw InputError(name + ": " + sizeText(job.input.yuvSize) + ", but the first picture is " +
                         sizeText(first.input.yuvSize));
    }
    if (job.conversion.format != first.conversion.format) {
        throw InputError(name + ": " + job.conversion.format->name() + ", but the first input is " +
                         first.conversion.format->name());
    }
}

void addFrames(const Job& job, TensorFile& tensor, ProgressBar& bar)
{
    const std::string path = job.input.path.string();
    const std::unique_ptr<FrameReader> reader = openFrames(job.input, job.conversion, false);
    int frames = 0;
    for (cv::Mat frame; reader->read(frame); frame.release()) {
        throwIfInterrupted();
        if (job.input.video)
            bar.show(job.input.path.filename().string(), frames, reader->announcedFrames());
        try {
            tensor.add(frame, job.input.yuvSize.empty() ? frame.size() : job.input.yuvSize);
        } catch (const InputError& error) {
            throw InputError(path + ": " + error.what());
        }
        ++frames;
    }
    const std::string missing = reader->missing(frames), warning = reader->warning();
    if (frames == 0 || !missing.empty())
        throw InputError(path + ": " + (missing.empty() ? "no frame" : missing));
    if (warning.empty())
        return;
    bar.clear();
    printError("stripe_convert", "warning: " + path + ": " + warning);
}

}  // namespace

TensorPlan planTensor(const Arguments& arguments)
{
    const bool yuv = arguments.text("to") == "bgr";
    TensorPlan plan{tensorOptions(arguments), {}};
    for (const Input& input : listInputs(arguments.operands(), yuv, arguments.has("videos")))
        plan.jobs.push_back({input, conversionToTensor(), {}, {}});
    forEachJob(plan.jobs, [&](Job& job, size_t) {
        requireExists(job.input);
        std::error_code ignored;
        if (fs::equivalent(plan.options.path, job.input.path, ignored))
            throw UserError(plan.options.path + ": the output would replace an input");
        if (yuv)
            job.conversion = decodingOf(job.input, arguments);
        requireOneFormat(job, plan.jobs.front());
    });
    return plan;
}

void writeTensor(const TensorPlan& plan, Converter& converter)
{
    catchSignals();
    TensorFile tensor(plan.options, plan.jobs.front().conversion.format, converter);
    ProgressBar bar;
    forEachJob(plan.jobs, [&](const Job& job, size_t i) {
        throwIfInterrupted();
        if (plan.jobs.size() > 1)
            bar.show(job.input.path.filename().string(), int(i), int(plan.jobs.size()));
        addFrames(job, tensor, bar);
    });
    tensor.finish();
    bar.clear();
    const std::string inputs = plan.jobs.size() == 1 ? plan.jobs.front().input.path.filename().string()
                                                     : std::to_string(plan.jobs.size()) + " inputs";
    std::printf("%s: %s, written to %s\n", oneLine(inputs).c_str(), tensor.text().c_str(),
                oneLine(plan.options.path).c_str());
}
