import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureValue } from './catalogue.ts'

test('rounds a quotient half away from zero, also where binary fractions lie below the half', () => {
  const ticket = (net: number, orders: number) =>
    measureValue(
      'average_ticket',
      new Map([
        ['sales.net', net],
        ['sales.orders', orders],
      ]),
    )
  expect([ticket(300.78, 4), ticket(-300.78, 4), ticket(0, 4), ticket(10, 0)]).toEqual([75.2, -75.2, 0, null])
})

test('is the only file that says which columns a sum adds up', () => {
  const rule = /[-+]\s*(?:\w+\.)?(?:refunded_units|promotion|shared)\b/
  const root = join(import.meta.dirname, '..')
  const files = globSync('{features,figures,forecast,rollups,alerts,http}/**/*.ts', { cwd: root })
  const sources = files.filter((file) => !file.endsWith('.test.ts'))
  expect(sources).toContain(join('figures', 'row-source.ts'))
  expect(sources.filter((file) => rule.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
