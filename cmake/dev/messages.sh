# shellcheck shell=bash
# What ./dev says, on stderr. The whole output of a long command goes to a log, and the screen shows one line at a time.

readonly log_folder=build/log

say() {
  printf '%s\n' "$*" >&2
}

die() {
  say "dev: $*"
  exit 1
}

misuse() {
  say "dev: $*"
  exit 2
}

open_log_folder() {
  if mkdir -p "$log_folder" 2>/dev/null && [[ -w $log_folder ]]; then return; fi
  die "cannot write to $root/$log_folder: make it yours (sudo chown -R $(id -un) build) or remove the folder build"
}

# Shows a long command's output: on a terminal, one line that changes in place; elsewhere, one line every half minute.
follow() {
  local line next=$((SECONDS + 30)) in_place=no
  if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then in_place=yes; fi
  while IFS= read -r line; do
    if [[ $in_place == yes ]]; then
      printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$line" >&2
    elif ((SECONDS >= next)); then
      say "  $line"
      next=$((SECONDS + 30))
    fi
  done
  if [[ $in_place == yes ]]; then printf '\r\033[K' >&2; fi
}

# logged NAME COMMAND...: writes the command's output to build/log/NAME.log. Fails if the command fails.
logged() {
  "${@:2}" 2>&1 </dev/null | tee "$log_folder/$1.log" | follow
}

# Ends after a failed step: prints the log's last lines, then one line that says what failed.
die_with_log() {
  tail -n 30 "$log_folder/$1.log" >&2
  die "$2; above are the last lines of $log_folder/$1.log"
}
