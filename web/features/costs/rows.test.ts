import { expect, test } from 'vitest'
import { rowsOf } from './rows.ts'

const SINCE = '2026-10-01'
function read(pasted: string) {
  const { rows, problems } = rowsOf(pasted, SINCE)
  expect(problems).toEqual([])
  return rows.map(({ product, cost, since }) => [product, cost, since])
}

test('reads product, cost and day as Excel copies them, below titles and between names', () => {
  expect(
    read('SKU\tProducto\tCosto\tDesde\nALF-12\tAlfajor x 12\t1.812,50\t1/9/2026\nHAR\tHarina\t90,00\t\n\n'),
  ).toEqual([
    ['ALF-12', 1812.5, '2026-09-01'],
    ['HAR', 90, SINCE],
  ])
  expect(read('ALF;812.5;2026-09-15')).toEqual([['ALF', 812.5, '2026-09-15']])
})

test('the other amounts decide what 1.250 is; without them it is a thousand, as on all screens', () => {
  expect(read('A\t1.250\nB\t3.50')).toEqual([
    ['A', 1.25, SINCE],
    ['B', 3.5, SINCE],
  ])
  expect(read('A\t1.250')).toEqual([['A', 1250, SINCE]])
})

test.each([
  ['ALF\tgratis\nHAR\t1', 'Fila 1: «gratis» no es un costo'],
  ['HAR\t1\nALF\t-5', 'Fila 2: «-5» no es un costo'],
  ['HAR\t1\nALF', 'Fila 2: no tiene costo'],
  ['HAR\t1\nALF\t1,500', 'Fila 2: «1,500» puede ser miles o decimales: escribilo con los dos decimales'],
  ['HAR\t1\t31/02/2026\nALF\t1', 'Fila 1: «31/02/2026» no es un día'],
])('names the line of what it cannot read: %j', (pasted, problem) => {
  expect(rowsOf(`\n${pasted}`.slice(1), SINCE).problems).toContain(problem)
})
