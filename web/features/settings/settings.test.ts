// Words made from what the server stores: schedules, changes, times, what could not be placed.
import { describe, expect, it } from 'vitest'
import { changesText } from './changes.ts'
import { scheduleText } from './schedule.ts'
import { unplacedKinds } from './unplaced.ts'
import { until } from './until.ts'

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

describe('changesText', () => {
  it('names fields, values and permissions in Spanish', () => {
    const changes = { role: ['admin', ''], permissions: [['export'], ['export', 'settings']] }
    expect(changesText(JSON.stringify(changes))).toBe(
      'rol: admin → nada; permisos: Exportar archivos → Exportar archivos, Configuración',
    )
  })

  it('shows a first value alone, months by name, and nothing for what is no JSON', () => {
    expect(changesText('{"values":[null,"2026-09"]}')).toBe('valor: septiembre 2026')
    expect(changesText('not json')).toBe('')
  })
})

describe('until', () => {
  it('counts minutes up and hours round', () => {
    const now = Date.parse('2026-11-21T05:00:00Z')
    expect(until('2026-11-21 05:00:10', now)).toBe('en 1 min')
    expect(until('2026-11-21 05:15:00', now)).toBe('en 15 min')
    expect(until('2026-11-21 08:00:00', now)).toBe('en 3 h')
  })
})

describe('unplacedKinds', () => {
  it('adds up named ones, takes plain counts, and leaves out what there is none of', () => {
    const kinds = unplacedKinds({
      currencies: [
        { name: 'USD', count: 2 },
        { name: 'EUR', count: 1 },
      ],
      statuses: [],
      discounts: [],
      products_without_business: 0,
      products_without_segment: 0,
      orders_without_province: 7,
      customers_without_province: 0,
      rejects: [],
    })
    expect(kinds.map(({ key, count }) => [key, count])).toEqual([
      ['currencies', 3],
      ['orders_without_province', 7],
    ])
  })
})
