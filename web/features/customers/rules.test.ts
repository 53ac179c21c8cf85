import { describe, expect, it } from 'vitest'
import { rest } from '#web/ui/colors.ts'
import { provinceName, provinceSales, rankedProvinces, shortProvinceName, statusFromParam } from './rules.ts'

const registered = (counts: Record<string, number>) => ({
  rows: Object.entries(counts).map(([state, total_registered]) => ({ state, total_registered })),
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
})

describe('province names', () => {
  it('capitalises provinces and leaves other names unchanged', () => {
    expect(provinceName('CÓRDOBA')).toBe('Córdoba')
    expect(provinceName('SIN PROVINCIA')).toBe('SIN PROVINCIA')
  })

  it('shortens only names longer than 20 letters', () => {
    expect(shortProvinceName('CIUDAD AUTÓNOMA DE BUENOS AIRES')).toBe('CABA')
    expect(shortProvinceName('SANTIAGO DEL ESTERO')).toBe('Santiago del Estero')
  })
})

describe('statusFromParam', () => {
  it.each([
    [null, 'wc-completed'],
    ['TODOS', 'TODOS'],
    ['wc-cancelled', 'wc-cancelled'],
    ["x' OR 1=1", 'wc-completed'],
  ])('reads %s as %s', (param, status) => {
    expect(statusFromParam(param)).toBe(status)
  })
})

describe('rankedProvinces', () => {
  it('colours provinces, greys customers without one, and adds previous counts', () => {
    const now = registered({ 'BUENOS AIRES': 9, 'SIN PROVINCIA': 5, CÓRDOBA: 4 })
    const rows = rankedProvinces(now, registered({ CÓRDOBA: 2 }))
    expect(rows.map(({ label, value, before }) => [label, value, before])).toEqual([
      ['Buenos Aires', 9, 0],
      ['SIN PROVINCIA', 5, 0],
      ['Córdoba', 4, 2],
    ])
    expect(rows.map(({ color }) => color === rest)).toEqual([false, true, false])
  })

  it('gives each of many provinces a colour of its own', () => {
    const names = [
      'BUENOS AIRES',
      'CATAMARCA',
      'CHACO',
      'CHUBUT',
      'CORRIENTES',
      'CÓRDOBA',
      'ENTRE RÍOS',
      'FORMOSA',
      'JUJUY',
      'LA PAMPA',
      'LA RIOJA',
      'MENDOZA',
      'MISIONES',
      'SALTA',
    ]
    const all = registered(Object.fromEntries(names.map((name) => [name, 1])))
    const colors = new Set(rankedProvinces(all, null).map(({ color }) => color))
    expect(colors.size).toBe(names.length)
    expect(colors).not.toContain(rest)
  })
})

describe('provinceSales', () => {
  it('has a row per province of either month, with both changes', () => {
    const sale = (state: string, total_orders: number, total_amount: number) => ({
      state,
      total_orders,
      total_amount,
    })
    const rows = provinceSales(
      registered({ SALTA: 3 }),
      registered({ SALTA: 2, JUJUY: 1 }),
      [sale('SALTA', 4, 150.1)],
      [sale('SALTA', 2, 100.05), sale('CHACO', 1, 20)],
    )
    expect(rows).toEqual([
      {
        state: 'SALTA',
        name: 'Salta',
        customers: 3,
        customers_before: 2,
        customers_change: 50,
        net: 150.1,
        net_change: 50.02,
        difference: 50.05,
        net_before: 100.05,
        orders: 4,
      },
      {
        state: 'JUJUY',
        name: 'Jujuy',
        customers: 0,
        customers_before: 1,
        customers_change: -100,
        net: 0,
        net_change: 0,
        difference: 0,
        net_before: 0,
        orders: 0,
      },
      {
        state: 'CHACO',
        name: 'Chaco',
        customers: 0,
        customers_before: 0,
        customers_change: 0,
        net: 0,
        net_change: -100,
        difference: -20,
        net_before: 20,
        orders: 0,
      },
    ])
  })
})
