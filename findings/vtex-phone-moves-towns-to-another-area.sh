#!/usr/bin/env bash
# @vtex/phone takes area codes of three digits where Argentine ones have four: a phone of Tres Arroyos becomes one of General Roca.
#
# The Plan Fundamental de Numeración Nacional (Resolución SC 46/97) has area codes of two, three and four digits, the number after them
# filling ten in all: 298 is General Roca (Río Negro), 2983 Tres Arroyos (Buenos Aires). The package has both codes in its list for
# Argentina, and its page says that it extracts the "national destination number".
# Expected: +54 2983 431234 is 2983 and 431234, as libphonenumber reads it.
# Seen with @vtex/phone 4.17.11 and, for comparison, libphonenumber-js 1.13.16:
#   Tres Arroyos: @vtex/phone 298 3431234 (298) 343-1234 valid=true  libphonenumber-js 02983 43-1234
#   Metán: @vtex/phone 387 6421234 (387) 642-1234 valid=true  libphonenumber-js 03876 42-1234
#   General Pico: @vtex/phone 230 2421234 (230) 242-1234 valid=true  libphonenumber-js 02302 42-1234
#   General Roca: @vtex/phone 298 4431234 (298) 443-1234 valid=true  libphonenumber-js 0298 443-1234
#   codes of four digits in its list: 51 are never found
# The shorter codes are tried first. A report that tells where buyers are by their area code counts them in another province, and the
# number as shown is split where nobody splits it.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @vtex/phone@4.17.11 libphonenumber-js@1.13.16 &> log || { cat log; exit 2; }

cat > phones.cjs <<'JS'
const Phone = require('@vtex/phone')
require('@vtex/phone/countries/ARG')
const { parsePhoneNumber } = require('libphonenumber-js/max')
const towns = { 'Tres Arroyos': '+542983431234', Metán: '+543876421234', 'General Pico': '+542302421234', 'General Roca': '+542984431234' }
for (const [town, text] of Object.entries(towns)) {
  const phone = Phone.getPhoneInternational(text)
  const seen = `${phone.nationalDestinationCode} ${phone.number} ${Phone.format(phone, Phone.NATIONAL)} valid=${phone.valid}`
  console.log(`${town}: @vtex/phone ${seen}  libphonenumber-js ${parsePhoneNumber(text).formatNational()}`)
}
const codes = Object.values(Phone.countries).find(({ countryNameAbbr }) => countryNameAbbr === 'ARG').nationalDestinationCode
const lost = codes.filter((code) => code.length === 4 && Phone.getPhoneInternational(`+54${code}421234`)?.nationalDestinationCode !== code)
console.log(`codes of four digits in its list: ${lost.length} are never found`)
JS
seen=$(node phones.cjs)
echo "$seen"
[ "$seen" = 'Tres Arroyos: @vtex/phone 298 3431234 (298) 343-1234 valid=true  libphonenumber-js 02983 43-1234
Metán: @vtex/phone 387 6421234 (387) 642-1234 valid=true  libphonenumber-js 03876 42-1234
General Pico: @vtex/phone 230 2421234 (230) 242-1234 valid=true  libphonenumber-js 02302 42-1234
General Roca: @vtex/phone 298 4431234 (298) 443-1234 valid=true  libphonenumber-js 0298 443-1234
codes of four digits in its list: 51 are never found' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
