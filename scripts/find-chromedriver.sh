#!/bin/sh
# Prints the path of the chromedriver the Selenium test uses: CHROMEDRIVER_PATH, then PATH, then the distribution's
# package if we may install it. Otherwise fails naming the command to run.
set -eu

if [ -n "${CHROMEDRIVER_PATH:-}" ]; then
  if [ -x "$CHROMEDRIVER_PATH" ]; then
    echo "$CHROMEDRIVER_PATH"
    exit 0
  fi
  echo "CHROMEDRIVER_PATH is set to '$CHROMEDRIVER_PATH', which cannot be executed" >&2
  exit 1
fi

if command -v chromedriver; then
  exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing the distribution's chromedriver" >&2
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium-driver; } >&2
  command -v chromedriver
  exit 0
fi

echo "no chromedriver found: run 'sudo apt-get install chromium-driver', or set CHROMEDRIVER_PATH" >&2
exit 1
