#!/bin/sh
# Runs in the container of PostgreSQL, once, when its volume is new. The hub's role owns its database and is no superuser. The
# superuser loses its password, so that it logs in from within the container only.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres --dbname=postgres <<'SQL'
create role playhub login password :'password';
create database playhub owner playhub;
revoke connect, temporary on database postgres from public;
alter role postgres password null;
SQL
