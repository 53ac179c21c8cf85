// A route's query without a scope is a type error: each @ts-expect-error fails as soon as its line compiles.
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { ListResult } from '#server/http/list-route.ts'
import { describeEngines } from '#test/engines.ts'
import { byScope, inScope, type ScopedSql, type Sql, sql, wholeShop } from './sql.ts'
import type { Queries, Reads, Store } from './store.ts'

describeEngines('a store that routes read', (engine) => {
  test('takes only SQL with a scope, wherever in it the scope is', async () => {
    const reads: Reads = await engine.open()
    const sold = sql`select * from (values ('101', 5), ('102', 7), ('*', 11)) sold (dist_id, net)`
    const net = async (query: ScopedSql) => (await reads.one<{ net: number }>(query))?.net

    // @ts-expect-error: no scope
    await reads.all(sold)
    // @ts-expect-error: no scope
    await reads.one(sql`select sum(net) as net from (${sold}) s where dist_id in (${['101']})`)
    // @ts-expect-error: perhaps no scope
    await reads.all(Math.random() < 2 ? sold : sql`select * from (${sold}) s where ${inScope(['101'])}`)

    const rows = (scope: readonly string[] | null) => sql`select * from (${sold}) s where ${inScope(scope)}`
    const sum = (of: ScopedSql) => sql`select sum(net) as net from (${of}) s`
    expect(await net(sum(rows(['101'])))).toBe(5)
    expect(await net(sum(rows(['*'])))).toBe(11)
    expect(await net(sum(rows([])))).toBeNull()
    expect(await net(sum(rows(null)))).toBe(23)
    expect(await net(sum(wholeShop('an example', sold)))).toBe(23)
    for (const [scope, total] of [[null, 99] as const, [['102'], 7] as const])
      expect(await net(byScope(scope, sql`select 99 as net`, sum(rows(scope))))).toBe(total)
  })

  test('takes a union only if each of its queries has a scope', async () => {
    const reads: Reads = await engine.open()
    const of = (id: string) =>
      sql`select * from (values ('101', 5), ('102', 7)) sold (dist_id, net) where dist_id = ${id}`
    const limited = sql`${of('101')} and ${inScope(['101'])}`
    const nets = async (query: ScopedSql) => (await reads.all<{ net: number }>(query)).map(({ net }) => net)

    expect(await nets(sql.union([limited, limited], 'all'))).toEqual([5, 5])
    expect(await nets(sql.union([limited, limited]))).toEqual([5])
    expect(
      await nets(wholeShop('an example', sql`${sql.union([of('101'), of('102')], 'all')} order by net`)),
    ).toEqual([5, 7])
    // @ts-expect-error: one half has no scope
    sql.union([limited, of('102')])
    // @ts-expect-error: perhaps no scope
    sql.union([limited, Math.random() < 2 ? limited : of('102')])
    // @ts-expect-error: no half has a scope
    await reads.all(sql.union([of('101'), of('102')]))
    expect(() => sql.union([])).toThrow('A union needs a query')
  })
})

describe('types', () => {
  test('keep routes from writing, and lists from forgetting the scope', () => {
    expectTypeOf<Store>().toExtend<Reads>()
    expectTypeOf<Reads>().not.toExtend<Queries>()
    expectTypeOf<ScopedSql>().toExtend<Sql>()
    expectTypeOf<Sql>().not.toExtend<ScopedSql>()
    expectTypeOf<ListResult<never>['query']>().toEqualTypeOf<ScopedSql>()
  })
})
