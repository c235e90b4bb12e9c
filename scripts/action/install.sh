#!/usr/bin/env bash
# Installs gasoline for the steps that follow: from a path on this machine, from the cache, or from a release.
set -euo pipefail

folder="$RUNNER_TEMP/gasoline-bin"
binary="$folder/gasoline"
mkdir -p "$folder"

unpack() {
  case "$1" in
    *.tar.gz | *.tgz) tar -xzf "$1" -C "$folder" ;;
    *) cp "$1" "$binary" ;;
  esac
}

archive_name() {
  local system machine
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) system=windows ;;
  esac
  case "$(uname -m)" in
    arm64 | aarch64) machine=arm64 ;;
    *) machine=x64 ;;
  esac
  echo "gasoline-$system-$machine.tar.gz"
}

download() {
  local releases="$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases"
  local place="download/v${INPUT_VERSION#v}"
  if [ "$INPUT_VERSION" = latest ]; then place=latest/download; fi
  curl --fail --silent --show-error --location --retry 3 --output "$RUNNER_TEMP/gasoline.tar.gz" \
    "$releases/$place/$(archive_name)"
  unpack "$RUNNER_TEMP/gasoline.tar.gz"
}

if [ -e "$INPUT_VERSION" ]; then
  unpack "$INPUT_VERSION"
elif [ ! -x "$binary" ]; then
  download
fi

chmod +x "$binary"
"$binary" --version
echo "$folder" >>"$GITHUB_PATH"
echo "GASOLINE_BINARY=$binary" >>"$GITHUB_ENV"
echo "binary=$binary" >>"$GITHUB_OUTPUT"
