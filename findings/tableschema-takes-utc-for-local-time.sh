#!/usr/bin/env bash
# tableschema takes the UTC times of a file for times of the machine's zone.
#
# Table Schema (specs/table-schema.md, "date" and "datetime"): the default format is YYYY-MM-DDThh:mm:ssZ, in UTC.
# Expected: 2026-01-31T23:30:00Z is that moment whatever the zone of the machine: in Argentina 20:30 of the same day.
# Seen with tableschema 1.12.6:
#   UTC: 2026-01-31T23:30:00.000Z
#   America/Argentina/Buenos_Aires: 2026-02-01T02:30:00.000Z
# The `Z` is matched as a letter, so every order moves by three hours, those after 21:00 UTC into the next day, this one into the next
# month. On a machine in UTC nothing shows.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent tableschema@1.12.6 &> log || { cat log; exit 2; }

read_in() {
  TZ=$1 node -e "const { Field } = require('tableschema')
    console.log(new Field({ name: 'fecha', type: 'datetime' }).castValue('2026-01-31T23:30:00Z').toISOString())"
}
utc=$(read_in UTC)
argentina=$(read_in America/Argentina/Buenos_Aires)
echo "UTC: $utc"
echo "America/Argentina/Buenos_Aires: $argentina"
[ "$utc" = 2026-01-31T23:30:00.000Z ] && [ "$argentina" = 2026-02-01T02:30:00.000Z ] || {
  echo 'The behaviour has changed.'
  exit 1
}
