#!/bin/sh
# Replaces the containers of all processes with containers of the current image, settings and numbers of copies,
# without downtime. Migrations run first. Then, service by service, new copies are started, and the old ones stop
# when the new ones are healthy; whether the old ones are healthy does not matter. A new copy of redirect or gateway
# is connected to the network of the proxy when it is healthy. If a new copy does not become healthy, it and the
# copies that were started with it are removed, and the old ones stay.
#
#   docker compose build   # or: docker compose pull gateway
#   deploy/rollout.sh
set -eu
cd "$(dirname "$0")/.."

migrations='migrate-catalog migrate-link migrate-bio migrate-analytics'
# Longer than callers use an address before they resolve the name of the service again (kit/src/grpc/channel.ts).
resolve_seconds=35
healthy_seconds=120

config=$(docker compose config)
# The network in which the proxy finds copies by DNS. Docker lists a container there from its start, before it listens.
proxy_network=$(echo "$config" | sed -n 's/^name: //p')_edge
old= starting=

# Copies of a service according to docker-compose.yml.
wanted() {
  echo "$config" | awk -v "service=$1" '/^  [^ ]/ { at = $1 } /^    scale:/ && at == service ":" { print $2 }'
}

# All containers of the services except the old ones, in any state.
new_copies() {
  for copy in $(docker compose ps --all --quiet "$@"); do
    case $old in *"$copy"*) ;; *) echo "$copy" ;; esac
  done
}

# With the arguments of `docker inspect`: containers that are not healthy.
not_healthy() {
  docker inspect --format '{{.Name}} {{if .State.Health}}{{.State.Health.Status}}{{end}}' "$@" | grep -v ' healthy$'
}

remove_new() {
  [ -n "$starting" ] || return 0
  # shellcheck disable=SC2086
  new=$(new_copies $starting)
  # shellcheck disable=SC2086
  [ -z "$new" ] || docker rm --force $new >/dev/null
  echo "The new copies of $starting are removed, the old ones stay." >&2
}
trap remove_new EXIT
trap 'exit 1' INT TERM

# start SERVICE...: adds the new copies and waits until they are healthy.
start() {
  echo "New copies of $*"
  old=$(docker compose ps --all --quiet "$@")
  scale=
  for service in "$@"; do
    count=$(docker compose ps --all --quiet "$service" | wc -l)
    if [ "$count" = 0 ]; then
      echo "No copy of $service is running. Start the product with: docker compose up --detach" >&2
      exit 1
    fi
    scale="$scale --scale $service=$((count + $(wanted "$service")))"
  done
  starting="$*"
  # Without --no-deps: some versions of docker compose would recreate containers that were started with it.
  # shellcheck disable=SC2086
  case $1 in
    redirect | gateway)
      docker compose up --no-start --no-recreate $scale "$1"
      new=$(new_copies "$1")
      for copy in $new; do docker network disconnect "$proxy_network" "$copy"; done
      docker start $new >/dev/null
      ;;
    *)
      # shellcheck disable=SC2086
      docker compose up --detach --no-recreate $scale "$@"
      new=$(new_copies "$@")
      ;;
  esac
  seconds=0
  # shellcheck disable=SC2086
  while left=$(not_healthy $new); do
    if [ "$seconds" = "$healthy_seconds" ]; then
      echo "$left" | while read -r name status; do
        echo "$name is $status after $healthy_seconds s. The end of its log:" >&2
        docker logs --tail 5 "${name#/}" >&2
      done
      exit 1
    fi
    sleep 1
    seconds=$((seconds + 1))
  done
  case $1 in
    redirect | gateway)
      for copy in $new; do docker network connect --alias "$1" "$proxy_network" "$copy"; done
      # The proxy asks DNS every second.
      sleep 1
      ;;
  esac
  starting=
}

# Each copy finishes the requests that it has accepted.
stop_old() {
  # shellcheck disable=SC2086
  docker stop $old >/dev/null
  # shellcheck disable=SC2086
  docker rm $old >/dev/null
}

# They are created again with the current image, as dependencies of the services.
# shellcheck disable=SC2086
docker compose rm --force --stop $migrations
start catalog link bio analytics
echo "Waiting $resolve_seconds s, until all callers use the new copies"
sleep "$resolve_seconds"
stop_old

for service in click-worker redirect gateway; do
  start "$service"
  stop_old
done
echo "Done"
