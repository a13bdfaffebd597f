// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See engine_model.hpp.

#include "engine_model.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kNever = HUGE_VAL;
constexpr double kInstant = 1e-13;  // seconds: times that are nearer to each other are equal

}  // namespace

EngineModel::EngineModel(const DeviceProfile& profile) : profile_(profile)
{
    CV_Assert(profile.copyEngines >= 1 && profile.copyEngines <= 3 && profile.kernelEngines >= 1);
    if (profile.copyEngines > 1) {
        engines_.push_back({"upload engine", {Stage::Upload}});
        engines_.push_back({"download engine", {Stage::Download}});
    }
    if (profile.copyEngines != 2)
        engines_.push_back({"copy engine", {Stage::Upload, Stage::Download}});
    for (int i = 0; i < profile.kernelEngines; ++i)
        engines_.push_back({i == 0 ? String("kernel engine") : format("kernel engine %d", i + 1), {Stage::RunDevice}});
}

size_t EngineModel::add(const EngineTask& task)
{
    CV_Assert(task.issued >= now_ - kInstant);
    const size_t id = tasks_.size();
    tasks_.emplace_back(task);
    waiting_.push_back(id);
    return id;
}

bool EngineModel::onHost(size_t id) const
{
    const Stage stage = tasks_[id].stage;
    return stage == Stage::StageIn || stage == Stage::StageOut || stage == Stage::RunHost;
}

String EngineModel::engineOf(size_t id) const
{
    return onHost(id) ? String("host") : engines_[tasks_[id].engine].name;
}

double EngineModel::readyAt(size_t id) const
{
    const Task& task = tasks_[id];
    double ready = task.issued;
    for (size_t other : task.after) {
        if (!signalled(other))
            return kNever;
        const bool sameQueue = tasks_[other].queue == task.queue && !onHost(other);
        const double latency = !sameQueue                          ? profile_.handOverSeconds
                               : tasks_[other].stage != task.stage ? profile_.switchSeconds
                                                                   : 0;
        ready = std::max(ready, tasks_[other].signalled + latency);
    }
    return ready;
}

double EngineModel::gapOf(size_t id, const Engine& engine) const
{
    const Stage stage = tasks_[id].stage;
    if (stage == Stage::RunDevice)
        return profile_.kernelGapSeconds;
    double gap = engine.idleSince < now_ - kInstant ? profile_.startSeconds : 0;
    if (engine.lastQueue && engine.lastQueue != tasks_[id].queue)
        gap += profile_.otherStreamSeconds;
    return gap + (stage == Stage::Upload ? profile_.uploadGapSeconds : profile_.downloadGapSeconds);
}

// If each engine has one queue, only the first task that waits for an engine may start there.
bool EngineModel::blockedInQueue(size_t id, const std::vector<size_t>& earlier) const
{
    if (profile_.queues == HardwareQueues::PerStream)
        return false;
    return std::any_of(earlier.begin(), earlier.end(), [&](size_t other) {
        return !onHost(other) && std::any_of(engines_.begin(), engines_.end(), [&](const Engine& engine) {
            return engine.serves(tasks_[id].stage) && engine.serves(tasks_[other].stage);
        });
    });
}

void EngineModel::start(size_t id, size_t engine)
{
    Task& task = tasks_[id];
    task.started = now_;
    task.engine = engine;
    if (!onHost(id)) {
        task.gap = gapOf(id, engines_[engine]);
        engines_[engine].busy = true;
    }
    running_.push_back(id);
}

void EngineModel::startReady()
{
    // Tasks start in the order in which they became ready.
    std::vector<std::pair<double, size_t>> ready;
    std::vector<size_t> earlier;
    for (size_t id : waiting_) {
        const double at = readyAt(id);
        if (at <= now_ + kInstant && (onHost(id) || !blockedInQueue(id, earlier)))
            ready.push_back({at, id});
        earlier.push_back(id);
    }
    std::stable_sort(ready.begin(), ready.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& candidate : ready) {
        const size_t id = candidate.second;
        size_t engine = 0;
        while (!onHost(id) && engine < engines_.size() &&
               (engines_[engine].busy || !engines_[engine].serves(tasks_[id].stage)))
            ++engine;
        if (engine == engines_.size())
            continue;
        start(id, engine);
        waiting_.erase(std::find(waiting_.begin(), waiting_.end(), id));
    }
}

