#!/usr/bin/env bash
# openxlsx of R leaves `&amp;`, `&lt;` and `&gt;` in texts that stand in their cells.
#
# A workbook may keep a text in its cell (`<c t="inlineStr"><is><t>…</t></is></c>`, ECMA-376 part 1, 18.18.11 ST_CellType and
# 18.3.1.53 is) instead of in the table of shared strings; programs that write rows as a stream do.
# Expected: read.xlsx gives `Pérez & hijos`, as it does for shared strings and as XML means it.
# Seen with openxlsx 4.2.5.2 (Debian r-cran-openxlsx 4.2.5.2-1):
#   inline: Nombre|Total  Pérez &amp; hijos|12.5  Tom &lt;uno&gt;|3
#   shared: Nombre|Total  Pérez & hijos|12.5  Tom <uno>|3
# The same rows as shared strings are read as written, so the workbook is not the cause.
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

command -v Rscript > /dev/null || { echo 'This needs R: apt-get install r-base-core'; exit 2; }
for package in r-cran-openxlsx=4.2.5.2-1 r-cran-rcpp=1.0.10-1 r-cran-stringi=1.7.12-1 r-cran-zip=2.2.2-1+b1; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

read_rows() {
  R_LIBS=root/usr/lib/R/site-library Rscript --vanilla -e 'rows <- openxlsx::read.xlsx(commandArgs(TRUE)[1], colNames = FALSE)
    cat(apply(rows, 1, function(row) paste(trimws(row), collapse = "|")), sep = "  "); cat("\n")' "$1"
}
inline=$(read_rows inline.xlsx)
shared=$(read_rows shared.xlsx)
echo "inline: $inline"
echo "shared: $shared"
[ "$inline" = 'Nombre|Total  Pérez &amp; hijos|12.5  Tom &lt;uno&gt;|3' ] && [ "$shared" = 'Nombre|Total  Pérez & hijos|12.5  Tom <uno>|3' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
