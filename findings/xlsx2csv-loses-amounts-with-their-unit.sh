#!/usr/bin/env bash
# xlsx2csv writes the number format instead of the amount where the cell shows a unit: 7 unidades become `#,##0 "uni06a06es"`.
#
# Text between quotes in a format is shown as it is, and hours without AM/PM are those of 24, as in `m/d/yy h:mm`, the format that every
# workbook has as its number 22 (ECMA-376 part 1, 18.8.31 numFmts and 18.8.30 numFmt).
# Expected: 7, or `7 unidades`; 12.5; 01/31/26 23:30, or 1/31/26 23:30.
# Seen with xlsx2csv 0.7.8 (Debian xlsx2csv 1:0.7.8-1; the source of 0.8.6 is alike):
#   7 as #,##0 "unidades": "#,##0 ""uni06a06es"""
#   12.5 as #,##0.00 "m2": "#,##0.00 ""012"""
#   5 as General "días": "general ""04ías"""
#   1234.5 as "Neto" #,##0.00: 1234.5
#   1234.5 as "Total del día" #,##0.00: """total 18el 18ía"" #,##0.00"
#   46053.97916666667 as m/d/yy h:mm: 01/31/26 11:30
# A letter of dates between the quotes (d, m, y, h, s) makes the cell a date, and its number is lost: that of units, days or metres in a
# list of stock. Dates with their hour in Excel's own format lose half of the day; `--dateformat` avoids this one.
#
# Run by hand, on Debian 12: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq xlsx2csv=1:0.7.8-1 &> log || { cat log; exit 2; }
dpkg -x xlsx2csv*.deb root

cat > make.py <<'PYTHON'
import sys, zipfile
from xml.sax.saxutils import quoteattr
value, code = sys.argv[1:]
M = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
P = "http://schemas.openxmlformats.org/package/2006"
C = "application/vnd.openxmlformats-officedocument.spreadsheetml"
own = code != "m/d/yy h:mm"
formats = f'<numFmts count="1"><numFmt numFmtId="164" formatCode={quoteattr(code)}/></numFmts>' if own else ""
parts = {
  "[Content_Types].xml": f'<Types xmlns="{P}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{C}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="{C}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="{C}.styles+xml"/></Types>',
  "_rels/.rels": f'<Relationships xmlns="{P}/relationships"><Relationship Id="rId1" Type="{R}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  "xl/workbook.xml": f'<workbook xmlns="{M}" xmlns:r="{R}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{P}/relationships"><Relationship Id="rId1" Type="{R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{R}/styles" Target="styles.xml"/></Relationships>',
  "xl/styles.xml": f'<styleSheet xmlns="{M}">{formats}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="{164 if own else 22}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{M}"><dimension ref="A1"/><sheetData><row r="1"><c r="A1" s="1"><v>{value}</v></c></row></sheetData></worksheet>',
}
with zipfile.ZipFile("book.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
    for name, text in parts.items():
        book.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + text)
PYTHON
read_as() {
  python3 make.py "$1" "$2"
  echo "$1 as $2: $(python3 root/usr/bin/xlsx2csv book.xlsx)"
}
seen=$(read_as 7 '#,##0 "unidades"'
  read_as 12.5 '#,##0.00 "m2"'
  read_as 5 'General "días"'
  read_as 1234.5 '"Neto" #,##0.00'
  read_as 1234.5 '"Total del día" #,##0.00'
  read_as 46053.97916666667 'm/d/yy h:mm')
echo "$seen"
[ "$seen" = '7 as #,##0 "unidades": "#,##0 ""uni06a06es"""
12.5 as #,##0.00 "m2": "#,##0.00 ""012"""
5 as General "días": "general ""04ías"""
1234.5 as "Neto" #,##0.00: 1234.5
1234.5 as "Total del día" #,##0.00: """total 18el 18ía"" #,##0.00"
46053.97916666667 as m/d/yy h:mm: 01/31/26 11:30' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
