#!/usr/bin/env bash
# Proves that the package installs and serves: packs it, installs it into an empty folder with an empty npm cache, and starts
# the demo there.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d "${TMPDIR:-/tmp}/gondola package.XXXXXX")
server=
cleanup() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

npm pack --silent --pack-destination "$work" >/dev/null
mkdir "$work/empty"
cd "$work/empty"
npm install --cache "$work/npm cache" --ignore-scripts --no-audit --no-fund ../gondola-*.tgz

port=${PORT:-4091}
# npm finds this Node first too, where it comes with the package.
export PATH=$PWD/node_modules/.bin:$PATH HOST=127.0.0.1 PORT=$port
gondola start >../output 2>&1 &
server=$!
for _ in $(seq 120); do
  curl --fail --silent --output /dev/null "http://127.0.0.1:$port/api/health/ready" && break
  kill -0 "$server" || { cat ../output; exit 1; }
  sleep 1
done
page=$(curl --fail --silent --show-error "http://127.0.0.1:$port/")
script=$(grep -o '/assets/[^"]*\.js' <<<"$page" | head -n 1)
curl --fail --silent --show-error --output /dev/null "http://127.0.0.1:$port$script"
echo "package: gondola $(gondola --version) serves the demo from an empty folder"