double EngineModel::rateOf(size_t id) const
{
    const auto running = [&](Stage stage) {
        return std::count_if(running_.begin(), running_.end(),
                             [&](size_t other) { return tasks_[other].stage == stage && tasks_[other].gap <= 0; });
    };
    switch (tasks_[id].stage) {
    case Stage::Upload:
        return (running(Stage::Download) ? profile_.uploadRateBesideDownload : profile_.uploadRate) /
               double(running(Stage::Upload));
    case Stage::Download:
        return (running(Stage::Upload) ? profile_.downloadRateBesideUpload : profile_.downloadRate) /
               double(running(Stage::Download));
    case Stage::RunDevice:
        return profile_.kernelRate / double(running(Stage::RunDevice));
    case Stage::RunHost:
        return profile_.hostRunRate;
    default:
        return profile_.hostCopyRate;
    }
}

// If copy engines and host threads need more than the memory's rate, all are slowed by the same factor.
std::vector<double> EngineModel::ratesOfRunning() const
{
    std::vector<double> rates;
    double wanted = 0;
    for (size_t id : running_) {
        rates.push_back(rateOf(id));
        if (tasks_[id].stage != Stage::RunDevice && tasks_[id].gap <= 0)
            wanted += rates.back();
    }
    const double share = wanted > profile_.hostMemoryRate ? profile_.hostMemoryRate / wanted : 1;
    for (size_t i = 0; i < running_.size(); ++i)
        rates[i] *= tasks_[running_[i]].stage == Stage::RunDevice ? 1 : share;
    return rates;
}

double EngineModel::nextChange(const std::vector<double>& rates) const
{
    double next = kNever;
    for (size_t id : waiting_) {
        const double at = readyAt(id);
        if (at > now_ + kInstant)
            next = std::min(next, at);
    }
    for (size_t i = 0; i < running_.size(); ++i) {
        const Task& task = tasks_[running_[i]];
        next = std::min(next, now_ + (task.gap > 0 ? task.gap : task.bytesLeft / rates[i]));
    }
    return next;
}

bool EngineModel::Task::pass(double seconds, double rate)
{
    if (gap > 0) {
        gap = gap - seconds <= kInstant ? 0 : gap - seconds;
        if (gap > 0 || bytesLeft > 0)
            return false;
    } else {
        bytesLeft -= seconds * rate;
    }
    return bytesLeft <= rate * kInstant;
}

bool EngineModel::advance(double seconds)
{
    for (;;) {
        startReady();
        const std::vector<double> rates = ratesOfRunning();
        const double next = std::min(seconds, nextChange(rates));
        if (next == kNever)
            return false;
        const double passed = std::max(0., next - now_);
        std::vector<size_t> ending;
        for (size_t i = 0; i < running_.size(); ++i) {
            if (tasks_[running_[i]].pass(passed, rates[i]))
                ending.push_back(running_[i]);
        }
        now_ = std::max(now_, next);
        for (size_t id : ending)
            end(id);
        if (!ending.empty())
            return true;
        if (now_ >= seconds)
            return false;
    }
}

void EngineModel::end(size_t id)
{
    Task& task = tasks_[id];
    running_.erase(std::find(running_.begin(), running_.end(), id));
    task.hasEnded = true;
    task.ended = now_;
    if (!onHost(id)) {
        engines_[task.engine].busy = false;
        engines_[task.engine].idleSince = now_;
        engines_[task.engine].lastQueue = tasks_[id].queue;
    }
    if (!heldBySuccessor(id))
        signal(id);
}

// True while the device's next task in the order of issue is another stream's kernel that has not signalled.
bool EngineModel::heldBySuccessor(size_t id) const
{
    if (!profile_.heldCompletion || tasks_[id].stage != Stage::RunDevice)
        return false;
    size_t next = id + 1;
    while (next < tasks_.size() && onHost(next))
        ++next;
    return next < tasks_.size() && tasks_[next].stage == Stage::RunDevice && tasks_[next].queue != tasks_[id].queue &&
           !signalled(next);
}

void EngineModel::signal(size_t id)
{
    tasks_[id].signalled = now_;
    // Tasks that waited for this signal now signal, too.
    size_t before = id;
    while (before > 0 && onHost(before - 1))
        --before;
    if (before > 0 && tasks_[before - 1].hasEnded && !signalled(before - 1) && !heldBySuccessor(before - 1))
        signal(before - 1);
}

}}  // namespace cv::cudastripe
