#!/usr/bin/env bash
# @woocommerce/number, which WooCommerce Analytics shows its figures with, rounds refunds another way than WooCommerce itself.
#
# The package's numberFormat points to PHP's number_format, which WooCommerce writes prices with on the server (wc_price). PHP rounds
# halves away from zero (manual, "number_format" and "round"): PHP 8.2.36 gives -1.235 for -1234.5 without decimals.
# Expected: the refund of a sale is rounded as the sale, 1.235 and -1.235.
# Seen with @woocommerce/number 2.6.0 (locutus 2.0.39):
#   0 decimals: 1234.5=1.235  -1234.5=-1.234
#   0 decimals: 2.5=3  -2.5=-2
#   2 decimals: 0.125=0,13  -0.125=-0,12
#   2 decimals: 9.475=9,48  -9.475=-9,47
# Shops in Argentina often show prices without decimals, so a sale and its refund differ by a peso on the same screen, and the screen
# from the order's mail.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @woocommerce/number@2.6.0 locutus@2.0.39 &> log || { cat log; exit 2; }

seen=$(node -e "const { numberFormat } = require('@woocommerce/number')
  for (const [precision, amount] of [[0, 1234.5], [0, 2.5], [2, 0.125], [2, 9.475]])
    console.log(precision + ' decimals: ' + [amount, -amount].map((one) =>
      one + '=' + numberFormat({ precision, decimalSeparator: ',', thousandSeparator: '.' }, one)).join('  '))")
echo "$seen"
[ "$seen" = '0 decimals: 1234.5=1.235  -1234.5=-1.234
0 decimals: 2.5=3  -2.5=-2
2 decimals: 0.125=0,13  -0.125=-0,12
2 decimals: 9.475=9,48  -9.475=-9,47' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
