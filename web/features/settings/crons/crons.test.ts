import { describe, expect, it } from 'vitest'
import { oneLine } from './log-detail.tsx'
import { scheduleText, untilText } from './schedule.ts'
import { unplacedKinds } from './unplaced.ts'

describe('scheduleText', () => {
  it.each([
    ['*/15 * * * *', 'Cada 15 minutos'],
    ['2-59/5 * * * *', 'Cada 5 minutos'],
    ['*/15 * * * * *', 'Cada 15 segundos o más'],
    ['5 * * * *', 'Cada hora, a los 5 minutos'],
    ['30 3 * * *', 'Todos los días a las 03:30'],
    ['0 4 * * 0', 'Los domingos a las 04:00'],
    ['0 4 1 * *', '0 4 1 * *'],
  ])('reads %s as %s', (pattern, words) => {
    expect(scheduleText(pattern)).toBe(words)
  })
})

describe('untilText', () => {
  it('rounds minutes up and hours to the nearest', () => {
    const now = Date.parse('2026-11-21T05:00:00Z')
    expect(untilText('2026-11-21 05:00:10', now)).toBe('en 1 min')
    expect(untilText('2026-11-21 05:15:00', now)).toBe('en 15 min')
    expect(untilText('2026-11-21 08:00:00', now)).toBe('en 3 h')
  })
})

describe('unplacedKinds', () => {
  it('sums named records, takes plain counts, and skips empty kinds', () => {
    const kinds = unplacedKinds({
      currencies: [
        { name: 'USD', count: 2 },
        { name: 'EUR', count: 1 },
      ],
      contained_orders: [],
      large_orders: [],
      other_totals: { count: 0, amount: 0, orders: [] },
      statuses: [],
      unregistered_statuses: [],
      future_orders: [],
      discounts: [],
      products_without_business: 0,
      products_without_segment: 0,
      orders_without_province: 7,
      customers_without_province: 0,
      erased_buyers: 0,
      rejects: [],
    })
    expect(kinds.map(({ key, count }) => [key, count])).toEqual([
      ['currencies', 3],
      ['orders_without_province', 7],
    ])
  })
})

describe('oneLine', () => {
  it.each([
    [null, 'ninguno'],
    ['', 'ninguno'],
    [[], 'ninguno'],
    [12345, '12.345'],
    [true, 'Sí'],
    ['2026-09', 'septiembre 2026'],
    [['2026-09', 3], 'septiembre 2026, 3'],
    [{ name: 'USD', count: 2 }, 'USD × 2'],
    [{ name: '', count: 1 }, '(vacío) × 1'],
    [{ source: 'orders', reason: 'sin fecha', count: 4 }, 'orders: sin fecha × 4'],
  ])('writes %j as %s', (value, line) => {
    expect(oneLine(value)).toBe(line)
  })

  it('writes nested values on several lines', () => {
    expect(oneLine({ months: 3 })).toBeNull()
    expect(oneLine([{ months: 3 }])).toBeNull()
  })
})
