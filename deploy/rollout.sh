#!/bin/sh
# Replaces the containers of all processes with containers of the current image and settings, without downtime.
# For each service, as many new copies are started as there are old ones; the old ones stop when the new ones are
# ready. If a new copy does not become ready, the new copies are removed and the old ones stay.
#
#   docker compose build   # or: docker compose pull gateway
#   deploy/rollout.sh
set -eu
cd "$(dirname "$0")/.."

migrations='migrate-catalog migrate-link migrate-bio migrate-analytics'
# Longer than callers use an address before they resolve the name of the service again (kit/src/grpc-channel.ts).
resolve_seconds=35

copies() { docker compose ps --quiet "$@"; }

# start SERVICE...: doubles the copies; sets $old to those that were there.
start() {
  old=$(copies "$@")
  scale=
  for service in "$@"; do
    count=$(copies "$service" | wc -l)
    if [ "$count" = 0 ]; then
      echo "No copy of $service is running. Start the product with: docker compose up --detach" >&2
      exit 1
    fi
    scale="$scale --scale $service=$((count * 2))"
  done
  # shellcheck disable=SC2086
  if ! docker compose up --detach --no-deps --no-recreate --wait $scale "$@"; then
    echo "A new copy of $* is not ready. The new copies are removed, the old ones stay." >&2
    for copy in $(docker compose ps --all --quiet "$@"); do
      case $old in *"$copy"*) ;; *) docker rm --force "$copy" ;; esac
    done
    exit 1
  fi
}

# Each copy finishes the requests that it has accepted.
stop_old() {
  # shellcheck disable=SC2086
  docker stop $old >/dev/null
  # shellcheck disable=SC2086
  docker rm $old >/dev/null
}

echo "Migrations"
# shellcheck disable=SC2086
docker compose up --detach --no-deps $migrations
# shellcheck disable=SC2086
for status in $(docker wait $(docker compose ps --all --quiet $migrations)); do
  if [ "$status" != 0 ]; then
    echo "A migration failed: docker compose logs $migrations" >&2
    exit 1
  fi
done

services='catalog link bio analytics'
echo "New copies of $services"
# shellcheck disable=SC2086
start $services
echo "Waiting $resolve_seconds s, until all callers use the new copies"
sleep "$resolve_seconds"
stop_old

for service in click-worker redirect gateway; do
  echo "New copies of $service"
  start "$service"
  stop_old
done
echo "Done"
