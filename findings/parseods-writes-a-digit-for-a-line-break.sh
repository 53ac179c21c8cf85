#!/usr/bin/env bash
# Spreadsheet::ParseODS of Perl reads a line break in a cell as the digit 1, and several spaces as one.
#
# OpenDocument 1.3 part 3: in a paragraph `<text:line-break/>` is a line break (6.1.5) and `<text:s text:c="2"/>` two spaces (6.1.3),
# since more than one space is not kept as such.
# Expected: `Piso 2`, a break and `Depto. B`; `AB   12`.
# Seen with Spreadsheet::ParseODS 0.35 (Debian libspreadsheet-readsxc-perl 0.35-1) and, for comparison, hucre 1.0.0 of npm:
#   text:line-break: ParseODS "Piso 21Depto. B"  hucre "Piso 2\nDepto. B"
#   text:s, c=3: ParseODS "AB 12"  hucre "AB   12"
#   text:tab: ParseODS "AB\t12"  hucre "AB\t12"
# An address moves from the second floor to the 21st, and codes that differ in their spaces become one. For the break the module writes
# `Warning: something's wrong` to standard error, without the cell.
#
# Run by hand, on Debian 12: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent hucre@1.0.0 &> log || { cat log; exit 2; }
for package in libspreadsheet-readsxc-perl=0.35-1 libarchive-zip-perl=1.68-1 libfilter-signatures-perl=0.17-1 libmoo-perl=2.005005-1 \
  libclass-method-modifiers-perl=2.14-1 librole-tiny-perl=2.002004-1 libsub-quote-perl=2.006008-1 \
  libclass-xsaccessor-perl=1.19-4+b1 libperlio-gzip-perl=0.20-1+b1 libperlx-maybe-perl=1.202-1 libxml-twig-perl=1:3.52-2 \
  libxml-parser-perl=2.46-4+deb12u1 libxml-xpathengine-perl=0.14-2 liburi-perl=5.17-1; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

cat > make.py <<'PYTHON'
import zipfile
O = "urn:oasis:names:tc:opendocument:xmlns:"
spaces = f'xmlns:office="{O}office:1.0" xmlns:table="{O}table:1.0" xmlns:text="{O}text:1.0" xmlns:style="{O}style:1.0" office:version="1.3"'
texts = ["Piso 2<text:line-break/>Depto. B", 'AB<text:s text:c="3"/>12', "AB<text:tab/>12"]
rows = "".join(f'<table:table-row><table:table-cell table:style-name="ce1" office:value-type="string"><text:p>{text}</text:p></table:table-cell></table:table-row>' for text in texts)
files = ["content", "styles", "meta", "settings"]
manifest = "".join(f'<m:file-entry m:full-path="{name}.xml" m:media-type="text/xml"/>' for name in files)
kind = "application/vnd.oasis.opendocument.spreadsheet"
parts = {
  "META-INF/manifest.xml": f'<m:manifest xmlns:m="{O}manifest:1.0" m:version="1.3"><m:file-entry m:full-path="/" m:version="1.3" m:media-type="{kind}"/>{manifest}</m:manifest>',
  "content.xml": f'<office:document-content {spaces}><office:automatic-styles><style:style style:name="ce1" style:family="table-cell"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Hoja1"><table:table-column/>{rows}</table:table></office:spreadsheet></office:body></office:document-content>',
  **{f"{name}.xml": f"<office:document-{name} {spaces}/>" for name in files[1:]},
}
with zipfile.ZipFile("book.ods", "w", zipfile.ZIP_DEFLATED) as book:
    book.writestr("mimetype", kind, zipfile.ZIP_STORED)
    for name, text in parts.items():
        book.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>\n' + text)
PYTHON
python3 make.py
cat > read.pl <<'PERL'
use Spreadsheet::ParseODS;
my $sheet = (Spreadsheet::ParseODS->new->parse('book.ods')->worksheets)[0];
for my $row (0 .. 2) {
  my $text = $sheet->get_cell($row, 0)->value;
  $text =~ s/\n/\\n/g;
  $text =~ s/\t/\\t/g;
  print qq("$text"\n);
}
PERL
PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36 perl read.pl > perl.txt 2> warnings || { cat warnings; exit 2; }
node --input-type=module -e "import { readFileSync } from 'node:fs'
  import { readOds } from 'hucre'
  for (const [text] of (await readOds(readFileSync('book.ods'))).sheets[0].rows) console.log(JSON.stringify(text))" > hucre.txt
seen=$(paste -d '|' <(printf 'text:line-break\ntext:s, c=3\ntext:tab\n') perl.txt hucre.txt | sed 's/|/: ParseODS /; s/|/  hucre /')
echo "$seen"
cat warnings
[ "$seen" = 'text:line-break: ParseODS "Piso 21Depto. B"  hucre "Piso 2\nDepto. B"
text:s, c=3: ParseODS "AB 12"  hucre "AB   12"
text:tab: ParseODS "AB\t12"  hucre "AB\t12"' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
