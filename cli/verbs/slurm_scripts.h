// The scripts that play a tournament in shards on a Slurm cluster.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

struct SlurmJob {
  std::filesystem::path program, config, folder;  // All absolute, and the same on every node.
  std::string name;                               // Of the tournament.
  int shards = 1;
  int processors = 1;  // Of a shard, and its games at once.
  std::optional<std::string> partition, time;
  std::vector<std::string> arguments;  // Further ones of sbatch.
};

// A job array, a task a shard. A task that is started again goes on with its shard; one that comes to its
// time limit is put back into the queue.
std::string shard_script(const SlurmJob& job);
std::string merge_script(const SlurmJob& job);
// Submits both, the second to wait for all of the first.
std::string submit_script(const SlurmJob& job);

}  // namespace toptile
