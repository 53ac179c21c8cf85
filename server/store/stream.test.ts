import { beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

const ROWS = 20_000

describeEngines('streams', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
    const rows = Array.from({ length: ROWS }, (_, id) => [id, 0, `categoría ${id}`, ''])
    const columns = ['category_id', 'parent_id', 'name', 'slug']
    await store.bulkInsert({ table: 'categories', columns, rows })
  })
  const stream = () =>
    store.stream<{ category_id: number }>(
      sql`select category_id from categories where category_id >= ${0} order by category_id`,
    )

  it('gives every row in order, in batches', async () => {
    const ids: number[] = []
    let batches = 0
    for await (const rows of stream()) {
      batches++
      ids.push(...rows.map(({ category_id }) => category_id))
    }
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, id) => id))
    expect(batches).toBeGreaterThan(5)
  })

  it('stops when the reader stops, repeatedly', async () => {
    for (let round = 0; round < 30; round++) {
      for await (const rows of stream()) {
        expect(rows[0]?.category_id).toBe(0)
        break
      }
    }
    expect(await store.one(sql`select count(*) as rows from categories`)).toEqual({ rows: ROWS })
  })

  it('allows reads and writes while open, and shows a consistent snapshot', async () => {
    const reader = stream()[Symbol.asyncIterator]()
    let seen = (await reader.next()).value?.length ?? 0
    await store.run(sql`insert into categories values (${ROWS}, 0, 'nueva', '')`)
    expect(await store.one(sql`select count(*) as rows from categories`)).toEqual({ rows: ROWS + 1 })
    for (let next = await reader.next(); !next.done; next = await reader.next()) seen += next.value.length
    expect(seen).toBe(ROWS)
    await store.run(sql`delete from categories where category_id = ${ROWS}`)
  })

  it('leaves calls room while the maximum of streams is open', async () => {
    const readers = Array.from({ length: 4 }, () => stream()[Symbol.asyncIterator]())
    await Promise.all(readers.map((reader) => reader.next()))
    expect(await store.one(sql`select count(*) as rows from categories`)).toEqual({ rows: ROWS })
    await store.run(sql`update categories set slug = 'x' where category_id = 0`)
    await Promise.all(readers.map((reader) => reader.return?.()))
  })

  it('runs concurrently with many others', async () => {
    const counts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        let count = 0
        for await (const rows of stream()) count += rows.length
        return count
      }),
    )
    expect(counts).toEqual(Array.from({ length: 8 }, () => ROWS))
  })

  it('returns no rows for an empty result, and reports failures', async () => {
    const batches = []
    for await (const rows of store.stream(sql`select 1 as n from categories where category_id < ${0}`))
      batches.push(rows)
    expect(batches).toEqual([])
    const failing = async () => {
      for await (const _ of store.stream(sql`select nada from categories`));
    }
    await expect(failing()).rejects.toThrow('nada')
    await expect(failing()).rejects.toThrow('nada')
  })

  it('ends with an error when the store closes', async () => {
    const closing = await openStore(await engine.place())
    const sums = sql`from generate_series(1, 1000) as a (n), generate_series(1, 1000) as b (n)`
    const reader = closing.stream(sql`select a.n + b.n as n ${sums}`)[Symbol.asyncIterator]()
    await reader.next()
    const reading = closing.one(sql`select count(*) as rows ${sums}`)
    await closing.close()
    expect(await reading).toEqual({ rows: 1_000_000 })
    const rest = async () => {
      while (!(await reader.next()).done);
    }
    await expect(rest()).rejects.toMatchObject({ code: 'closed' })
    await expect(closing.all(sql`select 1`)).rejects.toMatchObject({ code: 'closed' })
  })
})
