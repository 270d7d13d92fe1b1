#!/usr/bin/env bash
# Repeats the tests, and prints the log of each run that fails or has a flaky test.
#
#   scripts/repeat-tests.sh [--times 10] [--stressed 3] [--hold 50] [--minutes 60] [arguments for vitest]
#
# --stressed  the last runs are beside `stress-ng --cpu 4`
# --hold      per cent of a core for each process, Chromium's too (`cpulimit`)
# --minutes   a run that takes longer is ended and has failed
set -u
cd "$(dirname "$0")/.."
times=10 stressed=0 hold='' minutes=60
while [[ "${1:-}" =~ ^--(times|stressed|hold|minutes)$ ]]; do
  declare "${BASH_REMATCH[1]}=$2"
  shift 2
done
npm run --silent build || exit 1
logs=$(mktemp -d "${TMPDIR:-/tmp}/playhub-repeats-XXXX")
stress=''
trap '[ -z "$stress" ] || kill "$stress"' EXIT
failed=0
for run in $(seq "$times"); do
  if [ "$run" -gt $((times - stressed)) ] && [ -z "$stress" ]; then
    stress-ng --quiet --cpu 4 &
    stress=$!
  fi
  log=$logs/$run.log
  # cpulimit does not pass on the exit code.
  command=(bash -c 'timeout --kill-after=30 "$0" npm test -- "${@:2}"; echo $? >"$1"' "${minutes}m" "$logs/status" "$@")
  [ -z "$hold" ] || command=(cpulimit --quiet --limit="$hold" --monitor-forks --foreground -- "${command[@]}")
  began=$SECONDS
  "${command[@]}" >"$log" 2>&1
  status=$(cat "$logs/status")
  flaky=$(grep -ac '^flaky: ' "$log")
  if [ "$status" -ne 0 ] || [ "$flaky" -gt 0 ]; then
    failed=$((failed + 1))
    cat "$log"
  fi
  echo "Run $run of $times: exit code $status after $((SECONDS - began)) s, $flaky flaky tests, $log"
done
echo "$failed of $times runs failed or had a flaky test"
exit $((failed > 0))
