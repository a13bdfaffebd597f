// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ranks.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

#ifdef STRIPE_MOSAIC_MPI
#include <mpi.h>
#endif

Ranks::Ranks()
{
#ifdef STRIPE_MOSAIC_MPI
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_ID"})
        byMpi_ = byMpi_ || std::getenv(name);
    if (!byMpi_)
        return;
    int provided = 0;
    MPI_Comm machine;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);  // an error of these ends all ranks
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &localRank_);
    MPI_Comm_size(machine, &localCount_);
    MPI_Comm_free(&machine);
#endif
}

Ranks::~Ranks()
{
#ifdef STRIPE_MOSAIC_MPI
    if (!byMpi_)
        return;
    if (rank_ == 0 && !shared_)
        shareBands({{-1, 0}});
    MPI_Finalize();
#endif
}

bool Ranks::shareBands(const std::vector<Band>& bands)
{
    bands_ = bands;
    shared_ = true;
#ifdef STRIPE_MOSAIC_MPI
    long long size = static_cast<long long>(bands.size());
    if (byMpi_) {
        MPI_Bcast(&size, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
        bands_.resize(size_t(size));
        MPI_Bcast(bands_.data(), int(size) * 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
#endif
    return bands_.empty() || bands_.front().row >= 0;
}

void Ranks::report(const std::vector<DoneBand>& done)
{
    if (rank_ == 0)
        own_.insert(own_.end(), done.begin(), done.end());
#ifdef STRIPE_MOSAIC_MPI
    else if (!done.empty())
        MPI_Send(done.data(), int(done.size() * sizeof(DoneBand)), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
#endif
}

std::vector<DoneBand> Ranks::reported()
{
    std::vector<DoneBand> all;
    all.swap(own_);
#ifdef STRIPE_MOSAIC_MPI
    for (int waiting = byMpi_; waiting;) {
        int bytes = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &waiting, &status);
        if (!waiting)
            break;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        const size_t before = all.size();
        all.resize(before + size_t(bytes) / sizeof(DoneBand));
        MPI_Recv(all.data() + before, bytes, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status);
    }
#endif
    return all;
}

StageSeconds Ranks::mean(const StageSeconds& seconds)
{
    StageSeconds sum = seconds;
#ifdef STRIPE_MOSAIC_MPI
    MPI_Request request = MPI_REQUEST_NULL;
    if (byMpi_)
        MPI_Ireduce(&seconds, &sum, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &request);
    // MPI_Reduce would keep a core busy until the last rank comes.
    for (int reached = !byMpi_; !reached; std::this_thread::sleep_for(std::chrono::milliseconds(1)))
        MPI_Test(&request, &reached, MPI_STATUS_IGNORE);
#endif
    return {sum.read / count_, sum.convert / count_, sum.write / count_, sum.sync / count_};
}

void Ranks::abort([[maybe_unused]] int status)
{
#ifdef STRIPE_MOSAIC_MPI
    if (count_ > 1)
        MPI_Abort(MPI_COMM_WORLD, status);
#endif
}
