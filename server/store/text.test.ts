import { beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

describeEngines('text filters', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })

  it.each([
    ['CÓRDOBA', 'cordoba'],
    ['Ñandú Güemes', 'nandu guemes'],
    ['Entre Ríos 2×1', 'entre rios 2×1'],
    ['ÀÉÎÕÜÇŠŽÅ', 'aeioucsza'],
    ['ØÆŒÐŁ', 'øæœðł'],
    ['café', 'cafe'], // a letter and its accent apart
    ['Straße 100%_\\', 'straße 100%_\\'],
    ['Ω', 'ω'],
    ['ЯБЛОКО', 'яблоко'],
    ['😀 A', '😀 a'],
    ['', ''],
  ])('folds %j to %j', async (text, folded) => {
    expect(await store.one(sql`select folded(${text}) as it`)).toEqual({ it: folded })
  })

  it('matches anywhere, ignoring case and accents, with literal % and _', async () => {
    await store.run(sql`insert into categories values
      (1, 0, 'Alfajor Córdoba', ''), (2, 0, 'Promo 100%', ''), (3, 0, 'Promo 100 pesos', ''), (4, 0, 'a_b', ''), (5, 0, 'a\\b''"', '')`)
    const found = async (part: string) => {
      const rows = await store.all<{ category_id: number }>(
        sql`select category_id from categories where ${sql.contains(sql`name`, part)} order by category_id`,
      )
      return rows.map(({ category_id }) => category_id)
    }
    expect(await found('cordoba')).toEqual([1])
    expect(await found('CÓRD')).toEqual([1])
    expect(await found('100%')).toEqual([2])
    expect(await found('%')).toEqual([2])
    expect(await found('_')).toEqual([4])
    expect(await found(`\\b'"`)).toEqual([5])
    expect(await found('a_b')).toEqual([4])
    expect(await found('')).toEqual([1, 2, 3, 4, 5])
    expect(await found(`'; drop table categories; --`)).toEqual([])
  })
})
