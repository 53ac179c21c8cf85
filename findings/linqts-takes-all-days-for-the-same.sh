#!/usr/bin/env bash
# linqts takes all dates for equal: Distinct keeps one of the sales of a month, and SequenceEqual finds different lists alike.
#
# The package brings LINQ to TypeScript. In its comments and in Microsoft's pages (Enumerable.Distinct, Union, Intersect, SequenceEqual) two
# elements are equal if their values are, and two lists if they are as long and each element equals the one in its place; sets hold a value
# once. Two days are two values.
# Expected: the three sales of Ana on three days stay apart, 5 6 differs from 6 5 and from 5 6 7, and Intersect has each value once.
# Seen with linqts 3.3.0 and, for comparison, lodash 4.18.1:
#   distinct sales: linqts Ana 1  lodash Ana 1, Ana 2, Ana 3
#   the sales of two lists together: linqts Ana 1  lodash Ana 1, Ana 2
#   5 6 and 6 5 equal: linqts true  lodash false
#   5 6 and 5 6 7 equal: linqts true  lodash false
#   3 3 2 intersected with 3: linqts 3 3  lodash 3
# Sales that differ only in their day are lost without an error; they stay if the day is a text. SequenceEqual passes two reports whose rows
# have another order, or the second of which has more rows.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent linqts@3.3.0 lodash@4.18.1 &> log || { cat log; exit 2; }

cat > lists.cjs <<'JS'
const { List } = require('linqts')
const { intersection, isEqual, unionWith, uniqWith } = require('lodash')
const list = (values) => new List(values)
const sale = (day) => ({ cliente: 'Ana', fecha: new Date(Date.UTC(2026, 0, day)) })
const days = (sales) => sales.map(({ cliente, fecha }) => `${cliente} ${fecha.getUTCDate()}`).join(', ')
const sales = [sale(1), sale(2), sale(3), sale(1)]
const equal = (left, right) => `linqts ${list(left).SequenceEqual(list(right))}  lodash ${isEqual(left, right)}`
console.log(`distinct sales: linqts ${days(list(sales).Distinct().ToArray())}  lodash ${days(uniqWith(sales, isEqual))}`)
const both = [[sale(1)], [sale(2)]]
const together = days(list(both[0]).Union(list(both[1])).ToArray())
console.log(`the sales of two lists together: linqts ${together}  lodash ${days(unionWith(...both, isEqual))}`)
console.log(`5 6 and 6 5 equal: ${equal([5, 6], [6, 5])}`)
console.log(`5 6 and 5 6 7 equal: ${equal([5, 6], [5, 6, 7])}`)
const common = list([3, 3, 2]).Intersect(list([3])).ToArray().join(' ')
console.log(`3 3 2 intersected with 3: linqts ${common}  lodash ${intersection([3, 3, 2], [3]).join(' ')}`)
JS
seen=$(node lists.cjs)
echo "$seen"
[ "$seen" = 'distinct sales: linqts Ana 1  lodash Ana 1, Ana 2, Ana 3
the sales of two lists together: linqts Ana 1  lodash Ana 1, Ana 2
5 6 and 6 5 equal: linqts true  lodash false
5 6 and 5 6 7 equal: linqts true  lodash false
3 3 2 intersected with 3: linqts 3 3  lodash 3' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
