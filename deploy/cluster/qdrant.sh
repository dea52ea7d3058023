#!/bin/bash
# Starts this machine's node of the cluster, or has the cluster forget one that was lost: qdrant.sh [forget ADDRESS].
set -eu
start=(./qdrant --uri "http://$LAN_ADDRESS:6335")

# Prints an answer, with its status line; the image has no HTTP client.
ask() {
  exec 3<>"/dev/tcp/$1/6333"
  printf '%s %s HTTP/1.0\r\nhost: %s\r\napi-key: %s\r\n\r\n' "$2" "$3" "$1" "$QDRANT__SERVICE__API_KEY" >&3
  cat <&3
}

is_ready() { (ask "$1" GET /readyz) 2>/dev/null | grep -q '^HTTP/.* 200 '; }

# Its copies of shards go with it; `reindex --vectors` makes as many as are wanted again.
forget() {
  peer=$(ask 127.0.0.1 GET /cluster | grep -oE "\"[0-9]+\":\{\"uri\":\"http://$1:" | grep -oE '[0-9]+' | head -n 1)
  [ -n "$peer" ] || { echo "no node of the cluster is at $1" >&2 && exit 1; }
  ask 127.0.0.1 DELETE "/cluster/peer/$peer?force=true" | grep -q '"result":true'
}

if [ "${1:-}" = forget ]; then forget "${2:?the address of the machine}" && exit 0; fi
[ ! -f storage/raft_state.json ] || exec "${start[@]}"
for machine in $MACHINES; do
  if [ "$machine" != "$LAN_ADDRESS" ] && is_ready "$machine"; then exec "${start[@]}" --bootstrap "http://$machine:6335"; fi
done
# A cluster founded beside one that is merely away would split it.
if [ "$CLUSTER_STATE" = new ] && [ "$LAN_ADDRESS" = "${MACHINES%% *}" ]; then exec "${start[@]}"; fi
echo "no node of the cluster answers yet" >&2
exit 1
