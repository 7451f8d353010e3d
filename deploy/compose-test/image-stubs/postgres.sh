#!/bin/sh
# The parts of the official image that docker-compose.yml uses: creates a cluster at the first start, for
# POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB, and runs Postgres as a non-root user.
set -eu
if [ "$(id --user)" = 0 ]; then
  install --directory --owner postgres --group postgres --mode 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s' "$POSTGRES_PASSWORD" > "$password"
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile "$password" \
    --auth-local trust --auth-host scram-sha-256 --encoding UTF8 --locale C
  rm "$password"
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "unix_socket_directories = '/var/run/postgresql'" >> "$PGDATA/postgresql.conf"
  # On the socket only, so that health checks do not report the unfinished cluster as ready.
  pg_ctl start --pgdata "$PGDATA" --wait --options "-c listen_addresses=''"
  psql --username "$POSTGRES_USER" --dbname postgres \
    --command "CREATE DATABASE \"${POSTGRES_DB:-$POSTGRES_USER}\""
  pg_ctl stop --pgdata "$PGDATA" --wait
fi
exec "$@" -c "listen_addresses=*"
