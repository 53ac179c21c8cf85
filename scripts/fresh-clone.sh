#!/usr/bin/env bash
# Clones HEAD into an empty folder, as a newcomer would, with an empty npm cache, and runs a command there:
#   scripts/fresh-clone.sh npm test
# The folder has a space in its path and goes away at the end; KEEP=1 keeps it.
set -euo pipefail

source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d "${TMPDIR:-/tmp}/gondola clone.XXXXXX")
# Tests run the product as another user, who must reach it.
chmod 755 "$work"
cleanup() { [ "${KEEP:-}" = 1 ] && echo "kept: $work" || rm -rf "$work"; }
trap cleanup EXIT

git clone --quiet "file://$source" "$work/gondola"
cd "$work/gondola"

# A run of this script through npm must not hand its own packages and settings to the clone.
while IFS= read -r name; do unset "$name"; done < <(compgen -e | grep -E '^(npm_(package|lifecycle|command|execpath|node_execpath)|INIT_CWD|NODE_ENV)')
PATH=$(printf %s "$PATH" | tr ':' '\n' | grep -v '/node_modules/' | paste -sd: -)
export PATH npm_config_cache="$work/npm cache"

echo "clone of $(git rev-parse --short HEAD) with node $(node --version), npm $(npm --version 2>/dev/null): $*"
"$@"
