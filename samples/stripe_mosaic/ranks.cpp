// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ranks.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#ifdef STRIPE_MOSAIC_MPI
#include <mpi.h>

namespace {

const int reportTag = 1;

bool startedByLauncher()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_ID"}) {
        if (std::getenv(name))
            return true;
    }
    return false;
}

}  // namespace

Ranks::Ranks() : byMpi_(startedByLauncher())
{
    if (!byMpi_)
        return;
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);  // errors end all ranks
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &localRank_);
    MPI_Comm_size(machine, &localCount_);
    MPI_Comm_free(&machine);
}

Ranks::~Ranks()
{
    if (!byMpi_)
        return;
    if (rank_ == 0 && !shared_)
        shareBands({{-1, 0}});
    MPI_Finalize();
}

void Ranks::shareBands(const std::vector<Band>& bands)
{
    bands_ = bands;
    shared_ = true;
    if (byMpi_)
        sharedBands();
}

bool Ranks::sharedBands()
{
    long long size = static_cast<long long>(bands_.size());
    MPI_Bcast(&size, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    bands_.resize(size_t(size));
    MPI_Bcast(bands_.data(), int(size) * 2, MPI_INT, 0, MPI_COMM_WORLD);
    return bands_.empty() || bands_.front().row >= 0;
}

void Ranks::report(const std::vector<DoneBand>& done)
{
    if (rank_ == 0)
        own_.insert(own_.end(), done.begin(), done.end());
    else if (!done.empty())
        MPI_Send(done.data(), int(done.size() * sizeof(DoneBand)), MPI_BYTE, 0, reportTag, MPI_COMM_WORLD);
}

std::vector<DoneBand> Ranks::reported()
{
    std::vector<DoneBand> all;
    all.swap(own_);
    while (byMpi_) {
        int waiting = 0, bytes = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, reportTag, MPI_COMM_WORLD, &waiting, &status);
        if (!waiting)
            break;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        const size_t before = all.size();
        all.resize(before + size_t(bytes) / sizeof(DoneBand));
        MPI_Recv(all.data() + before, bytes, MPI_BYTE, status.MPI_SOURCE, reportTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return all;
}

void Ranks::barrier()
{
    if (!byMpi_)
        return;
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int reached = 0; !reached;) {
        MPI_Test(&request, &reached, MPI_STATUS_IGNORE);
        if (!reached)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

StageSeconds Ranks::mean(const StageSeconds& seconds)
{
    StageSeconds sum = seconds;
    if (byMpi_)
        MPI_Reduce(&seconds, &sum, sizeof(StageSeconds) / sizeof(double), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return {sum.read / count_, sum.convert / count_, sum.write / count_, sum.sync / count_};
}

void Ranks::abort(int status)
{
    if (count_ > 1)
        MPI_Abort(MPI_COMM_WORLD, status);
}

#else

Ranks::Ranks() = default;
Ranks::~Ranks() = default;

void Ranks::shareBands(const std::vector<Band>& bands)
{
    bands_ = bands;
}

bool Ranks::sharedBands()
{
    return true;
}

void Ranks::report(const std::vector<DoneBand>& done)
{
    own_.insert(own_.end(), done.begin(), done.end());
}

std::vector<DoneBand> Ranks::reported()
{
    std::vector<DoneBand> all;
    all.swap(own_);
    return all;
}

void Ranks::barrier() {}

StageSeconds Ranks::mean(const StageSeconds& seconds)
{
    return seconds;
}

void Ranks::abort(int) {}

#endif
