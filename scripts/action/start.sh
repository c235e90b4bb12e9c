#!/usr/bin/env bash
# Starts the server for the job and waits until it answers.
set -euo pipefail

log="$RUNNER_TEMP/gasoline.log"
# Nothing of this step may stay open in the server, or the step would not end.
nohup "$GASOLINE_BINARY" --port "$INPUT_PORT" --spill "$RUNNER_TEMP/gasoline-tests" >"$log" 2>&1 </dev/null &
pid=$!

for _ in $(seq 100); do
  if curl --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$INPUT_PORT/health"; then
    echo "GASOLINE_PID=$pid" >>"$GITHUB_ENV"
    echo "GASOLINE_PORT=$INPUT_PORT" >>"$GITHUB_ENV"
    exit 0
  fi
  if ! kill -0 "$pid" 2>/dev/null; then break; fi
  sleep 0.1
done

echo "::error title=Gasoline::The server did not start on port $INPUT_PORT: $(tail -n 3 "$log" | tr '\n' ' ')"
exit 1
