#!/usr/bin/env bash
# Writes the report and the job summary, and says whether the app is at fault.
set -euo pipefail

gasoline="${GASOLINE_BINARY:-gasoline}"
context="$RUNNER_TEMP/gasoline-context.md"

# A run without tests has no report, and no failure to explain.
status=0
"$gasoline" report --port "$INPUT_PORT" --format ai-context --output "$context" || status=$?
if [ "$status" -ne 0 ]; then
  echo "verdict=none" >>"$GITHUB_OUTPUT"
  if [ "$status" -eq 3 ]; then exit 0; fi
  exit "$status"
fi

"$gasoline" report --port "$INPUT_PORT" --format "$INPUT_FORMAT" --output "$INPUT_OUTPUT"
"$gasoline" report --port "$INPUT_PORT" --format github

# No text of a page can begin a line like this.
failures() { grep -cE "^## Test Failure: .* \(app_error: $1\)$" "$context" || true; }

verdict=none
if [ "$(failures yes)" -gt 0 ]; then
  verdict=yes
elif [ "$(failures unknown)" -gt 0 ]; then
  verdict=unknown
elif [ "$(failures no)" -gt 0 ]; then
  verdict=no
fi
echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
echo "report=$INPUT_OUTPUT" >>"$GITHUB_OUTPUT"
