// The scorecard of the small shop through the app, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

describeEngines('scorecard', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine))
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(path, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const mainPage = (month: string, who?: Who) =>
    ask<MainPage>(`/api/summary/main-page?start_date=${month}`, who)

  test('May beside April: 383.42 in 7 orders of 4 buyers', async () => {
    expect(await mainPage('2026-05')).toEqual({
      main_month: {
        net_sale: 383.42,
        total_orders: 7,
        average_ticket: 54.77,
        total_units_sold: 17,
        new_customers: 2,
        distinct_customers: 4,
        used_coupons: 3,
        customers_by_companies: [{ original_role: 'empleado_arcor', role: 'Arcor', total_registered: 1 }],
        preparing: { net_sale: 18, total_orders: 1, total_units_sold: 1 },
        'dates-between': { from_date: '2026-05-01', to_date: '2026-05-31' },
      },
      prev_month: {
        net_sale: 50,
        total_orders: 1,
        average_ticket: 50,
        total_units_sold: 1,
        new_customers: 1,
        distinct_customers: 1,
        used_coupons: 0,
        customers_by_companies: [],
        preparing: { net_sale: 0, total_orders: 0, total_units_sold: 0 },
        'dates-between': { from_date: '2026-04-01', to_date: '2026-04-30' },
      },
      change: {
        net_sale: 666.84,
        total_orders: 600,
        average_ticket: 9.54,
        total_units_sold: 1600,
        new_customers: 100,
        distinct_customers: 300,
      },
      placed_change: { net_sale: 702.84, total_orders: 700, total_units_sold: 1700 },
    })
  })

  test('is 100 from 0, and -100 to 0', async () => {
    expect((await mainPage('2026-04')).change).toMatchObject({ net_sale: 100, total_orders: 100 })
    expect((await mainPage('2026-06')).change).toMatchObject({ net_sale: -100, distinct_customers: -100 })
    const empty = await mainPage('2026-02')
    expect(empty.change).toMatchObject({ net_sale: 100, average_ticket: 100 })
    expect(empty.main_month).toMatchObject({
      net_sale: 0,
      total_orders: 0,
      average_ticket: 0,
      distinct_customers: 0,
    })
  })

  test('compares May 2026 with May 2025 on request', async () => {
    const path = '/api/summary/main-page?start_date=2026-05&compare=year'
    const { data, meta } = (await app.get(path, 'admin')).json()
    expect(data.main_month).toMatchObject({ net_sale: 383.42, total_orders: 7 })
    expect(data.prev_month).toMatchObject({
      net_sale: 0,
      'dates-between': { from_date: '2025-05-01', to_date: '2025-05-31' },
    })
    expect(data.change.net_sale).toBe(100)
    expect(meta.months).toEqual(['2025-05', '2026-05'])
    expect(await ask<MainPage>('/api/summary/main-page?start_date=2026-05&compare=previous')).toEqual(
      await mainPage('2026-05'),
    )
    expect((await app.get('/api/summary/main-page?compare=week', 'admin')).statusCode).toBe(400)
  })

  test('accepts a day for its month', async () => {
    expect(await mainPage('2026-05-17')).toEqual(await mainPage('2026-05'))
  })

  test('limited to Norte and Sur: 347.42 in 6 orders; Ana, Dani and Beto bought', async () => {
    expect((await mainPage('2026-05', 'scoped')).main_month).toMatchObject({
      net_sale: 347.42,
      total_orders: 6,
      average_ticket: 57.9,
      total_units_sold: 13,
      used_coupons: 2,
      distinct_customers: 3,
      // Beto and Carla first bought from Sur.
      new_customers: 2,
    })
  })

  test('charts 12 months up to the requested one, cancelled orders apart', async () => {
    const charts = await ask<MainPageCharts>('/api/summary/main-page/charts?start_date=2026-06')
    expect(Object.keys(charts)).toEqual([
      ...['2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ])
    expect(charts['2026-05']).toEqual({
      completed_orders: { total_amount: 383.42, total_orders: 7 },
      canceled_orders: { total_canceled_amount: 30, total_canceled_orders: 1 },
      figures: {
        net_sale: 383.42,
        total_orders: 7,
        average_ticket: 54.77,
        total_units_sold: 17,
        new_customers: 2,
        distinct_customers: 4,
      },
    })
    expect(charts['2026-04']?.canceled_orders).toEqual({
      total_canceled_amount: 12,
      total_canceled_orders: 1,
    })
    expect(charts['2026-03']?.completed_orders).toEqual({ total_amount: 0, total_orders: 0 })
  })

  test('limits charts to the distributors of a role', async () => {
    const charts = await ask<MainPageCharts>('/api/summary/main-page/charts?start_date=2026-05', 'scoped')
    expect(charts['2026-05']?.figures).toMatchObject({ net_sale: 347.42, distinct_customers: 3 })
    expect(charts['2026-04']?.figures).toMatchObject({ net_sale: 50, distinct_customers: 1 })
  })

  test('names the months it was read from and when they changed', async () => {
    const { meta } = (await app.get('/api/summary/main-page?start_date=2026-05', 'admin')).json()
    expect(meta.months).toEqual(['2026-04', '2026-05'])
    expect(Date.parse(meta.updated_at)).not.toBeNaN()
  })
})

describe('percent change', () => {
  test.each([
    [383.42, 50, 666.84],
    [50, 100, -50],
    [0, 50, -100],
    [50, 50, 0],
  ])('from %s to %s', (current, previous, expected) => {
    expect(percentChange(current, previous, 100)).toBe(expected)
    expect(percentChange(current, previous, 0)).toBe(expected)
  })
  test('from nothing', () => {
    expect(percentChange(5, 0, 100)).toBe(100)
    expect(percentChange(5, 0, 0)).toBe(0)
    expect(percentChange(0, 0, 100)).toBe(100)
  })
})
