// The distributors' views of the small shop through the app, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  DistributorSells,
  DistributorsListRow,
  distributorCalls,
  Resume,
} from '#contract/distributors.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { writeDistributors } from '#server/ingest/write-distributors.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type DistributorsSellsRow = RowOf<typeof distributorCalls.distributorsSells>

const QUIET = {
  dist_id: '103',
  name: 'Distribuidora Córdoba',
  named_at: '2020-01-01 00:00:00',
  email: 'cordoba@example.com',
  emailed_at: '2020-01-01 00:00:00',
  mp_enabled: 1,
  lyra_enabled: 0,
  calendar_enabled: 1,
}

describeEngines('distributors', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    await store.transaction((tx) => writeDistributors(tx, [QUIET]))
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(path, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const resume = (month: string, who?: Who) =>
    ask<Resume>(`/api/distributors/resume?start_date=${month}`, who)
  const list = (query: string, who?: Who) =>
    ask<DistributorsListRow[]>(`/api/distributors/get-distributors-list?${query}`, who)
  const names = async (query: string, who?: Who) => (await list(query, who)).map(({ dist_name }) => dist_name)

  test('billing by distributor: 192.97 + 154.45 + 36.00 = 383.42, the scorecard’s net sale', async () => {
    const { billing } = await resume('2026-05')
    expect(billing).toMatchObject({
      total_amount: 383.42,
      prev_amount: 50,
      difference: 333.42,
      increment: 666.84,
    })
    expect(billing.items).toEqual([
      {
        ...{ dist_id: '101', label: 'Norte Hermanos', amount: 192.97, total_orders: 3 },
        ...{ percent_amount: 50.33, prev_amount: 50, difference: 142.97, increment: 285.94 },
        ...{ preparing_amount: 0, prev_preparing_amount: 0, placed_increment: 285.94 },
      },
      {
        ...{ dist_id: '102', label: 'Distribuidora Sur', amount: 154.45, total_orders: 3 },
        ...{ percent_amount: 40.28, prev_amount: 0, difference: 154.45, increment: 0 },
        ...{ preparing_amount: 18, prev_preparing_amount: 0, placed_increment: 0 },
      },
      {
        ...{ dist_id: '0', label: 'Sin distribuidor', amount: 36, total_orders: 1 },
        ...{ percent_amount: 9.39, prev_amount: 0, difference: 36, increment: 0 },
        ...{ preparing_amount: 0, prev_preparing_amount: 0, placed_increment: 0 },
      },
    ])
  })

  test('sums per status: 383.42 + 30 + 18 + 5 + 0 = 436.42 in 11 orders, an unknown status among them', async () => {
    const { main_month, prev_month, increment } = await resume('2026-05')
    expect(main_month).toMatchObject({ total_amount: 436.42, total_orders: 11 })
    expect(main_month.resume).toEqual([
      {
        ...{ order_status: 'wc-completed', total_amount: 383.42, total_orders: 7 },
        ...{ percent_amount: 87.86, increment: 666.84 },
      },
      {
        ...{ order_status: 'wc-cancelled', total_amount: 30, total_orders: 1 },
        ...{ percent_amount: 6.87, increment: 150 },
      },
      {
        ...{ order_status: 'wc-processing', total_amount: 18, total_orders: 1 },
        ...{ percent_amount: 4.12, increment: 0 },
      },
      { order_status: 'wc-weird', total_amount: 5, total_orders: 1, percent_amount: 1.15, increment: 0 },
      { order_status: 'wc-refunded', total_amount: 0, total_orders: 1, percent_amount: 0, increment: 0 },
    ])
    expect(prev_month).toMatchObject({ total_amount: 62, total_orders: 2 })
    expect(increment).toBe(603.9)
  })

  test('a month without orders is empty, with -100 for earlier sellers', async () => {
    const { main_month, billing } = await resume('2026-06')
    expect(main_month).toMatchObject({ total_amount: 0, total_orders: 0, resume: [] })
    expect(billing.items.map(({ dist_id, amount, increment }) => [dist_id, amount, increment])).toEqual([
      ['101', 0, -100],
      ['102', 0, -100],
      ['0', 0, -100],
    ])
  })

  test('lists every distributor, highest billing first, without orders last', async () => {
    const rows = await list('start_date=2026-05')
    expect(rows.map(({ dist_id, all_orders, all_amount }) => [dist_id, all_orders, all_amount])).toEqual([
      ['101', 5, 227.97],
      ['102', 5, 172.45],
      ['0', 1, 36],
      ['103', 0, 0],
    ])
    expect(rows[0]).toMatchObject({
      dist_name: 'Norte Hermanos',
      total_orders: {
        'wc-completed': { total_orders: 3, total_amount: 192.97 },
        'wc-cancelled': { total_orders: 1, total_amount: 30 },
      },
      completed_orders: 3,
      completed_amount: 192.97,
      cancelled_orders: 1,
      cancelled_amount: 30,
    })
    expect(rows[3]).toMatchObject({
      dist_email: 'cordoba@example.com',
      mp_enabled: 1,
      lyra_enabled: 0,
      calendar_enabled: 1,
    })
  })

  test('lists Sin distribuidor only in months with such orders', async () => {
    expect((await list('start_date=2026-04')).map(({ dist_id }) => dist_id)).toEqual(['101', '102', '103'])
  })

  test('filters match anywhere, ignoring case and accents', async () => {
    expect(await names('start_date=2026-05&dist_name=cordoba')).toEqual(['Distribuidora Córdoba'])
    expect(await names('start_date=2026-05&dist_id=10&dist_name=DISTRI')).toEqual([
      'Distribuidora Sur',
      'Distribuidora Córdoba',
    ])
    expect(await names('start_date=2026-05&dist_email=%40example')).toEqual(['Distribuidora Córdoba'])
  })

  test('sorts and pages', async () => {
    const answer = await app.get(
      '/api/distributors/get-distributors-list?start_date=2026-05&orderBy=dist_name&order=DESC&per_page=2&page=2',
      'admin',
    )
    expect(answer.json().data.map((row: DistributorsListRow) => row.dist_name)).toEqual([
      'Distribuidora Sur',
      'Distribuidora Córdoba',
    ])
    expect(answer.json().meta).toMatchObject({ page: 2, per_page: 2, total: 4, page_count: 2 })
  })

  test('sorts by change: from 50.00 to 192.97, then to nothing', async () => {
    const changes = async (month: string, order: string) =>
      (await list(`start_date=${month}&orderBy=increment&order=${order}`)).map((row) => [
        row.dist_id,
        row.prev_completed_amount,
        row.increment,
      ])
    expect((await changes('2026-05', 'DESC'))[0]).toEqual(['101', 50, 285.94])
    expect((await changes('2026-06', 'ASC')).slice(0, 3)).toEqual([
      ['0', 36, -100],
      ['101', 192.97, -100],
      ['102', 154.45, -100],
    ])
  })

  test('sorts by difference: Norte −192.97 before Sur −154.45; in May Norte rose by 142.97', async () => {
    const differences = async (month: string) =>
      (await list(`start_date=${month}&orderBy=difference&order=ASC`)).map(({ dist_id, difference }) => [
        dist_id,
        difference,
      ])
    expect((await differences('2026-06')).slice(0, 3)).toEqual([
      ['101', -192.97],
      ['102', -154.45],
      ['0', -36],
    ])
    expect((await differences('2026-05')).at(-1)).toEqual(['102', 154.45])
  })

  test('compares with the year before on request and names both months', async () => {
    const of = async (compare: string) =>
      (
        await app.get(
          `/api/distributors/101/get-distributors-sells?start_date=2026-05&compare=${compare}`,
          'admin',
        )
      ).json()
    const year = await of('year')
    expect(year.meta.months).toEqual(['2025-05', '2026-05'])
    expect(year.data.prev_month).toMatchObject({
      total_amount: 0,
      'dates-between': { from_date: '2025-05-01', to_date: '2025-05-31' },
    })
    const previous = await of('previous')
    expect(previous.meta.months).toEqual(['2026-04', '2026-05'])
    expect(previous.data.prev_month).toMatchObject({ total_orders: 1, total_amount: 50 })
    expect((await app.get('/api/distributors/resume?compare=week', 'admin')).statusCode).toBe(400)
  })

  test('the exported file holds the same rows', async () => {
    const answer = await app.get(
      '/api/distributors/get-distributors-list?start_date=2026-05&export=1&csv=standard',
      'admin',
    )
    const [head, first] = answer.body.split('\r\n')
    expect(head).toMatch(
      /^"Dist ID","Distribuidor","Completadas","Monto completado",.*,"Monto total","Email",/,
    )
    expect(first).toMatch(/^101,Norte Hermanos,3,192\.97,285\.94,142\.97,50\.00,1,30\.00?,5,227\.97,/)
    expect(answer.headers['content-disposition']).toContain('reportes_de_distribuidores_2026-05.csv')
  })

  test('sells: one row per distributor and status, gross − discount − refunded = net', async () => {
    const rows = await ask<DistributorsSellsRow[]>(
      '/api/distributors/get-distributors-sells?start_date=2026-05&dist_id=102',
    )
    expect(rows.map((row) => [row.order_status, row.total_orders, row.total_amount])).toEqual([
      ['wc-completed', 3, 154.45],
      ['wc-processing', 1, 18],
      ['wc-refunded', 1, 0],
    ])
    expect(rows[0]).toMatchObject({
      dist_name: 'Distribuidora Sur',
      total_units_sold: 7,
      subtotal_amount: 170.5,
      total_discounted: 16.05,
      total_refunded: 0,
    })
  })

  test('compares Norte in May with April', async () => {
    const norte = await ask<DistributorSells>(
      '/api/distributors/101/get-distributors-sells?start_date=2026-05',
    )
    expect(norte).toMatchObject({
      dist_id: '101',
      dist_name: 'Norte Hermanos',
      main_month: { total_amount: 227.97, total_orders: 5 },
      prev_month: { total_amount: 50, total_orders: 1 },
      increment: 355.94,
    })
    expect(norte.items.map(({ label, amount, prev_amount }) => [label, amount, prev_amount])).toEqual([
      ['Completadas', 192.97, 50],
      ['Canceladas', 30, 0],
      ['weird', 5, 0],
    ])
  })

  test('shows -100 for a status that only the previous month has', async () => {
    const sur = await ask<DistributorSells>('/api/distributors/102/get-distributors-sells?start_date=2026-05')
    expect(sur.items.at(-1)).toMatchObject({
      label: 'Canceladas',
      amount: 0,
      prev_amount: 12,
      increment: -100,
    })
  })

  test('names a distributor without orders, and Sin distribuidor', async () => {
    const named = async (id: string) =>
      (await ask<DistributorSells>(`/api/distributors/${id}/get-distributors-sells?start_date=2026-05`))
        .dist_name
    expect(await named('103')).toBe('Distribuidora Córdoba')
    expect(await named('0')).toBe('Sin distribuidor')
  })

  test('exports the table of one distributor', async () => {
    const answer = await app.get(
      '/api/distributors/101/get-distributors-sells?start_date=2026-05&export=1&csv=standard',
      'admin',
    )
    expect(answer.headers['content-disposition']).toContain('reporte_por_distribuidor')
    expect(answer.body.split('\r\n')[1]).toMatch(/^Completadas,192\.97,3,/)
  })

  test('answers 404 for an unknown distributor', async () => {
    expect((await app.get('/api/distributors/nobody/get-distributors-sells', 'admin')).statusCode).toBe(404)
  })

  test('limits totals, lists and details to the distributors of a role', async () => {
    const { billing, main_month } = await resume('2026-05', 'scoped')
    expect(billing).toMatchObject({ total_amount: 347.42, prev_amount: 50 })
    expect(billing.items.map(({ dist_id }) => dist_id)).toEqual(['101', '102'])
    expect(main_month).toMatchObject({ total_amount: 400.42, total_orders: 10 })
    expect(await names('start_date=2026-05', 'scoped')).toEqual(['Norte Hermanos', 'Distribuidora Sur'])
    const sells = await app.get('/api/distributors/103/get-distributors-sells?start_date=2026-05', 'scoped')
    expect(sells.statusCode).toBe(404)
    expect((await app.get('/api/distributors/resume', 'viewer')).statusCode).toBe(403)
  })
})
