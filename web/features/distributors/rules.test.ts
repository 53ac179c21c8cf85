import { describe, expect, it } from 'vitest'
import type { Resume } from '#contract/distributors.ts'
import { categorical, rest } from '#web/ui/colors.ts'
import { billingSlices, growthOf, splitStatuses } from './rules.ts'

type Item = Resume['billing']['items'][number]
type StatusRow = Resume['main_month']['resume'][number]

const item = (dist_id: string, amount: number, prev_amount: number) =>
  ({
    dist_id,
    label: `Distribuidor ${dist_id}`,
    amount,
    prev_amount,
    increment: 1,
    color: null,
  }) as unknown as Item

describe('growthOf', () => {
  it('treats a growing backlog as no news', () => {
    for (const status of [
      'wc-processing',
      'wc-in-assembly',
      'wc-ready-to-delivery',
      'wc-on-hold',
      'wc-pending',
    ])
      expect(growthOf(status)).toBe('neither')
  })

  it('treats more lost orders as bad', () => {
    expect(growthOf('wc-cancelled')).toBe('bad')
    expect(growthOf('wc-completed')).toBeUndefined()
    expect(growthOf(null)).toBe('good')
  })
})

describe('billingSlices', () => {
  it('gives every distributor a slice while colours last', () => {
    const slices = billingSlices([item('1', 10, 5), item('2', 4, 4)])
    expect(slices.map(({ key, value, previous }) => [key, value, previous])).toEqual([
      ['1', 10, 5],
      ['2', 4, 4],
    ])
    expect(new Set(slices.map(({ color }) => color)).size).toBe(2)
  })

  it('sums the smaller ones in one grey slice with its change', () => {
    const items = Array.from({ length: categorical.length + 1 }, (_, index) => item(String(index), 100, 100))
    items.push(item('a', 20.1, 10), item('b', 9.9, 10))
    const slices = billingSlices(items)
    expect(slices).toHaveLength(categorical.length)
    // Two of 100, and 20.1 + 9.9: 230 after 220.
    expect(slices.at(-1)).toMatchObject({
      key: 'rest',
      label: 'Otros 4 distribuidores',
      value: 230,
      previous: 220,
      color: rest,
      change: 4.55,
    })
  })
})

describe('splitStatuses', () => {
  it('shows statuses over 1 % and counts the smaller ones that have orders', () => {
    const row = (order_status: string, percent_amount: number, total_orders: number) =>
      ({ order_status, percent_amount, total_orders }) as StatusRow
    const { shown, hidden } = splitStatuses([
      row('wc-completed', 98, 9),
      row('wc-failed', 1, 2),
      row('wc-pending', 0, 0),
    ])
    expect(shown.map(({ order_status }) => order_status)).toEqual(['wc-completed'])
    expect(hidden.map(({ order_status }) => order_status)).toEqual(['wc-failed'])
  })
})
