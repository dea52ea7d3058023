#!/bin/sh
# Backups of the database and of the register of erasures, in the image of PostgreSQL: its pg_dump, a POSIX shell.
#   nightly           one now if the last is a day old, then one every day at BACKUP_HOUR (UTC), and the register each minute
#   now               one at once
#   restore [DUMP]    the last dump, or the named one, in the place of the database; nobody may be connected to it
#   list              the dumps
#   register          copies the register of erasures at once
#   check             fails when the last dump is more than 26 hours old
# PGHOST, PGUSER, PGPASSWORD and PGDATABASE name the database; BACKUP_DAYS says how long a dump is kept.
set -eu
umask 077

FOLDER=${BACKUP_FOLDER:-/backups}
REGISTER=${REGISTER:-/register/effacements.jsonl}
HOUR=${BACKUP_HOUR:-2}
DAYS=${BACKUP_DAYS:-14}
DAY_S=86400
RETRY_S=3600
REGISTER_S=60

say() { echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $*"; }

fail() {
  say "$*" >&2
  exit 1
}

# Without a leading zero, which arithmetic takes for octal.
is_number() { case $1 in '' | *[!0-9]* | 0?*) return 1 ;; esac; }

dumps() { find "$FOLDER" -maxdepth 1 -name 'doctrine-*.dump' "$@" | sort; }

# An erasure that is in one copy stays in both: the register of a machine that was lost is only here.
keep_register() (
  set -e
  # Of its own name: the nightly service and a command may both be here.
  part=$(mktemp "$FOLDER/.effacements.XXXXXX")
  kept=$FOLDER/effacements.jsonl
  set -- /dev/null
  for copy in "$kept" "$REGISTER"; do [ ! -f "$copy" ] || set -- "$@" "$copy"; done
  awk 'NF && !seen[$0]++' "$@" >"$part"
  # The worker reads it when a dump is restored.
  chmod 644 "$part"
  if cmp -s "$part" "$kept"; then rm "$part"; else mv "$part" "$kept"; fi
)

# A name is given only to a dump that was read whole; the old ones go only once there is a new one.
back_up() (
  set -e
  dump=doctrine-$(date -u +%Y%m%dT%H%M%SZ).dump
  part=$FOLDER/.$dump.part
  # What was cut; another dump may be under way.
  find "$FOLDER" -maxdepth 1 \( -name '.doctrine-*.part' -o -name '.effacements.*' \) -mmin +60 -exec rm -f {} +
  keep_register
  pg_dump --format=custom --no-owner --file "$part"
  pg_restore --file /dev/null "$part"
  sync "$part"
  mv "$part" "$FOLDER/$dump"
  dumps -mmin +$((DAYS * 24 * 60)) | while read -r old; do rm -f "$old"; done
  say "backup $dump, $(wc -c <"$FOLDER/$dump") bytes"
)

is_fresh() { dumps -mmin "-$1" | grep -q .; }

nightly() {
  is_number "$HOUR" && [ "$HOUR" -lt 24 ] || fail "BACKUP_HOUR: an hour from 0 to 23 is expected, not « $HOUR »"
  is_fresh $((24 * 60)) || attempt
  while :; do
    now=$(date -u +%s)
    wait_s=$(((HOUR * 3600 - now % DAY_S + DAY_S - 1) % DAY_S + 1))
    say "next backup in $((wait_s / 60)) minutes"
    rest "$wait_s"
    attempt
  done
}

# In a process of its own: `set -e` does not reach into a condition.
attempt() {
  while ! sh "$0" now; do
    say "backup failed, tried again in an hour" >&2
    rest $RETRY_S
  done
}

# Keeps the register meanwhile: a machine lost before the next dump would take the erasures of the day with it.
rest() {
  end=$(($(date -u +%s) + $1))
  while left=$((end - $(date -u +%s))) && [ $left -gt 0 ]; do
    sleep $((left < REGISTER_S ? left : REGISTER_S))
    sh "$0" register || say "the register of erasures is not copied" >&2
  done
}

# Filled beside the database, whose place it takes once it is whole.
restore() {
  dump=$FOLDER/${1:-$(basename "$(dumps | tail -n 1)")}
  [ -f "$dump" ] || fail "no such dump: $dump"
  keep_register
  beside=${PGDATABASE}_restored
  # Of several hosts, the one that is written: another may not have the new database yet, and libpq would stop there.
  PGHOST=$(psql --no-psqlrc -d postgres -c '\echo :HOST')
  export PGHOST
  dropdb --if-exists --maintenance-db postgres "$beside"
  createdb --maintenance-db postgres "$beside"
  pg_restore --no-owner --exit-on-error --dbname "$beside" "$dump"
  dropdb --if-exists --maintenance-db postgres "$PGDATABASE"
  psql --quiet --no-psqlrc -v ON_ERROR_STOP=1 -d postgres -c "alter database \"$beside\" rename to \"$PGDATABASE\""
  say "restored $dump: apply $FOLDER/effacements.jsonl before the API serves it"
}

case ${1:-} in
  nightly) nightly ;;
  now)
    is_number "$DAYS" && [ "$DAYS" -gt 0 ] || fail "BACKUP_DAYS: a number of days is expected, not « $DAYS »"
    back_up
    ;;
  restore) restore "${2:-}" ;;
  list) dumps ;;
  register) keep_register ;;
  check) is_fresh $((26 * 60)) || fail "the last backup is more than 26 hours old" ;;
  *) fail "usage: backup.sh nightly | now | restore [DUMP] | list | register | check" ;;
esac
