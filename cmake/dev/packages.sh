# shellcheck shell=bash
# Finds out which packages are missing, and installs them. ./dev includes this file, and has `say`, `die` and the logs.
#
# A line of packages.tsv is the Debian name of a package, the proof that it, or the same from elsewhere, is installed (a command, a
# header, a library, a part of Clang's runtime, a library for WebAssembly, a part of
# Python), the groups that it belongs to, and its purpose.

packages=()
declare -A proof_of groups_of purpose_of

read_packages() {
  local package proof groups purpose
  while IFS=$'\t' read -r package proof groups purpose; do
    packages+=("$package")
    proof_of[$package]=$proof groups_of[$package]=$groups purpose_of[$package]=$purpose
  done < <(tail -n +2 cmake/dev/packages.tsv)  # The first line names the columns.
}
read_packages

# need GROUP...: installs the packages of these groups that are missing. If none is missing, it does not call apt.
need() {
  local package group installed compiler wanted=() missing=()
  for package in "${packages[@]}"; do
    for group in "$@"; do
      if [[ " ${groups_of[$package]} " == *" $group "* ]]; then wanted+=("$package") && break; fi
    done
  done
  # There may be no dpkg-query, and it fails if it does not know one of the packages.
  # shellcheck disable=SC2016
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null) || true
  compiler=${CXX:-$(command -v g++ clang++ | head -n 1 || true)}
  for package in "${wanted[@]}"; do
    if ! is_provided "$package"; then missing+=("$package"); fi
  done
  if ((${#missing[@]} > 0)); then install "${missing[@]}"; fi
}

has_command() {
  command -v "$1" >/dev/null
}

# A command must be on PATH, even if its package is installed. $CXX may carry arguments ("ccache g++"), so it is split into words.
is_provided() {
  local kind name
  read -r kind name <<<"${proof_of[$1]}"
  case $kind in
    compiler) [[ -n $compiler ]] ;;
    command) has_command "$name" ;;
    *) [[ $'\n'$installed$'\n' == *$'\n'"$1 installed"$'\n'* ]] || "has_$kind" "$name" ;;
  esac
}

has_header() {
  printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | $compiler -E -x c++ - >/dev/null 2>&1
}

has_library() {
  [[ $($compiler -print-file-name="lib$1.so" 2>/dev/null) == /* || -e /usr/local/lib/lib$1.so ]]
}

has_runtime() {
  [[ $(clang++ -print-file-name="libclang_rt.$1-$HOSTTYPE.a" 2>/dev/null) == /* ||
    $(clang++ -print-file-name="libclang_rt.$1.a" 2>/dev/null) == /* ]]
}

# A header or a module of Python.
has_python() {
  case $1 in
    *.h) [[ -e $(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)/$1 ]] ;;
    *) python3 -c "import $1" 2>/dev/null ;;
  esac
}

has_wasm() {
  [[ $(clang++-19 --target=wasm32-wasi -print-file-name="$1" 2>/dev/null) == /* ]]
}

install() {
  local typed="apt-get install --no-install-recommends $*" package privilege="" size started
  has_command apt-get || die "not installed: $*; these are Debian's names, and this system ($(system_name)) has no" \
    "apt-get: install what corresponds to them, then run this again"
  [[ -z ${TOPTILE_NO_INSTALL-} ]] || die "not installed: $*; TOPTILE_NO_INSTALL is set, so as root, type: $typed"
  open_log_folder
  say "Not installed yet, and needed:"
  for package in "$@"; do
    say "$(printf '  %-24s %s' "$package" "${purpose_of[$package]}")"
  done
  if [[ $(id -u) != 0 ]]; then privilege=sudo && require_sudo "$typed"; fi
  if ! have_recent_package_lists || ! size=$(download_size "$@"); then
    say "Refreshing apt's package lists."
    refresh_package_lists
    size=$(download_size "$@") || die_without_network apt-update \
      "apt-get does not offer all of: $*; Toptile builds on Debian 12, Ubuntu 24.04 and newer"
  fi
  say "Installing them with ${privilege:+$privilege }apt-get: $size to download, including what they depend on" \
    "(log: $log_folder/apt.log)."
  started=$SECONDS
  if ! apt_install "$@"; then
    # The package lists can be older than the mirror, which may no longer have packages that they name.
    grep -qE '404|Unable to fetch|Hash Sum' "$log_folder/apt.log" || die_with_log apt "apt-get could not install: $*"
    refresh_package_lists
    apt_install "$@" || die_without_network apt "apt-get could not install: $*"
  fi
  say "Installed in $((SECONDS - started)) s."
}

system_name() {
  # shellcheck source=/dev/null
  (. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME-}") || printf 'no /etc/os-release'
}

# sudo asks for a password only on a terminal. Elsewhere nobody can type it, so sudo must work without one.
require_sudo() {
  has_command sudo || die "installing packages needs root, and there is no sudo: as root, type: $1"
  if sudo -n true 2>/dev/null; then return; fi
  [[ -t 0 && -t 2 ]] || die "sudo needs a password, and there is no terminal to ask for it: as root, type: $1"
  sudo -v || die "sudo did not let $(id -un) in: as root, type: $1"
}

# sudo clears the environment, but apt has to find its proxy. Messages are in English, because this script searches them.
apt_get() {
  local variable environment=(DEBIAN_FRONTEND=noninteractive LC_ALL=C)
  for variable in http_proxy https_proxy no_proxy; do
    if [[ -n ${!variable-} ]]; then environment+=("$variable=${!variable}"); fi
  done
  ${privilege:+"$privilege"} env "${environment[@]}" apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 \
    -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 "$@"
}

apt_install() {
  logged apt apt_get install --yes --no-install-recommends "$@"
}

# If it fails, the next step shows that: packages are unknown, or cannot be fetched.
refresh_package_lists() {
  logged apt-update apt_get update || true
}

# After a day, a Debian mirror may have removed a version that the lists still name.
have_recent_package_lists() {
  local folder
  eval "$(apt-config shell folder Dir::State::lists/d)"
  [[ -n $(find "$folder" -maxdepth 1 -name '*Packages*' -print -quit 2>/dev/null) &&
    -n $(find "$folder/partial" -maxdepth 0 -mtime -1 2>/dev/null) ]]
}

# Prints, for example, "75 packages, 109 MB". Fails if apt does not know a package.
download_size() {
  local addresses
  addresses=$(LC_ALL=C apt-get install --print-uris -qq --no-install-recommends "$@" 2>/dev/null) || return
  awk 'NF > 2 {bytes += $3; ++count} END {printf "%d packages, %d MB", count, bytes / 1000000 + 0.5}' <<<"$addresses"
}

# die_without_network LOG OTHERWISE: dies, and says whether the network does not answer. For any other reason it says OTHERWISE.
die_without_network() {
  local signs='Could not resolve|Temporary failure|Cannot initiate|(Could not|Unable to) connect|Connection (failed|timed out)'
  if grep -qE "$signs" "$log_folder/$1.log"; then
    die "apt-get cannot reach its package server: check the network and apt's proxy, then run this again;" \
      "the whole log is $log_folder/$1.log"
  fi
  die_with_log "$1" "$2"
}
