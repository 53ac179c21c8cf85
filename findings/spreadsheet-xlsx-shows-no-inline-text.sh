#!/usr/bin/env bash
# Spreadsheet::XLSX of Perl shows no text that stands in its cell.
#
# A workbook may keep a text in its cell (`<c t="inlineStr"><is><t>…</t></is></c>`, ECMA-376 part 1, 18.18.11 ST_CellType and
# 18.3.1.53 is) instead of in the table of shared strings; programs that write rows as a stream do.
# Expected: Spreadsheet::XLSX gives those texts as it gives shared ones.
# Seen with Spreadsheet::XLSX 0.17 (Debian libspreadsheet-xlsx-perl 0.17-1):
#   inline: (none)|(none)  (none)|12.5  (none)|3
#   shared: Nombre|Total  Pérez &amp; hijos|12.5  Tom &lt;uno&gt;|3
# The same rows as shared strings are found, though with the entities of XML left in them.
#
# Run by hand, on Debian 12: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > make.py <<'PYTHON'
import zipfile, sys
rows = [["Nombre", "Total"], ["Pérez & hijos", 12.5], ["Tom <uno>", 3]]
shared = sys.argv[2] == "shared"
texts = []
def escape(v): return v.replace("&","&amp;").replace("<","&lt;").replace(">","&gt;")
def cell(r, c, v):
    ref = "AB"[c] + str(r + 1)
    if isinstance(v, str) and shared:
        texts.append(f"<si><t>{escape(v)}</t></si>")
        return f'<c r="{ref}" t="s"><v>{len(texts) - 1}</v></c>'
    if isinstance(v, str):
        return f'<c r="{ref}" t="inlineStr"><is><t>{escape(v)}</t></is></c>'
    return f'<c r="{ref}"><v>{v}</v></c>'
sheet = "".join(f'<row r="{r+1}">' + "".join(cell(r, c, v) for c, v in enumerate(row)) + "</row>" for r, row in enumerate(rows))
M = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
P = "http://schemas.openxmlformats.org/package/2006/"
X = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
parts = {
 "[Content_Types].xml": f'<Types xmlns="{P}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
 "_rels/.rels": f'<Relationships xmlns="{P}relationships"><Relationship Id="rId1" Type="{R}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
 "xl/workbook.xml": f'<workbook xmlns="{M}" xmlns:r="{R}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>',
 "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{P}relationships"><Relationship Id="rId1" Type="{R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{R}/styles" Target="styles.xml"/></Relationships>',
 "xl/styles.xml": f'<styleSheet xmlns="{M}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
 "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{M}"><dimension ref="A1:B3"/><sheetData>{sheet}</sheetData></worksheet>',
}
if shared:
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{M}" count="{len(texts)}" uniqueCount="{len(texts)}">{"".join(texts)}</sst>'
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace("</Relationships>", f'<Relationship Id="rId3" Type="{R}/sharedStrings" Target="sharedStrings.xml"/></Relationships>')
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace("</Types>", '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>')
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
    for name, text in parts.items(): z.writestr(name, X + text)
PYTHON
python3 make.py inline.xlsx inline
python3 make.py shared.xlsx shared

for package in libspreadsheet-xlsx-perl=0.17-1 libspreadsheet-parseexcel-perl=0.6500-4~deb12u1 libarchive-zip-perl=1.68-1 \
  libole-storage-lite-perl=0.20-2 libio-stringy-perl=2.111-3 libcrypt-rc4-perl=2.02-5 libdigest-perl-md5-perl=1.9-5; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

read_rows() {
  PERL5LIB=root/usr/share/perl5 perl -MSpreadsheet::XLSX -e 'my $sheet = Spreadsheet::XLSX->new($ARGV[0])->{Worksheet}[0];
    print join("  ", map { my $row = $sheet->{Cells}[$_];
      join("|", map { defined $row->[$_] ? $row->[$_]{Val} : "(none)" } 0 .. $sheet->{MaxCol}) } 0 .. $sheet->{MaxRow}), "\n"' "$1"
}
inline=$(read_rows inline.xlsx)
shared=$(read_rows shared.xlsx)
echo "inline: $inline"
echo "shared: $shared"
[ "$inline" = '(none)|(none)  (none)|12.5  (none)|3' ] && [ "$shared" = 'Nombre|Total  Pérez &amp; hijos|12.5  Tom &lt;uno&gt;|3' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
