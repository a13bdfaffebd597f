// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_RANKS_HPP
#define STRIPE_MOSAIC_RANKS_HPP

#include <cstdint>
#include <vector>

//! Rows of the picture that are read, converted and written at once.
struct Band
{
    int row = 0;
    int rows = 0;
};

//! A band that lies on the disk.
struct DoneBand
{
    Band band;
    std::uint64_t hash = 0;
};

//! How long a rank's stages worked, waits for each other left out.
struct StageSeconds
{
    double read = 0, convert = 0, write = 0, sync = 0;
};

//! The processes of a run: those that mpirun or srun started, else this one alone, which then needs no MPI. Only the
//! thread that made it may use it.
class Ranks
{
public:
    Ranks();
    //! Frees ranks that still wait for bands.
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return rank_; }
    int count() const { return count_; }
    //! Among the ranks of this machine.
    int localRank() const { return localRank_; }
    int localCount() const { return localCount_; }
    //! True if the processes are MPI's.
    bool byMpi() const { return byMpi_; }

    //! Gives all ranks the bands of rank 0. The others wait there, and get false if there will be none.
    bool shareBands(const std::vector<Band>& bands = {});
    //! All bands, in one order on all ranks.
    const std::vector<Band>& bands() const { return bands_; }

    //! Tells rank 0.
    void report(const std::vector<DoneBand>& done);
    //! On rank 0: what has been reported since the last call.
    std::vector<DoneBand> reported();
    //! On rank 0: the means over all ranks, when all have called this.
    StageSeconds mean(const StageSeconds& seconds);
    //! Ends all ranks at once if there are others.
    void abort(int status);

private:
    bool byMpi_ = false;
    bool shared_ = false;
    int rank_ = 0, count_ = 1, localRank_ = 0, localCount_ = 1;
    std::vector<Band> bands_;
    std::vector<DoneBand> own_;
};

#endif
