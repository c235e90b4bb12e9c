#!/bin/sh
# Prints the path of a Python that has Selenium, in a virtual environment below e2e/.cache that is made when missing or
# outdated. Otherwise fails naming the command to run.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
requirements="$root/e2e/selenium/requirements.txt"
environment="$root/e2e/.cache/selenium"

if cmp -s "$requirements" "$environment/installed.txt"; then
  echo "$environment/bin/python"
  exit 0
fi

if ! python3 -c 'import venv, ensurepip' >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing the distribution's python3" >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends python3 python3-venv; } >&2
  else
    echo "no Python with venv found: run 'sudo apt-get install python3 python3-venv'" >&2
    exit 1
  fi
fi

python3 -m venv --clear "$environment" >&2
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" >&2
cp "$requirements" "$environment/installed.txt"
echo "$environment/bin/python"
