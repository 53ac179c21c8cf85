#!/usr/bin/env bash
# orcus-ods leaves the cell empty where an amount is shown in a currency or as a percentage, and writes equal rows once.
#
# In an OpenDocument spreadsheet a cell has a type and its value: `float`, `percentage` and `currency` have `office:value`, `time` has
# `office:time-value`, `boolean` has `office:boolean-value` (OpenDocument 1.3 part 3, "office:value-type"). A row may stand for several that
# are the same ("table:number-rows-repeated"), and a cell of several paragraphs has a line each. The tool's help has `-f csv` as one of
# the formats that it converts to, and names no limit.
# Expected: 1234.5 and -45.1 as currency, 0.255, 20:30 and true; two sales of Eva; both lines of the address.
# Seen with orcus-ods 0.17.2 (Debian liborcus-bin 0.17.2-2+b2) and, for comparison, hucre 1.0.0 of npm:
#   orcus-ods: Ana;1234.5;;;;;Calle 1 | Eva;-45.1;;;;;piso 2
#   hucre: Ana;1234.5;1234.5;0.255;PT20H30M00S;true;Calle 1 | Eva;-45.1;-45.1;-0.05;PT36H00M00S;false;Calle 2/piso 2 | the same again
# The same amount is there as a plain number and missing as pesos, so a column that shows its currency, as LibreOffice does with one click,
# is empty, and its sum is nothing. Nothing is written to standard error.
#
# Run by hand, on Debian 12: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent hucre@1.0.0 &> log || { cat log; exit 2; }
for package in liborcus-bin=0.17.2-2+b2 liborcus-0.17-0=0.17.2-2+b2 liborcus-parser-0.17-0=0.17.2-2+b2 \
  liborcus-spreadsheet-model-0.17-0=0.17.2-2+b2 liborcus-mso-0.17-0=0.17.2-2+b2 libixion-0.17-0=0.17.0-3+b2 \
  libboost-program-options1.74.0=1.74.0+ds1-21 libboost-filesystem1.74.0=1.74.0+ds1-21 libboost-iostreams1.74.0=1.74.0+ds1-21; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

cat > make.py <<'PYTHON'
import zipfile
N = "urn:oasis:names:tc:opendocument:xmlns"
def cell(kind, value, *lines):
    named = {"time": "time-value", "boolean": "boolean-value"}.get(kind, "value")
    own = "" if kind == "string" else f' office:{named}="{value}"'
    money = ' office:currency="ARS"' if kind == "currency" else ""
    return f'<table:table-cell office:value-type="{kind}"{money}{own}>' + "".join(f"<text:p>{line}</text:p>" for line in lines) + "</table:table-cell>"
def row(name, amount, share, time, paid, address, attributes=""):
    cells = [cell("string", "", name), cell("float", amount, amount), cell("currency", amount, f"$ {amount}"),
             cell("percentage", share, share), cell("time", time, time), cell("boolean", paid, paid), cell("string", "", *address)]
    return f"<table:table-row{attributes}>{''.join(cells)}</table:table-row>"
rows = row("Ana", "1234.5", "0.255", "PT20H30M00S", "true", ["Calle 1"])
rows += row("Eva", "-45.1", "-0.05", "PT36H00M00S", "false", ["Calle 2", "piso 2"], ' table:number-rows-repeated="2"')
sheet = f'<office:spreadsheet><table:table table:name="Ventas">{rows}</table:table></office:spreadsheet>'
head = f'xmlns:office="{N}:office:1.0" xmlns:table="{N}:table:1.0" xmlns:text="{N}:text:1.0" office:version="1.3"'
kind = "application/vnd.oasis.opendocument.spreadsheet"
entry = lambda path, media: f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{media}"/>'
with zipfile.ZipFile("ventas.ods", "w") as book:
    book.writestr("mimetype", kind)
    book.writestr("META-INF/manifest.xml", f'<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="{N}:manifest:1.0" manifest:version="1.3">{entry("/", kind)}{entry("content.xml", "text/xml")}</manifest:manifest>')
    book.writestr("content.xml", f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {head}><office:body>{sheet}</office:body></office:document-content>')
PYTHON
python3 make.py
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { readOds } from 'hucre'
const { rows } = (await readOds(readFileSync('ventas.ods'))).sheets[0]
const lines = rows.map((row) => row.map((value) => String(value).replace('\n', '/')).join(';'))
console.log(`hucre: ${lines.map((line, place) => (line === lines[place - 1] ? 'the same again' : line)).join(' | ')}`)
JS
# Its exit status is 1 after files that it reads, too.
LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/orcus-ods -f csv -o csv ventas.ods 2> errors || true
[ ! -s errors ]
seen=$(echo "orcus-ods: $(cat csv/* | tr ',' ';' | paste -sd '|' | sed 's/|/ | /g')"
  node read.mjs)
echo "$seen"
[ "$seen" = 'orcus-ods: Ana;1234.5;;;;;Calle 1 | Eva;-45.1;;;;;piso 2
hucre: Ana;1234.5;1234.5;0.255;PT20H30M00S;true;Calle 1 | Eva;-45.1;-45.1;-0.05;PT36H00M00S;false;Calle 2/piso 2 | the same again' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
