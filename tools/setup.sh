# Shared by the scripts beside it (sourced, not run): installing what is missing, configuring, building.
# Bash; expects `set -euo pipefail`, and sets `source_dir`.

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
llvm=${MIXEDAD_LLVM_VERSION:-22}

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Debian packages that building needs, and those that only the tests need.
build_packages=("clang-$llvm" "llvm-$llvm-dev" "libclang-$llvm-dev" cmake ninja-build libopenblas-dev)
test_packages=("llvm-$llvm-tools" "libclang-rt-$llvm-dev" libgtest-dev libgmock-dev python3 make ccache)

missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

# What a person who waits wants to see of apt-get: each package on a terminal, otherwise a line a stage.
apt_progress() {
  local lines='Need to get|After this operation|Fetched'
  if [ -t 1 ]; then lines="$lines|Get:|Setting up"; fi
  sed -u -n -E "s/^($lines).*/  &/p"
}

# install_packages package...: installs those that are missing with apt-get, through sudo when not root. With
# nothing missing it needs neither network nor rights.
install_packages() {
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local manual="install by hand, as root: apt-get install --no-install-recommends ${missing[*]}"
  command -v apt-get >/dev/null || fail "these packages (Debian's names) are missing and there is no apt-get: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "not root and no sudo; $manual"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
    fail "apt-get update failed; is there a network? Otherwise $manual"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    -o Dpkg::Use-Pty=0 "${missing[@]}" | apt_progress ||
    fail "apt-get could not install them. clang-$llvm comes from Debian 12's security archive (bookworm-security" \
         "in /etc/apt/sources.list); $manual"
}

# configure preset [option...]: into build/<preset>.
configure() {
  local preset=$1
  shift
  say "Configuring build/$preset"
  (cd "$source_dir" && cmake --preset "$preset" -DMIXEDAD_LLVM_VERSION="$llvm" "$@") | sed -n 's/^-- \(MixedAD: .*\)/\1/p'
}

# build preset [target...]: with ninja's status line on a terminal.
build() {
  local preset=$1 quiet=--quiet
  shift
  say "Building ${*:-everything} in build/$preset: minutes the first time"
  if [ -t 1 ]; then quiet=""; fi
  cmake --build "$source_dir/build/$preset" ${*:+--target "$@"} -- $quiet
}
