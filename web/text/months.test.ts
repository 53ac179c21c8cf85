import { describe, expect, it } from 'vitest'
import { MONTH_NAMES, monthTitle, noOrdersIn, readMonth } from './months.ts'

describe('a typed month', () => {
  it.each([
    ['mayo 2024', '2024-05'],
    ['Mayo de 2024', '2024-05'],
    ['  MAY 24 ', '2024-05'],
    ['setiembre 2023', '2023-09'],
    ['sep 2023', '2023-09'],
    ['dic-2021', '2021-12'],
    ['2024-05', '2024-05'],
    ['2024-5', '2024-05'],
    ['202405', '2024-05'],
    ['05/2024', '2024-05'],
    ['5/24', '2024-05'],
    ['junio', '2026-06'],
  ])('%s is %s', (typed, month) => {
    expect(readMonth(typed, '2026')).toBe(month)
  })

  it.each(['', 'ma 2024', '13/2024', '2024-00', 'mayonesa', 'hoy', '05', '2024'])('%s is none', (typed) => {
    expect(readMonth(typed, '2026')).toBeNull()
  })
})

it('names the twelve months in Spanish', () => {
  expect(MONTH_NAMES).toHaveLength(12)
  expect(MONTH_NAMES[8]).toBe('septiembre')
  expect(monthTitle('2024-05')).toBe('Mayo 2024')
})

it('says of which days there were no orders', () => {
  expect(noOrdersIn({ month: '2026-10' })).toBe('No hubo ordenes en octubre 2026')
  expect(noOrdersIn({ month: '2026-10', until: '2026-10-01 00:40:59' })).toBe(
    'No hubo ordenes el 1 de octubre 2026 hasta las 00:40',
  )
  expect(noOrdersIn({ month: '2026-10', until: '2026-10-20 15:32:10', distributor: 'Norte' })).toBe(
    'No hubo ordenes de Norte del 1 al 20 de octubre 2026 hasta las 15:32',
  )
})
