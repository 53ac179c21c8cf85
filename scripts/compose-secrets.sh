#!/usr/bin/env bash
# Creates the secrets of compose.yaml in secrets/, once: existing files keep their content.
set -euo pipefail
cd "$(dirname "$0")/.."

random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
keep() { [ -e "secrets/$1" ] || printf %s "$2" >"secrets/$1"; }

mkdir -p secrets
# Only the owner enters the folder; inside the containers, servers without root read the files.
chmod 700 secrets
keep postgres_password "$(random)"
keep database_url "postgres://gondola:$(cat secrets/postgres_password)@database/gondola"
keep secret_key "$(random)"
keep metrics_token "$(random)"
keep backup_key "$(random)"
keep admin_password "$(random)"
chmod 644 secrets/*
echo "Password of the first account: $(cat secrets/admin_password)"
