// The scripts that play a tournament in shards on a Slurm cluster.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

struct SlurmJob {
  std::filesystem::path program, config, folder;  // All are absolute, and the same on every node.
  std::string name;                               // The tournament's name.
  int shards = 1;
  int processors = 1;  // Processors per shard, which is also its number of games at once.
  std::optional<std::string> partition, time;
  std::vector<std::string> arguments;  // Further arguments of sbatch.
};

// A job array with a task for each shard. A restarted task resumes its shard. A task that reaches its time
// limit is requeued.
std::string shard_script(const SlurmJob& job);
std::string merge_script(const SlurmJob& job);
// Submits both jobs. The second waits for all tasks of the first.
std::string submit_script(const SlurmJob& job);

}  // namespace toptile
