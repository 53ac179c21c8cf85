#!/usr/bin/env bash
# Builds the image and proves that it serves the demo: without root, on a read-only file system, stopped gracefully.
#   scripts/prove-container.sh                                   with Docker
#   CONTAINER_ENGINE=podman scripts/prove-container.sh           with Podman
# BUILD_OPTIONS and RUN_OPTIONS are added to the commands, such as BUILD_OPTIONS='--build-arg NODE_IMAGE=…'.
set -euo pipefail
cd "$(dirname "$0")/.."

read -ra engine <<<"${CONTAINER_ENGINE:-docker}"
read -ra build_options <<<"${BUILD_OPTIONS:-}"
read -ra run_options <<<"${RUN_OPTIONS:-}"
image=gondola-proof
name=gondola-proof-$$
port=${PORT:-4090}
address=http://127.0.0.1:$port

cleanup() {
  "${engine[@]}" rm --force --volumes "$name" >/dev/null 2>&1 || true
  "${engine[@]}" volume rm --force "$name" >/dev/null 2>&1 || true
}
trap cleanup EXIT
fail() {
  echo "container: $1" >&2
  "${engine[@]}" logs "$name" 2>&1 | tail -n 20 >&2 || true
  exit 1
}

"${engine[@]}" build "${build_options[@]}" --tag "$image" .
"${engine[@]}" run --detach --name "$name" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  --volume "$name:/data" --env PORT="$port" --publish "127.0.0.1:$port:$port" "${run_options[@]}" "$image" >/dev/null

for _ in $(seq 120); do
  curl --fail --silent --output /dev/null "$address/api/health/ready" && break
  [ "$("${engine[@]}" inspect --format '{{.State.Running}}' "$name")" = true ] || fail 'the server ended'
  sleep 1
done
ready=$(curl --fail --silent --show-error "$address/api/health/ready") || fail 'not ready after two minutes'

[ "$("${engine[@]}" exec "$name" id -u)" != 0 ] || fail 'runs as root'
"${engine[@]}" exec "$name" sh -c 'touch /app/x 2>/dev/null || touch /x 2>/dev/null' && fail 'the file system is writable'
"${engine[@]}" exec "$name" node -e "fetch('$address/api/health').then(({ ok }) => process.exit(ok ? 0 : 1))" ||
  fail 'the health check fails'

page=$(curl --fail --silent "$address/") || fail 'no page'
script=$(grep -o '/assets/[^"]*\.js' <<<"$page" | head -n 1)
curl --fail --silent --output /dev/null "$address$script" || fail "no $script"

# The demo prints its accounts: e-mail, password, role.
password=$("${engine[@]}" logs "$name" 2>&1 | awk '$1 == "ana@demo.example" { print $2; exit }')
signed_in=$(curl --fail --silent --show-error --json "{\"email\":\"ana@demo.example\",\"password\":\"$password\"}" "$address/api/login") ||
  fail 'the demo account cannot sign in'
token=$(grep -o '"access_token":"[^"]*' <<<"$signed_in" | cut -d '"' -f 4)
scorecard=$(curl --fail --silent --header "authorization: Bearer $token" "$address/api/summary/main-page") ||
  fail 'no scorecard'
grep -Eq '"net_sale":[1-9]' <<<"$scorecard" || fail "the scorecard is empty: $scorecard"

"${engine[@]}" stop --time 30 "$name" >/dev/null
code=$("${engine[@]}" inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || fail "stopped with code $code"
size=$("${engine[@]}" image inspect --format '{{.Size}}' "$image")
echo "container: serves the demo ($((size / 1024 / 1024)) MiB): $ready"
