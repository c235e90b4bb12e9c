#!/bin/sh
# Prints the path of the Chromium the browser tests use: CHROMIUM_PATH, then PATH, then the distribution's package if
# we may install it. Otherwise fails naming the command to run.
set -eu

if [ -n "${CHROMIUM_PATH:-}" ]; then
  if [ -x "$CHROMIUM_PATH" ]; then
    echo "$CHROMIUM_PATH"
    exit 0
  fi
  echo "CHROMIUM_PATH is set to '$CHROMIUM_PATH', which cannot be executed" >&2
  exit 1
fi

for name in chromium chromium-browser; do
  if command -v "$name" >/dev/null 2>&1; then
    command -v "$name"
    exit 0
  fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing the distribution's chromium" >&2
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } >&2
  command -v chromium
  exit 0
fi

echo "no Chromium found: run 'sudo apt-get install chromium', or set CHROMIUM_PATH to a Chromium binary" >&2
exit 1
