// More calls than the server can serve, over a real server, on both engines.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { column } from '#contract/columns.ts'
import { monthEndpoint } from '#contract/endpoint.ts'
import { list } from '#contract/list.ts'
import { listEndpoint } from '#contract/list-endpoint.ts'
import type { AppOptions } from '#server/app.ts'
import type { Budget } from '#server/store/cancellation.ts'
import { type LaneOptions, lane } from '#server/store/concurrency.ts'
import { type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { listRoute } from './list-route.ts'
import { noLimits } from './load-limits.ts'
import { monthRoute } from './month-route.ts'

/** Answers when `gates` releases it. */
const waiting = monthEndpoint('/api/waiting', {
  access: 'view:scorecard',
  summary: 'Waits',
  data: z.object({}),
})

/** Blocks the event loop for a while. */
const busy = monthEndpoint('/api/busy', {
  access: 'view:scorecard',
  summary: 'Works',
  data: z.object({}),
})

/** A query that does not end. */
const endless = monthEndpoint('/api/endless', {
  access: 'view:scorecard',
  summary: 'Counts for hours',
  data: z.object({}),
})

const numbers = listEndpoint(
  list('/api/numbers', {
    access: 'view:orders',
    summary: 'More than a connection buffers, in few rows',
    columns: [column('number', 'Número', 'integer'), column('note', 'Nota', 'text')],
    key: ['number'],
    orderBy: 'number',
    order: 'ASC',
    file: 'muchos',
  }),
)

const series = (rows: number): Sql => sql.raw(`generate_series(1, ${rows})`)
const counted: Sql = sql`select count(*) as number from ${series(10_000_000)} a (n), ${series(10_000_000)} b (n) where a.n <> b.n`

describeEngines('under load', (engine) => {
  let store: Store
  let app: TestApp
  let address: string
  /** Statements whose text contains a word. */
  let statements: string[]
  let open: PromiseWithResolvers<void>

  /** The store, with a log of what is read. */
  function recorded(): Store {
    const note = ({ texts }: Sql) => void statements.push(texts.join('?'))
    return new Proxy(store, {
      get: (target, name) =>
        name === 'all' || name === 'one'
          ? (query: Sql) => {
              note(query)
              return target[name](query)
            }
          : Reflect.get(target, name, target),
    })
  }

  async function start(
    calls: LaneOptions,
    exports: LaneOptions = { size: 1 },
    more: { most?: number; mostBehind?: number; budget?: Budget } = {},
    options: Partial<AppOptions> = {},
  ) {
    statements = []
    open = Promise.withResolvers()
    app = await testApp(recorded(), {
      ...options,
      limits: { ...noLimits(), calls: lane(calls), exports: lane(exports), ...more },
      extend: (_server, own) => {
        monthRoute(own, waiting, async () => {
          statements.push('waiting')
          await open.promise
          return { months: [], data: {} }
        })
        monthRoute(own, busy, async () => {
          const until = performance.now() + 120
          while (performance.now() < until);
          return { months: [], data: {} }
        })
        monthRoute(own, endless, async () => {
          statements.push('endless')
          await own.store.all(counted)
          return { months: [], data: {} }
        })
        listRoute(own, numbers, () =>
          wholeShop(
            'no shop at all',
            sql`select n as number, repeat('x', 5000) as note from ${series(8000)} t (n)`,
          ),
        )
      },
    })
    address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  }

  const call = async (path: string, signal: AbortSignal | null = null) =>
    fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${await app.tokenOf('superAdmin')}` },
      signal,
    })
  const until = async (word: string, times = 1) => {
    while (statements.filter((text) => text.includes(word)).length < times)
      await new Promise((done) => setImmediate(done))
  }

  beforeAll(async () => {
    store = await openSmallShop(engine)
  })
  afterEach(async () => {
    open.resolve()
    await app.close()
    await store.run(sql`delete from users`)
    await store.run(sql`delete from roles where name in ('scoped', 'viewer')`)
  })
  test('runs identical concurrent calls once, and not for another scope or after a change', async () => {
    await start({ size: 20 })
    const path = '/api/distributors/resume?start_date=2026-05'
    const reads = () => statements.filter((text) => text.includes('rollup_')).length
    await Promise.all([app.tokenOf('superAdmin'), app.tokenOf('scoped')])
    await app.get(path, 'superAdmin')
    const once = reads()
    expect(once).toBeGreaterThan(0)
    await store.transaction((tx) => tx.run(sql`update data_versions set version = version + 1`))
    const all = await Promise.all(Array.from({ length: 20 }, () => app.get(path, 'superAdmin')))
    expect(reads()).toBe(2 * once)
    expect(new Set(all.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await store.transaction((tx) => tx.run(sql`update data_versions set version = version + 1`))
    const [whole, limited] = await Promise.all([app.get(path, 'superAdmin'), app.get(path, 'scoped')])
    expect(reads()).toBe(4 * once)
    expect(whole.json().data).not.toEqual(limited.json().data)
  })

  test('does not share work that began before a change', async () => {
    await start({ size: 2 })
    const path = '/api/waiting?start_date=2026-05'
    const before = call(path)
    await until('waiting')
    await store.transaction((tx) => tx.run(sql`update data_versions set version = version + 1`))
    const after = call(path)
    await until('waiting', 2)
    open.resolve()
    expect([(await before).status, (await after).status]).toEqual([200, 200])
  })

  test('refuses calls beyond its queue with Retry-After, and answers health meanwhile', async () => {
    await start({ size: 1, maxWaiting: 0 })
    const first = call('/api/waiting?start_date=2026-05')
    await until('waiting')
    const refused = await call('/api/waiting?start_date=2026-04')
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'Service Unavailable' },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await call('/api/health')).status).toBe(200)
    open.resolve()
    expect((await first).status).toBe(200)
    expect((await call('/api/waiting?start_date=2026-04')).status).toBe(200)
  })

  test('refuses a call that waited too long', async () => {
    await start({ size: 1, maxWaitMs: 1 })
    const first = call('/api/waiting?start_date=2026-05')
    await until('waiting')
    expect((await call('/api/waiting?start_date=2026-04')).status).toBe(503)
    open.resolve()
    expect((await first).status).toBe(200)
  })

  test('refuses calls beyond the limit of calls in progress', async () => {
    await start({ size: 2 }, { size: 1 }, { most: 1 })
    await app.tokenOf('superAdmin')
    const first = call('/api/waiting?start_date=2026-05')
    await until('waiting')
    expect((await call('/api/waiting?start_date=2026-04')).status).toBe(503)
    expect((await call('/api/health')).status).toBe(200)
    open.resolve()
    expect((await first).status).toBe(200)
  })

  test.runIf(engine.name === 'duckdb')('refuses calls while the event loop stays behind', async () => {
    await start({ size: 20 }, { size: 1 }, { mostBehind: 1 })
    let year = 1900
    const statuses = new Set<number>()
    const client = async () => {
      while (!statuses.has(503)) statuses.add((await call(`/api/busy?start_date=${year++}-05`)).status)
    }
    await Promise.all(Array.from({ length: 8 }, client))
    expect(statuses).toEqual(new Set([200, 503]))
    expect((await call('/api/health')).status).toBe(200)
  })

  test('drops a query when the last of its callers leaves, running or waiting', async () => {
    await start({ size: 1 })
    await app.tokenOf('superAdmin')
    const leaving = [new AbortController(), new AbortController(), new AbortController()]
    app.server.server.on('request', () => void statements.push('asked'))
    const ask = (month: string, at: number) =>
      call(`/api/endless?start_date=${month}`, leaving[at]?.signal).catch(() => 'left')
    const calls = [ask('2026-05', 0), ask('2026-05', 1)]
    await until('endless')
    calls.push(ask('2026-04', 2))
    await until('asked', 3)
    // Its session is checked after theirs, so all three wait for their answers now.
    const forged = `${(await app.tokenOf('superAdmin')).slice(0, -2)}xx`
    const refused = await fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${forged}` } })
    expect(refused.status).toBe(401)
    leaving[2]?.abort()
    expect(await calls[2]).toBe('left')
    expect((await call('/api/health')).status).toBe(200)
    for (const controller of leaving) controller.abort()
    expect(await Promise.all(calls)).toEqual(['left', 'left', 'left'])
    open.resolve()
    expect((await call('/api/waiting?start_date=2026-05')).status).toBe(200)
    expect(statements.filter((text) => text === 'endless')).toHaveLength(1)
  })

  test('ends a call whose time is spent, with a sentence', async () => {
    await start({ size: 1 }, { size: 1 }, { budget: { milliseconds: 50, steps: 1e9 } })
    const late = await call('/api/endless?start_date=2026-05')
    expect([late.status, await late.json()]).toEqual([
      504,
      {
        success: false,
        code: 'too-much-work',
        message: 'The answer takes too long: ask for a shorter period or for fewer values.',
      },
    ])
    expect((await call('/api/health')).status).toBe(200)
  })

  test('ends calls that compute more than their steps', async () => {
    const budget = { milliseconds: 3_600_000, steps: 10 }
    await start({ size: 1 }, { size: 1 }, { budget }, { now: () => new Date('2026-06-03T15:00:00Z') })
    const ask = async (path: string, body: object) =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await app.tokenOf('superAdmin')}`,
        },
        body: JSON.stringify(body),
      })
    const trial = { question: 'measures=orders&by=city', condition: { kind: 'no_orders', hours: 1 } }
    expect((await ask('/api/alerts/try', trial)).status).toBe(504)
    expect((await call('/api/health')).status).toBe(200)
    expect((await call('/api/summary/main-page?start_date=2026-05')).status).toBe(200)
  })

  test('limits exports separately, until their last byte', async () => {
    await start({ size: 1 }, { size: 1, maxWaiting: 0 })
    const leaving = new AbortController()
    const file = '/api/numbers?start_date=2026-05&export=1'
    const first = await call(file, leaving.signal)
    expect(first.status).toBe(200)
    expect((await call(file)).status).toBe(503)
    expect((await call('/api/distributors/resume?start_date=2026-05')).status).toBe(200)
    leaving.abort()
    let again = await call(file)
    while (again.status === 503) again = await call(file)
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })
})
