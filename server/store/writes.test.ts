import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'
import { category, insert, names } from './writes.fixture.ts'

describeEngines('writes', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  beforeEach(async () => {
    await store.run(sql`delete from categories; delete from products; delete from orders`)
  })

  it('returns the number of changed rows', async () => {
    expect(await store.run(sql`insert into categories values (1, 0, ${'a'}, ''), (2, 0, 'b', '')`)).toBe(2)
    expect(await store.run(sql`update categories set name = ${'c'} where category_id = 2`)).toBe(1)
    expect(await store.run(sql`delete from categories where category_id = ${9}`)).toBe(0)
    expect(await store.run(sql`delete from categories`)).toBe(2)
  })

  it('refuses writes through methods that read', async () => {
    await insert(store, [category(1, 'a')])
    const change = sql`update categories set name = ${'z'} returning name`
    const answers = [
      store.all(change),
      store.one(change),
      store.all(sql`insert into categories values (2, 0, 'b', '')`),
      store.all(sql`create table another (id bigint)`),
      store.transaction((tx) => tx.all(change)),
      store.transaction((tx) => tx.one(sql`delete from categories`)),
    ]
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'not-a-read' } })
    expect(await names(store)).toEqual(['a'])
  })

  it('reads current data however often the same statement runs', async () => {
    const texts = (id: number) => [
      sql`select count(*) as it from categories`,
      sql`select count(*) as it from categories where category_id < 100`,
      sql`select count(*) as it from categories where category_id > 100`,
      sql`select count(*) as it from categories where name = 'nueva' and category_id >= ${id}`,
      sql`select count(*) as it from categories where category_id >= ${id}`,
    ]
    const counts = () =>
      Promise.all(texts(0).map(async (text) => (await store.one<{ it: number }>(text))?.it))
    await insert(store, [category(1, 'vieja')])
    expect(await counts()).toEqual([1, 1, 0, 0, 1])
    await insert(store, [category(200, 'nueva')])
    expect(await counts()).toEqual([2, 1, 1, 1, 2])
    await store.run(sql`delete from categories where category_id = 1`)
    expect(await counts()).toEqual([1, 0, 1, 1, 1])
  })

  it('runs one statement with values of different types, concurrently', async () => {
    const rows = await store.transaction((tx) =>
      Promise.all([1, 'dos', null, true, 4].map((value) => tx.one(sql`select cast(${value} as text) as it`))),
    )
    expect(rows).toEqual([{ it: '1' }, { it: 'dos' }, { it: null }, { it: 'true' }, { it: '4' }])
  })
})
