#!/usr/bin/env bash
# @foundernest/namecase writes RAÚL as RaúL and FÉLIX as FéLIX; @compwright/namecase makes `García yVega` of GARCÍA Y VEGA.
#
# Both packages say that they give people's names their right capitals. In Spanish a name or surname has one, at its start (RAE, Ortografía
# 2010, "Uso de la letra mayúscula inicial"), and the first's page has an option for the conjunctions y, e and i, on by default.
# Expected: Raúl Pérez, Félix Saúl Gómez, García y Vega, Hugo Maciel, Ana Macri de Pérez.
# Seen with @foundernest/namecase 1.0.5 and @compwright/namecase 2.0.7:
#   RAÚL PÉREZ: foundernest "RaúL Pérez"  compwright "Raúl Pérez"
#   félix saúl gómez: foundernest "FéLIX SaúL Gómez"  compwright "Félix Saúl Gómez"
#   GARCÍA Y VEGA: foundernest "García y Vega"  compwright "García yVega"
#   SANTIAGO RAMÓN Y CAJAL: foundernest "Santiago Ramón y Cajal"  compwright "Santiago Ramón yCajal"
#   HUGO MACIEL: foundernest "Hugo MacIel"  compwright "Hugo MacIel"
#   ANA MACRI: foundernest "Ana Macri"  compwright "Ana Macri"
#   ANA MACRI DE PÉREZ: foundernest "Ana MacRi de Pérez"  compwright "Ana MacRi de Pérez"
# What follows an accented letter is taken for a Roman number, and Mac- for that of Scottish names. Lists of clients typed in capitals come
# out misspelt, and a search for the word Vega does not find `yVega`.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @foundernest/namecase@1.0.5 @compwright/namecase@2.0.7 &> log || { cat log; exit 2; }

cat > names.cjs <<'JS'
const { nameCase } = require('@foundernest/namecase')
const compwright = require('@compwright/namecase')
const names = ['RAÚL PÉREZ', 'félix saúl gómez', 'GARCÍA Y VEGA', 'SANTIAGO RAMÓN Y CAJAL', 'HUGO MACIEL', 'ANA MACRI', 'ANA MACRI DE PÉREZ']
for (const name of names) console.log(`${name}: foundernest "${nameCase(name)}"  compwright "${compwright(name)}"`)
JS
seen=$(node names.cjs)
echo "$seen"
[ "$seen" = 'RAÚL PÉREZ: foundernest "RaúL Pérez"  compwright "Raúl Pérez"
félix saúl gómez: foundernest "FéLIX SaúL Gómez"  compwright "Félix Saúl Gómez"
GARCÍA Y VEGA: foundernest "García y Vega"  compwright "García yVega"
SANTIAGO RAMÓN Y CAJAL: foundernest "Santiago Ramón y Cajal"  compwright "Santiago Ramón yCajal"
HUGO MACIEL: foundernest "Hugo MacIel"  compwright "Hugo MacIel"
ANA MACRI: foundernest "Ana Macri"  compwright "Ana Macri"
ANA MACRI DE PÉREZ: foundernest "Ana MacRi de Pérez"  compwright "Ana MacRi de Pérez"' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
