# lib.sh: what the other scripts share; source it
# SPDX-License-Identifier: MIT

say() { printf '\n== %s\n' "$*"; }

# Debian packages; "command:package" is satisfied by the command, however it was installed.
fm_build_packages=(g++:g++ cmake:cmake ninja:ninja-build libboost-dev libeigen3-dev librandom123-dev)
fm_test_packages=(catch2 nlohmann-json3-dev librange-v3-dev python3:python3 pkg-config:pkg-config ccache:ccache)
fm_clang_packages=(clang++:clang libclang-rt-14-dev)

# fm_install PACKAGE...: installs those that are missing, with apt, as root or through sudo; otherwise says what to do.
fm_install() {
  local entry missing=() as_root=()
  for entry in "$@"; do
    if [[ $entry == *:* ]]; then
      command -v "${entry%%:*}" >/dev/null || missing+=("${entry#*:}")
    elif ! dpkg-query -W -f '${Status}' "$entry" 2>/dev/null | grep -q 'ok installed'; then
      missing+=("$entry")
    fi
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "This is no Debian system; assuming that these are installed in another way: ${missing[*]}" >&2
    return 0
  fi
  if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "Please install: ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
  "${install[@]}" "${missing[@]}" >/dev/null 2>&1 ||
    { "${as_root[@]}" apt-get update -qq && "${install[@]}" "${missing[@]}" >/dev/null; }
}
