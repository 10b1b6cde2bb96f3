#!/usr/bin/env bash
# Starts WEIR_PROGRAM with WEIR_OPTIONS on WEIR_PORT, waits until it answers, and sets what later steps need. The server
# runs until the job ends.
set -euo pipefail

log=$RUNNER_TEMP/weir.log
# Options are words: a value with a space is not supported.
read -ra options <<<"$WEIR_OPTIONS"
: >"$log"
nohup "$WEIR_PROGRAM" start "${options[@]}" --port "$WEIR_PORT" --pid-file "$RUNNER_TEMP/weir.pid" >"$log" 2>&1 &

fail() { echo "::error::$1"; cat "$log"; exit 1; }
for ((tries = 0; tries < 300; tries++)); do
  url=$(sed -n 's/^Weir listens on \(http[^ ]*\) .*/\1/p' "$log")
  if [ -n "$url" ] && "$WEIR_PROGRAM" ping --url "$url" >/dev/null 2>&1; then
    echo "url=$url" >>"$GITHUB_OUTPUT"
    echo "websocket-url=ws${url#http}" >>"$GITHUB_OUTPUT"
    echo "WEIR_URL=$url" >>"$GITHUB_ENV"
    sed -n 1,3p "$log"
    exit 0
  fi
  kill -0 $! 2>/dev/null || fail 'Weir did not start.'
  sleep 0.1
done
fail 'Weir did not answer within 30 seconds.'
