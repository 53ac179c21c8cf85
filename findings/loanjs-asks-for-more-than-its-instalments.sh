#!/usr/bin/env bash
# loanjs says that three instalments of 21,557.42, the first paid at once, are 70,270.98 in all.
#
# With payments at the beginning of each month the first one has no interest, so three at 96 % a year of 60,000 are 64,672.26, of which
# 4,672.25 is interest: what PMT and CUMIPMT of a spreadsheet give with type 1 (OpenFormula, OpenDocument 1.3 part 4, "PMT" and "CUMIPMT").
# The package's page has `annuityDue` as one of its kinds, and `sum`, `interestSum`, `capitalSum` and `remain` in what it returns.
# Expected: sums that are those of the listed instalments, and a capital of 60,000 in them.
# Seen with loanjs 1.1.2 and, for comparison, @formulajs/formulajs 4.6.1:
#   annuity: loanjs 3 x 23282.01 = 69846.03, says 69846.03, interest 9846.03, capital 60000.00 of 60000, remain 0  formulajs 23282.01, interest 9846.03
#   annuityDue: loanjs 3 x 21557.42 = 64672.26, says 70270.98, interest 10270.98, capital 54401.28 of 60000, remain 0  formulajs 21557.42, interest 4672.25
# The instalment is right, and its parts are reckoned as if it were paid at the end of the month: the cost of a sale in instalments is more
# than twice what it is, 5,598.72 of the price are in no instalment, and what remains after the last one is said to be 0.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent loanjs@1.1.2 @formulajs/formulajs@4.6.1 &> log || { cat log; exit 2; }

cat > plan.cjs <<'JS'
const { CUMIPMT, PMT } = require('@formulajs/formulajs')
const { Loan } = require('loanjs')

const [price, months, rate] = [60000, 3, 96]
for (const [kind, type] of [['annuity', 0], ['annuityDue', 1]]) {
  const plan = new Loan(price, months, rate, kind)
  const total = (part) => plan.installments.reduce((sum, row) => sum + row[part], 0).toFixed(2)
  const { installment, remain } = plan.installments.at(-1)
  const seen = `${months} x ${installment} = ${total('installment')}, says ${plan.sum}, interest ${plan.interestSum}, capital ${total('capital')} of ${plan.capitalSum}, remain ${remain}`
  const due = `${PMT(rate / 1200, months, -price, 0, type).toFixed(2)}, interest ${(-CUMIPMT(rate / 1200, months, price, 1, months, type)).toFixed(2)}`
  console.log(`${kind}: loanjs ${seen}  formulajs ${due}`)
}
JS
seen=$(node plan.cjs)
echo "$seen"
[ "$seen" = 'annuity: loanjs 3 x 23282.01 = 69846.03, says 69846.03, interest 9846.03, capital 60000.00 of 60000, remain 0  formulajs 23282.01, interest 9846.03
annuityDue: loanjs 3 x 21557.42 = 64672.26, says 70270.98, interest 10270.98, capital 54401.28 of 60000, remain 0  formulajs 21557.42, interest 4672.25' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
