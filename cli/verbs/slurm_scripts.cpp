#include "cli/verbs/slurm_scripts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"

namespace toptile {

namespace {

// A task gets a signal this long before its time limit, so that it can stop by itself.
constexpr int kSecondsBeforeLimit = 60;

// The name that squeue shows, with characters that are special to sbatch replaced.
std::string plain_name(std::string name) {
  const auto is_odd = [](unsigned char c) {
    return c <= ' ' || c == '"' || c == '\'' || c == '\\' || c == '#';
  };
  std::ranges::replace_if(name, is_odd, '-');
  return name;
}

std::string directive(const std::string& text) {
  return "#SBATCH " + text + "\n";
}

std::string directives(const SlurmJob& job) {
  // A requeued job appends to its existing log.
  std::string lines = directive("--requeue") + directive("--open-mode=append");
  if (job.partition) lines += directive("--partition=" + *job.partition);
  for (const std::string& argument : job.arguments) lines += directive(argument);
  return lines;
}

std::string names(const SlurmJob& job) {
  return fmt::format("toptile={}\nconfig={}\nfolder={}\n", in_quotes(job.program.string()),
                     in_quotes(job.config.string()), in_quotes(job.folder.string()));
}

// A log's name for sbatch, with % doubled, because it is special there.
std::string log_name(const SlurmJob& job, std::string_view file) {
  std::string folder;
  for (const char c : (job.folder / "logs").string())
    folder += c == '%' ? std::string("%%") : std::string(1, c);
  return in_quotes(fmt::format("{}/{}", folder, file));
}

}  // namespace

std::string shard_script(const SlurmJob& job) {
  std::string text = "#!/usr/bin/env bash\n" + directive("--job-name=" + plain_name(job.name)) +
                     directive(fmt::format("--array=1-{}", job.shards)) +
                     directive(fmt::format("--cpus-per-task={}", job.processors)) +
                     directive(fmt::format("--signal=B:USR1@{}", kSecondsBeforeLimit));
  if (job.time) text += directive("--time=" + *job.time);
  text += directives(job) + "set -u\n" + names(job);
  text += fmt::format(R"(shard=$SLURM_ARRAY_TASK_ID
run=$folder/shards/$shard

# Where a node was given up and goes on all the same, its task still plays this shard.
if [[ -e $run/lock ]]; then flock "$run/lock" true; fi

is_at_limit=no
trap 'is_at_limit=yes; kill -TERM "$player"' USR1
"$toptile" tournament "$config" --shard "$shard/{}" --out "$run" --concurrency {} --quiet &
player=$!
wait "$player"
code=$?
if [[ $is_at_limit == yes ]]; then
  wait "$player"
  code=$?
  if [[ $code == 130 ]]; then scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$shard"; fi
fi
exit "$code"
)",
                      job.shards, job.processors);
  return text;
}

std::string merge_script(const SlurmJob& job) {
  return "#!/usr/bin/env bash\n" + directive("--job-name=" + plain_name(job.name) + "-merge") +
         directives(job) + "set -u\n" + names(job) +
         fmt::format(R"(shards=()
for ((shard = 1; shard <= {}; shard++)); do shards+=("$folder/shards/$shard"); done
exec "$toptile" merge "$folder/run" "${{shards[@]}}"
)",
                     job.shards);
}

std::string submit_script(const SlurmJob& job) {
  return fmt::format(R"(#!/usr/bin/env bash
set -euo pipefail
folder={}
shards=$(sbatch --parsable --output={} "$folder/shard.sh")
shards=${{shards%%;*}}
merge=$(sbatch --parsable --dependency="afterok:$shards" --kill-on-invalid-dep=yes --output={} "$folder/merge.sh")
echo "submitted {} as job $shards, and as job ${{merge%%;*}} the merge that waits for them"
)",
                     in_quotes(job.folder.string()), log_name(job, "shard-%a.txt"),
                     log_name(job, "merge.txt"),
                     job.shards == 1 ? "1 shard" : fmt::format("{} shards", job.shards));
}

}  // namespace toptile
