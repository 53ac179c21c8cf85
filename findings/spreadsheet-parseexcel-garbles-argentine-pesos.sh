#!/usr/bin/env bash
# Spreadsheet::ParseExcel of Perl shows 1,234.50 Argentine pesos as `[$$2C1,2A] 34.50`, and 31 January 2026 as `[$2CA] de 4 de 6053`.
#
# A format may name a currency and a locale, in hexadecimal: `[$$-2C0A]` is the sign `$` as in Argentina (ECMA-376 part 1, 18.8.31
# numFmts; [MS-LCID], es-AR is 0x2C0A). Excel writes it for every cell of currency whose sign is not the machine's own. `m` after `h`
# means minutes (same section).
# Expected of value(), which the module's page calls the formatted value: $ 1,234.50; 31 de January de 2026; 36:15.
# Seen with Spreadsheet::ParseExcel 0.65 (Debian libspreadsheet-parseexcel-perl 0.6500-4~deb12u1):
#   1234.5 as [$$-409]\ #,##0.00: $ 1,234.50
#   1234.5 as [$$-2C0A]\ #,##0.00: [$$2C1,2A] 34.50
#   46053 as [$-409]d\ mmmm\ yyyy: 31 January 2026
#   46053 as [$-2C0A]d\ "de"\ mmmm\ "de"\ yyyy: [$2CA] de 4 de 6053
#   1.51041666666667 as [h]:mm: 36:01
# A locale is taken off only where its number has no letters, as 409 of the United States; else its 0 is a place for digits of the
# amount, or of the day's number. The minutes of a duration are its month. unformatted() gives the numbers.
# Spreadsheet::ParseXLSX and Spreadsheet::Read show the same, as the formats are this module's.
#
# Run by hand, on Debian 12: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in libspreadsheet-parseexcel-perl=0.6500-4~deb12u1 libspreadsheet-writeexcel-perl=2.40-4 libole-storage-lite-perl=0.20-2 \
  libparse-recdescent-perl=1.967015+dfsg-4 libio-stringy-perl=2.111-3 libcrypt-rc4-perl=2.02-5 libdigest-perl-md5-perl=1.9-5; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

cat > formats.pl <<'PERL'
use strict;
use Spreadsheet::ParseExcel;
use Spreadsheet::WriteExcel;

my @cells = (
  [1234.5, '[$$-409]\ #,##0.00'],
  [1234.5, '[$$-2C0A]\ #,##0.00'],
  [46053, '[$-409]d\ mmmm\ yyyy'],
  [46053, '[$-2C0A]d\ "de"\ mmmm\ "de"\ yyyy'],
  [1.51041666666667, '[h]:mm'],
);
my $book = Spreadsheet::WriteExcel->new('book.xls');
my $sheet = $book->add_worksheet('Hoja1');
$sheet->write_number($_, 0, $cells[$_][0], $book->add_format(num_format => $cells[$_][1])) for 0 .. $#cells;
$book->close;
my $read = (Spreadsheet::ParseExcel->new->parse('book.xls')->worksheets)[0];
print "$cells[$_][0] as $cells[$_][1]: ", $read->get_cell($_, 0)->value, "\n" for 0 .. $#cells;
PERL
seen=$(PERL5LIB=root/usr/share/perl5 perl formats.pl)
echo "$seen"
[ "$seen" = '1234.5 as [$$-409]\ #,##0.00: $ 1,234.50
1234.5 as [$$-2C0A]\ #,##0.00: [$$2C1,2A] 34.50
46053 as [$-409]d\ mmmm\ yyyy: 31 January 2026
46053 as [$-2C0A]d\ "de"\ mmmm\ "de"\ yyyy: [$2CA] de 4 de 6053
1.51041666666667 as [h]:mm: 36:01' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
