import { describe, expect, it } from 'vitest'
import type { Resume } from '#contract/distributors.ts'
import { rest } from '#web/ui/colors.ts'
import { billingSlices, growthOf, splitStatuses, toldApart } from './rules.ts'

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

describe('toldApart', () => {
  it('adds the id to names that several distributors have', () => {
    const items = [
      { ...item('1', 9, 9), label: 'Norte' },
      item('2', 8, 8),
      { ...item('3', 7, 7), label: 'Norte' },
    ]
    expect(toldApart(items).map(({ label }) => label)).toEqual(['Norte (1)', 'Distribuidor 2', 'Norte (3)'])
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

  it('sums what is left of the last tenth in one grey slice with its previous value', () => {
    const items = Array.from({ length: 20 }, (_, index) => item(String(index), 100, 100))
    items.push(item('a', 20.1, 10), item('b', 9.9, 10))
    const slices = billingSlices(items)
    // 2,030 in all: after 19 of 100, 130 are left, which fits in no slice of 100.
    expect(slices).toHaveLength(20)
    expect(slices.at(-1)).toMatchObject({
      key: 'rest',
      label: 'Otros 3 distribuidores',
      value: 130,
      previous: 120,
      color: rest,
    })
  })

  it('names enough of many distributors that the grey slice does not fill the ring', () => {
    // Sales by rank as 1/rank: the 121 sum up to 5.38, the first 9 to 2.83.
    const items = Array.from({ length: 121 }, (_, index) => item(String(index), 1000 / (index + 1), 1))
    const slices = billingSlices(items)
    const total = slices.reduce((sum, { value }) => sum + value, 0)
    expect(slices).toHaveLength(41)
    expect((slices.at(-1)?.value ?? total) / total).toBeLessThan(0.21)
    expect(new Set(slices.map(({ color }) => color)).size).toBe(41)
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
