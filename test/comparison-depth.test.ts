// The nightly comparison: what days add up to every night, every field in turn, and its age in words.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, FaultyShop, NOW, order, shopRecords } from './faulty-shop.ts'
import type { Json } from './shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** Three orders on a day of each of the last 12 months; a month counts as a hundred, so ten of them are a night's. */
const MONTHS = 12
const orders = Array.from({ length: MONTHS * 3 }, (_, index) =>
  order(index + 1, NOW - (index % MONTHS) * 30.4 * DAY),
)
const linesOf = (one: Json | undefined) => one?.line_items as Json[]

describeOneEngine('the nightly comparison', (engine) => {
  let server: StoreServer
  let shop: FaultyShop
  let bytes: { heads: number; whole: number }
  beforeEach(async () => {
    server = await startStoreServer(undefined, { ...shopRecords(1), orders: structuredClone(orders) })
    shop = new FaultyShop(await engine.open(), server)
    await shop.importAll()
    server.fault = {
      answer(answer, { path, query }) {
        const kind = query.get('_fields') === null ? 'whole' : 'heads'
        if (path === 'orders' && query.has('after') && query.has('before')) bytes[kind] += answer.body.length
        return answer
      },
    }
  })
  afterEach(() => server.close())
  const night = async () => {
    bytes = { heads: 0, whole: 0 }
    shop.at += DAY
    return shop.job('reconciliation', false)
  }
  const stored = async (ids: readonly number[]) =>
    shop.store.all(sql`select order_id as id, units, total from orders where order_id in (${ids}) order by 1`)

  test('compares every field of ten months in turn, and says since when all were', async () => {
    const begun = new Date(shop.at + DAY)
    expect(await night()).toMatchObject({
      message: expect.stringMatching(
        /^36 órdenes[^,]*, 30 campo por campo: todo coincide; de algunos meses todavía no/,
      ),
    })
    expect(bytes.heads).toBeGreaterThan(0)
    expect(await night()).toMatchObject({
      message: expect.stringContaining(`no se compara campo por campo, el ${begun.getUTCDate()}/11/2026`),
    })
    expect(await shop.job('reconciliation')).toMatchObject({
      message: expect.stringMatching(/^36 órdenes de la tienda comparadas campo por campo: todo coincide/),
    })
  })

  test('finds an edit without a date by what its day adds up to, with its neighbours, and any other in its turn', async () => {
    await night()
    // The months that were compared by their fields: the next night begins with the others.
    const rows = await shop.store.all<{ month: string }>(
      sql`select month from sync_months where fields_at is not null order by month`,
    )
    const done = new Set(rows.map(({ month }) => month))
    const monthOf = (one: Json) => String(one.date_created).slice(0, 7)
    const within = (month: string | undefined) => server.store.orders.filter((one) => monthOf(one) === month)
    const [bulk, quiet] = [[...done].at(-1), [...done].at(-2)]
    const [priced, neighbour] = within(bulk)
    const [other] = within(quiet)
    Object.assign(priced ?? {}, { total: '11.00' })
    for (const one of [neighbour, other]) Object.assign(linesOf(one)[0] ?? {}, { quantity: 5 })
    const ids = [priced, neighbour, other].map((one) => Number(one?.id))
    await night()
    const [a, b, c] = ids
    const rowsOf = (units: number) =>
      [
        { id: a, units: 1, total: 11 },
        { id: b, units: 5, total: 10 },
        { id: c, units, total: 10 },
      ].sort((one, two) => Number(one.id) - Number(two.id))
    const afterOne = await stored(ids)
    expect(afterOne.filter(({ id }) => id !== c)).toEqual(rowsOf(5).filter(({ id }) => id !== c))
    for (let more = 0; more < 3; more++) await night()
    expect(await stored(ids)).toEqual(rowsOf(5))
  })
})
