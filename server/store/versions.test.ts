import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeEngines, testEngine } from '#test/engines.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'
import { bumpVersions, dirtyMonths, markClean, markDirty, readVersions } from './versions.ts'

describeEngines('data versions', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  beforeEach(async () => {
    await store.run(sql`delete from data_versions`)
  })
  const version = async (name: string) => (await readVersions(store)).get(name)?.version ?? 0

  it('grow with every write and record its time', async () => {
    expect((await readVersions(store)).size).toBe(0)
    const before = new Date().toISOString()
    await store.transaction((tx) => bumpVersions(tx, ['2026-05', 'dimensions']))
    const first = await version('2026-05')
    await store.transaction((tx) => bumpVersions(tx, ['2026-05', '2026-05', '2026-04']))
    expect(await version('2026-05')).toBeGreaterThan(first)
    const versions = await readVersions(store)
    expect([...versions.keys()].sort()).toEqual(['2026-04', '2026-05', 'dimensions'])
    const at = versions.get('2026-05')?.updated_at ?? ''
    expect(new Date(at).toISOString() >= before).toBe(true)
  })

  it('are never reused in a new database', async () => {
    await store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    const first = await version('2026-05')
    await store.run(sql`delete from data_versions`)
    await store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    await store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    expect(await version('2026-05')).toBeGreaterThan(first)
  })

  it('stay unchanged when the write fails', async () => {
    await store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    const first = await version('2026-05')
    const failing = store.transaction(async (tx) => {
      await bumpVersions(tx, ['2026-05'])
      await markDirty(tx, ['2026-05'])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await version('2026-05')).toBe(first)
    expect(await dirtyMonths(store)).toEqual([])
  })

  it('remember which months are to be rebuilt', async () => {
    await store.transaction(async (tx) => {
      await markDirty(tx, ['2026-05', '2026-03'])
      await bumpVersions(tx, ['2026-05', '2026-04', 'dimensions'])
    })
    expect(await dirtyMonths(store)).toEqual(['2026-03', '2026-05'])
    const before = await version('2026-05')
    await store.transaction(async (tx) => {
      expect(await dirtyMonths(tx)).toEqual(['2026-03', '2026-05'])
      await markClean(tx, ['2026-05'])
    })
    expect(await dirtyMonths(store)).toEqual(['2026-03'])
    expect(await version('2026-05')).toBeGreaterThan(before)
  })

  it('grow by one for each concurrent writer', async () => {
    await store.run(
      sql`insert into data_versions values ('2026-05', 9000000000000000, '2026-05-01 00:00:00', false)`,
    )
    const writers = Array.from({ length: 10 }, () =>
      store.transaction((tx) => bumpVersions(tx, ['dimensions', '2026-05', `${Math.random()}`])),
    )
    await Promise.all(writers)
    expect(await version('2026-05')).toBe(9_000_000_000_000_010)
  })

  it('are the same object until the next write', async () => {
    const seen = [await readVersions(store)]
    for (const write of [bumpVersions, markDirty, markClean]) {
      expect(await readVersions(store)).toBe(seen.at(-1))
      await store.transaction((tx) => write(tx, ['2019-12']))
      const after = await readVersions(store)
      expect(seen).not.toContain(after)
      expect(after.get('2019-12')?.dirty).toBe(write === markDirty)
      seen.push(after)
    }
  })
})

describe('data versions of several processes on PostgreSQL', () => {
  const engine = testEngine('postgres')
  let store: Store
  let other: Store
  beforeAll(async () => {
    const place = await engine.place()
    store = await openStore(place)
    other = await openStore(place)
  })
  afterAll(() => Promise.all([store, other].map((one) => one.close())))

  const bumped = async (name: string) => {
    await other.transaction((tx) => bumpVersions(tx, [name]))
    return (await readVersions(other)).get(name)?.version
  }
  const known = (name: string) => async () => (await readVersions(store)).get(name)?.version
  const soon = { timeout: 10_000 }

  it('are read in memory until another process changes them', async () => {
    await expect.poll(() => store.changes(), soon).toBeDefined()
    const before = await readVersions(store)
    await other.transaction(async (tx) => {
      await tx.run(sql`lock table data_versions in access exclusive mode`)
      await expect.poll(() => store.changes(), soon).toBeDefined()
      expect(await readVersions(store)).toBe(before)
    })
    const version = await bumped('2026-05')
    await expect.poll(known('2026-05'), soon).toBe(version)
  })

  it('are current at once for those who ask', async () => {
    await expect.poll(() => store.changes(), soon).toBeDefined()
    const version = await bumped('2026-06')
    expect((await readVersions(store, true)).get('2026-06')?.version).toBe(version)
  })

  it('are right after the connection for notifications was lost', async () => {
    await expect.poll(() => store.changes(), soon).toBeDefined()
    await readVersions(store)
    const ended = await other.one<{ count: number }>(sql`
      select count(pg_terminate_backend(pid)) as count from pg_stat_activity
      where application_name = 'gondola-changes' and datname = current_database()`)
    expect(ended?.count).toBeGreaterThan(0)
    const version = await bumped('2026-07')
    await expect.poll(known('2026-07'), soon).toBe(version)
    await expect.poll(() => store.changes(), soon).toBeDefined()
  })
})
