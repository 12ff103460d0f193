# shellcheck shell=bash
# Builds a preset of CMakePresets.json for ./dev.

readonly presets=(release dev asan tsan bench clang mutate)

# Prints, for example, "GCC 12" or "Clang 14"; nothing if the compiler is neither or does not run.
compiler_version() {
  # shellcheck disable=SC2086
  printf '__clang_major__ __GNUC__\n' | $1 -E -P -x c++ - 2>/dev/null |
    awk '/^[0-9]+ / {print "Clang", $1} /^__clang_major__ [0-9]+$/ {print "GCC", $2}' || true
}

# Prints the compiler to use: $CXX if that is set, otherwise the first of g++ and clang++ that is new enough.
choose_compiler() {
  local candidate candidates=(g++ clang++) kind major seen=""
  if [[ -n ${CXX-} ]]; then candidates=("$CXX"); fi
  for candidate in "${candidates[@]}"; do
    has_command "${candidate%% *}" || continue
    read -r kind major < <(compiler_version "$candidate") || true
    if [[ ($kind == GCC && $major -ge 12) || ($kind == Clang && $major -ge 14) ]]; then
      printf '%s\n' "$candidate"
      return
    fi
    seen+="$candidate is ${kind:-no known C++ compiler}${major:+ $major}, "
  done
  die "${seen:-${candidates[*]} not found, }but Toptile needs GCC 12 or Clang 14, or newer: install one and name it" \
    "in CXX (CXX=g++-12 ./dev build); Debian 12 and Ubuntu 24.04 have it as g++"
}

require_cmake() {
  local version
  read -r _ _ version < <(cmake --version 2>/dev/null) || true
  [[ $(printf '3.25\n%s\n' "${version:-0}" | sort -V | head -n 1) == 3.25 ]] ||
    die "cmake is ${version:-not working}, but Toptile needs 3.25 or newer (Debian 12 and Ubuntu 24.04 have it):" \
      "put a newer one on PATH"
}

# Configures again if the folder, the compiler, its flags or the presets have changed. Ninja watches all other files that CMake
# reads. For the target `program`, leagues are left out, unless they are configured already. If only they are added, what was built
# stays: `cmake --fresh` removes it.
configure() {
  local preset=$1 league=ON stamp=build/$1/configured_as basis compiler before="" fresh=--fresh
  if [[ $2 == program ]]; then league=OFF; fi
  basis="$root CXX=${CXX-} CXXFLAGS=${CXXFLAGS-} LDFLAGS=${LDFLAGS-} $(cksum <CMakePresets.json) league="
  if [[ -f build/$preset/build.ninja && -f $stamp ]]; then before=$(<"$stamp"); fi
  if [[ $before == "$basis$league" || $before == "${basis}ON" ]]; then return; fi
  if [[ $before == "$basis"* ]]; then fresh=""; fi
  compiler=$(choose_compiler) || exit
  require_cmake
  say "Configuring build/$preset with $compiler; the first build takes some minutes (log: $log_folder/build-$preset.log)."
  CXX=$compiler logged "configure-$preset" cmake ${fresh:+"$fresh"} --preset "$preset" -DTOPTILE_LEAGUES="$league" ||
    die_with_log "configure-$preset" "cmake could not configure build/$preset"
  printf '%s' "$basis$league" >"$stamp"
}

# One job for each core, but not more than one for every 1.5 GiB of memory, because sources that include Boost need a lot.
parallel_jobs() {
  local limit
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null) || limit=max
  awk -v cores="$(nproc)" -v limit="$limit" '$1 == "MemAvailable:" {
    kib = limit != "max" && limit / 1024 < $2 ? limit / 1024 : $2
    jobs = int(kib / (1.5 * 1024 * 1024))
    print (jobs > cores ? cores : jobs < 1 ? 1 : jobs)
  }' /proc/meminfo
}

require_preset() {
  [[ " ${presets[*]} " == *" $1 "* ]] || misuse "unknown preset '$1': it is one of ${presets[*]}"
}

# build PRESET [TARGET]: without TARGET, what the build preset says. Two builds at the same time in one folder would spoil each
# other's files.
build() {
  local preset=$1 target=${2-} jobs started
  open_log_folder
  {
    if ! flock -n 9; then
      say "Another ./dev is building; waiting for it."
      flock 9
    fi
    configure "$preset" "$target"
    started=$SECONDS jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(parallel_jobs)}
    logged "build-$preset" cmake --build --preset "$preset" ${target:+--target "$target"} --parallel "$jobs" ||
      die_with_log "build-$preset" "the build in build/$preset failed"
  } 9>"$log_folder/lock"
  grep -q '^ninja: no work to do' "$log_folder/build-$preset.log" || say "Built build/$preset in $((SECONDS - started)) s."
}
