import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Queries, Store } from './store.ts'
import { category, insert, names } from './writes.fixture.ts'

describeEngines('transactions', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  beforeEach(async () => {
    await store.run(sql`delete from categories; delete from products; delete from orders`)
  })

  it('sees its own deletes and inserts, and others see them after it', async () => {
    await insert(store, [category(1, 'vieja'), category(2, 'queda')])
    await store.transaction(async (tx) => {
      await tx.run(sql`delete from categories where category_id in (${[1]})`)
      await insert(tx, [category(1, 'nueva')])
      expect(await names(tx)).toEqual(['nueva', 'queda'])
      expect(await names(store)).toEqual(['vieja', 'queda'])
    })
    expect(await names(store)).toEqual(['nueva', 'queda'])
  })

  it('rolls back when it fails', async () => {
    await insert(store, [category(1, 'queda')])
    const failing = store.transaction(async (tx) => {
      await tx.run(sql`delete from categories`)
      await insert(tx, [category(2, 'no')])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await names(store)).toEqual(['queda'])
  })

  it('rolls back when a statement or a bulk insert fails', async () => {
    await insert(store, [category(1, 'queda')])
    const failing = (statement: (tx: Queries) => Promise<unknown>) =>
      store.transaction(async (tx) => {
        await insert(tx, [category(2, 'no')])
        await statement(tx)
      })
    await expect(failing((tx) => tx.run(sql`insert into nowhere values (1)`))).rejects.toThrow('nowhere')
    await expect(failing((tx) => insert(tx, [category(3, 'a\0')]))).rejects.toThrow('NUL')
    expect(await names(store)).toEqual(['queda'])
    await store.transaction((tx) => insert(tx, [category(2, 'sigue')]))
    expect(await names(store)).toEqual(['queda', 'sigue'])
  })

  it('keeps nothing that the callback did not await', async () => {
    let late: Promise<unknown> | undefined
    const failing = store.transaction(async (tx) => {
      const bulk = Array.from({ length: 3000 }, (_, id) => category(id, 'no'))
      late = Promise.allSettled([insert(tx, bulk), tx.run(sql`update categories set name = 'nunca'`)])
      throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    await late
    expect(await names(store)).toEqual([])
  })

  it('refuses statements after it ended', async () => {
    let kept: Queries | undefined
    await store.transaction(async (tx) => {
      kept = tx
    })
    await expect(kept?.run(sql`delete from categories`)).rejects.toMatchObject({ code: 'closed' })
  })

  it('returns the result of the callback', async () => {
    expect(await store.transaction(async () => 'listo')).toBe('listo')
  })

  it('runs concurrently without lost updates', async () => {
    await insert(store, [category(0, '0')])
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.transaction(async (tx) => {
          await tx.run(sql`update categories set parent_id = parent_id + 1 where category_id = 0`)
          await insert(tx, [category(index + 1, 'x')])
        }),
      ),
    )
    expect(await store.one(sql`select count(*) as rows, sum(parent_id) as added from categories`)).toEqual({
      rows: 11,
      added: 10,
    })
  })

  it('refuses a write through the store, which would deadlock', async () => {
    const nested = store.transaction(() => store.run(sql`delete from categories`))
    await expect(nested).rejects.toMatchObject({ code: 'nested' })
    const twice = store.transaction(() => store.transaction(async () => {}))
    await expect(twice).rejects.toMatchObject({ code: 'nested' })
    await expect(store.transaction(() => insert(store, []))).rejects.toMatchObject({ code: 'nested' })
    expect(await store.run(sql`delete from categories`)).toBe(0)
  })
})
