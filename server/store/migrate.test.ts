import { beforeEach, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { type Migration, migrate, migrationsOf } from './migrate.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

const migration = (name: string, text: string): Migration => ({ name, text, checksum: text })

describeEngines('migrations', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await engine.open()
  })
  const known = migrationsOf(engine.name)

  it('run in the order of their numbers, those of the other engine left out', () => {
    const names = known.map(({ name }) => name)
    expect(names).toContain('001_facts.sql')
    expect(names).toContain(`000_functions.${engine.name}.sql`)
    expect(names.filter((name) => name.includes(engine.name === 'duckdb' ? 'postgres' : 'duckdb'))).toEqual(
      [],
    )
    expect([...names].sort()).toEqual(names)
  })

  it('run once', async () => {
    expect(await migrate(store)).toEqual([])
    const next = migration('900_more.sql', 'create table more (n integer); insert into more values (1);')
    expect(await migrate(store, [...known, next])).toEqual(['900_more.sql'])
    expect(await migrate(store, [...known, next])).toEqual([])
    expect(await store.all(sql`select n from more`)).toEqual([{ n: 1 }])
  })

  it('leave nothing of one that fails, and keep those before it', async () => {
    const good = migration('900_good.sql', 'create table good (n integer)')
    const bad = migration('901_bad.sql', 'create table half (n integer); insert into nowhere values (1);')
    await expect(migrate(store, [...known, good, bad])).rejects.toThrow('nowhere')
    await expect(store.all(sql`select * from half`)).rejects.toThrow('half')
    expect(await store.all(sql`select * from good`)).toEqual([])
  })

  it('refuse a database that a newer version made', async () => {
    await migrate(store, [...known, migration('900_future.sql', 'create table future (n integer)')])
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('900_future.sql'),
    })
  })

  it('refuse to go on when one that ran reads differently', async () => {
    await migrate(store, [...known, migration('900_more.sql', 'create table more (n integer)')])
    const edited = migrate(store, [...known, migration('900_more.sql', 'create table more (n bigint)')])
    await expect(edited).rejects.toMatchObject({ code: 'changed' })
  })
})

describeEngines('opening', (engine) => {
  it('finds again what was written', async () => {
    const place = await engine.place()
    const first = await openStore(place)
    await first.run(sql`insert into settings values ('show_max_month', ${'"2026-05"'})`)
    await first.close()
    const second = await openStore(place)
    expect(await second.all(sql`select * from settings`)).toEqual([
      { option: 'show_max_month', value: '"2026-05"' },
    ])
    await second.close()
  })
})
