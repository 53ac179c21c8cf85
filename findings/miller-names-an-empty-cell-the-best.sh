#!/usr/bin/env bash
# Miller's `top` puts rows whose cell is empty before every number: the client whose change is not known is the one that grew most.
#
# Its pages say that `top` shows the rows which are numerically largest (reference-verbs, "top"), that rows with an empty field sort after
# those with one, and that `min` and `max` take the argument that is not empty (reference-main-null-data, "Rules for null-handling").
# Expected: Ana with 12.5 in the north, Juan with -4 in the south; 12.5 and 3 as the two largest; 0 as the larger of an empty cell and 0.
# Seen with Miller 6.6.0 (Debian miller 6.6.0-2+b3; `top` in the source of 6.21.0 is alike), with clients of which two have no change:
#   top -n 1 -f cambio -g zona -a: Norte Eva, Sur Rosa
#   top -n 1 -f cambio -g zona -a --min: Norte Luis 3, Sur Juan -4
#   top -n 2 -f cambio: 1, 2
#   stats1 -a max,count -f cambio: 12.5 3
#   put '$mejor = max($cambio, 0)': Ana 12.5, Eva, Luis 3, Juan 0, Rosa
# Exports leave a cell empty where a figure is not known, as the change of a client who did not buy before. The best of each zone is then
# one without a figure, while the smallest, and the maximum of `stats1`, are right.
#
# Run by hand, on Debian 12: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq miller=6.6.0-2+b3 &> log || { cat log; exit 2; }
dpkg -x miller*.deb root

cat > clientes.csv <<'CSV'
cliente,zona,cambio
Ana,Norte,12.5
Eva,Norte,
Luis,Norte,3
Juan,Sur,-4
Rosa,Sur,
CSV
# One line for all rows: `Norte Eva, Sur Rosa`.
rows() {
  root/usr/bin/mlr --icsv --onidx "$@" clientes.csv | sed 's/ *$//' | paste -sd ';' | sed 's/;/, /g'
}
seen=$(echo "top: $(rows top -n 1 -f cambio -g zona -a then reorder -f zona)"
  echo "top --min: $(rows top -n 1 -f cambio -g zona -a --min then reorder -f zona)"
  echo "top of all: $(rows top -n 2 -f cambio)"
  echo "stats1: $(rows stats1 -a max,count -f cambio)"
  # shellcheck disable=SC2016
  echo "max: $(rows put '$mejor = max($cambio, 0)' then cut -f cliente,mejor)")
echo "$seen"
[ "$seen" = 'top: Norte Eva, Sur Rosa
top --min: Norte Luis 3, Sur Juan -4
top of all: 1, 2
stats1: 12.5 3
max: Ana 12.5, Eva, Luis 3, Juan 0, Rosa' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
