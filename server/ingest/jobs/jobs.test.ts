// Jobs through the app on both engines: states, one run at a time, recovery, the log, and what summaries and reconciliation
// repair.
import { afterEach, describe, expect, test } from 'vitest'
import { CRON_KEYS } from '#contract/cron-states.ts'
import type { CronEntry, CronLogRow } from '#contract/crons.ts'
import { buildApp } from '#server/app.ts'
import { openStore } from '#server/store/open.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { markDirty } from '#server/store/versions.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines, testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { DATA_SOURCE } from '../data-source.ts'
import type { Source } from '../source.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const clock = () => NOW

/** A source whose first answer waits until it is released. */
function slowSource() {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<undefined>()
  // Closing also rejects it where nothing waits.
  gate.promise.catch(() => {})
  const none = async () => undefined
  const source: Source = {
    kind: 'woocommerce',
    origin: 'http://localhost/',
    currency: () => {
      asked.resolve()
      return gate.promise
    },
    info: async () => ({}),
    rules: async () => ({
      fingerprint: '',
      companyOfRole: () => '',
      openReader: () => ({
        list: {
          categories: none,
          coupons: none,
          products: none,
          customers: none,
          refunds: none,
          orders: none,
        },
      }),
    }),
    close: () => gate.reject(new Error('closed')),
  }
  return { jobs: { openSource: () => source }, asked: asked.promise, release: () => gate.resolve(undefined) }
}

/** The state that a full import leaves. */
async function importedShop(store: Store): Promise<Store> {
  const source = { kind: 'woocommerce', origin: 'http://localhost/' }
  await store.transaction((tx) => writeSetting(tx, DATA_SOURCE, source))
  return store
}

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    await app.jobs.stop()
    await app.close()
  }
})
const open = async (store: Store, options: Parameters<typeof testApp>[1] = { now: clock }) => {
  const app = await testApp(store, options)
  apps.push(app)
  return app
}

describeEngines('jobs', (engine) => {
  const data = async <T>(app: TestApp, path: string): Promise<T> => {
    const answer = await app.get(path, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const entry = async (app: TestApp, key: string) =>
    (await data<CronEntry[]>(app, '/api/config/crones/list')).find((one) => one.key === key)
  const logs = (app: TestApp, query: string) => data<CronLogRow[]>(app, `/api/config/crones/logs?${query}`)

  test('are listed as ready, with the next run of scheduled ones', async () => {
    const app = await open(await engine.open())
    const list = await data<CronEntry[]>(app, '/api/config/crones/list')
    expect(list.map(({ key }) => key)).toEqual(CRON_KEYS)
    expect(list[0]).toEqual({
      key: 'orders',
      label: 'Órdenes',
      state: 'ready',
      message: '',
      loading: false,
      progress: 0,
      schedule: '*/15 * * * * *',
      last_run: null,
      next_run: null,
    })
    // 3:30 in Buenos Aires.
    expect(list.at(-1)).toMatchObject({ key: 'backup', next_run: '2026-06-11 06:30:00' })
    for (const path of ['list', 'logs', 'run/summaries'])
      expect((await app.get(`/api/config/crones/${path}`, 'admin')).statusCode).toBe(403)
    expect((await entry(app, 'summaries'))?.state).toBe('ready')
  })

  test('a run for a month rebuilds it and is logged and audited', async () => {
    const store = await openSmallShop(engine)
    const app = await open(store)
    await store.run(sql`delete from rollup_months where month = '2026-05'`)
    const started = await data<CronEntry>(app, '/api/config/crones/run/summaries?subMonths=1')
    expect(started).toMatchObject({ key: 'summaries', last_run: '2026-06-10 12:00:00' })
    expect((await app.jobs.settled()).get('summaries')).toMatchObject({ state: 'success', processed: 1 })
    expect(await entry(app, 'summaries')).toMatchObject({
      state: 'success',
      message: '1 mes rehecho',
      progress: 100,
      loading: false,
    })
    expect(
      await store.one(sql`
        select sum(net) as net from rollup_months where month = '2026-05' and status = 'wc-completed'`),
    ).toEqual({ net: 383.42 })
    const [line] = await logs(app, 'command_name=summaries')
    expect(line).toMatchObject({
      command_name: 'summaries',
      status: 'processed',
      started_at: '2026-06-10 12:00:00',
      finished_at: '2026-06-10 12:00:00',
      processed: 1,
    })
    expect(JSON.parse(line?.detail ?? '')).toEqual({ months: ['2026-05'] })
    expect(await logs(app, 'status=failed')).toEqual([])
    const [trail] = await data<{ who: string; subject: string; changes: string }[]>(app, '/api/config/audit')
    expect(trail).toMatchObject({ who: 'super@example.com', subject: 'summaries' })
    expect(JSON.parse(trail?.changes ?? '')).toEqual({ subMonths: [null, 1] })
  })

  test('answers 404 to an unknown job and 400 to a month too far back', async () => {
    const app = await open(await engine.open())
    const unknown = await app.get('/api/config/crones/run/dance', 'superAdmin')
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Cron not found'])
    for (const far of ['241', '-1', 'x', '']) {
      const answer = await app.get(`/api/config/crones/run/summaries?subMonths=${far}`, 'superAdmin')
      expect(answer.json(), far).toMatchObject({ errors: [{ path: 'subMonths' }] })
    }
  })

  test('starts nothing on HEAD', async () => {
    const app = await open(await engine.open())
    const url = '/api/config/crones/run/summaries'
    expect((await app.get({ method: 'HEAD', url }, 'superAdmin')).statusCode).toBe(404)
    expect(await logs(app, '')).toEqual([])
  })

  test('starts nothing where a browser is led to', async () => {
    const app = await open(await engine.open())
    const url = '/api/config/crones/run/summaries'
    const started = async (headers: Record<string, string>) =>
      (await app.get({ url, headers }, 'superAdmin')).statusCode
    for (const led of [
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    ])
      expect(await started(led), JSON.stringify(led)).toBe(403)
    expect(await logs(app, '')).toEqual([])
    expect(await started({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200)
  })

  test('jobs of the shop report a missing shop and do not start on schedule', async () => {
    const app = await open(await engine.open())
    for (const key of ['orders', 'products', 'customers', 'coupons', 'distributors'])
      await data(app, `/api/config/crones/run/${key}`)
    await app.jobs.settled()
    const list = await data<CronEntry[]>(app, '/api/config/crones/list')
    for (const { state, message, next_run } of list.slice(0, 5))
      expect({ state, message, next_run }).toEqual({
        state: 'warning',
        message: 'No hay una tienda conectada',
        next_run: null,
      })
    expect(await logs(app, 'status=warning')).toHaveLength(5)
    expect(await logs(app, 'status=processed')).toEqual([])
    expect(await logs(app, 'status=all&command_name=ord')).toHaveLength(1)
  })

  test('allows one run at a time, logs it, and marks it failed when the server stops', async () => {
    const { jobs, asked } = slowSource()
    const app = await open(await importedShop(await engine.open()), { now: clock, jobs })
    await data(app, '/api/config/crones/run/coupons')
    await asked
    expect(await entry(app, 'coupons')).toMatchObject({ state: 'runing', loading: true })
    const second = await app.get('/api/config/crones/run/coupons', 'superAdmin')
    expect([second.statusCode, second.json().message]).toEqual([409, 'The cron is already running'])
    expect(await logs(app, 'status=processing')).toHaveLength(1)
    await app.jobs.stop()
    expect(await entry(app, 'coupons')).toMatchObject({ state: 'failed', loading: false })
    const [line] = await logs(app, 'status=failed')
    expect(line?.message).toMatch(/Se detuvo junto con el servidor/)
  })

  test('waits for the first import and during a whole import', async () => {
    const store = await engine.open()
    const first = slowSource()
    const sources = [slowSource(), slowSource(), first, slowSource()].map(({ jobs }) => jobs.openSource)
    const app = await open(store, { now: clock, jobs: { openSource: () => sources.shift()?.() } })
    await app.jobs.start('products')
    expect((await app.jobs.settled()).get('products')?.state).toBe('waiting')
    await app.jobs.start('reconciliation')
    const compared = await app.jobs.finished('reconciliation')
    expect(compared).toMatchObject({ state: 'warning', detail: { shop: { checked: 0 } } })
    expect(compared?.message).toMatch(
      /^No se pudo comparar con la tienda: su importación completa no terminó;/,
    )
    expect(compared?.message).not.toContain('todo coincide')
    await importedShop(store)
    expect(await app.jobs.start('import')).toBe('started')
    await first.asked
    await app.jobs.start('orders')
    await app.jobs.finished('orders')
    expect(await entry(app, 'orders')).toMatchObject({
      state: 'waiting',
      message: 'Espera a que termine la importación de la tienda',
    })
  })

  test('runs a due job once, on whichever server is first', async () => {
    const app = await open(await engine.open())
    const due = new Date('2026-06-10T12:00:00Z')
    expect(await app.jobs.start('summaries', { due })).toBe('started')
    await app.jobs.settled()
    expect(await app.jobs.start('summaries', { due })).toBe('running')
    expect(await app.jobs.start('summaries')).toBe('started')
    await app.jobs.settled()
    expect(await logs(app, 'command_name=summaries')).toHaveLength(2)
  })

  test('does not stall jobs after a clock correction', async () => {
    const store = await engine.open()
    const app = await open(store)
    app.travel(3 * 24 * 3600)
    expect(await app.jobs.start('summaries')).toBe('started')
    await app.jobs.settled()
    app.travel(-3 * 24 * 3600)
    expect(await app.jobs.start('summaries', { due: new Date() })).toBe('started')
    await app.jobs.settled()
  })

  test('marks the run of a dead holder as failed, and the next one starts', async () => {
    const store = await engine.open()
    await store.run(sql`
      update jobs set holder = 'elsewhere:1', run_id = nextval('job_run_ids'), state = 'runing',
        heartbeat_at = cast(now() as timestamp)
      where job_key = 'orders'`)
    await store.run(sql`
      insert into job_runs (run_id, job_key, status, started_at, message, processed, detail)
      select run_id, job_key, 'processing', '2026-06-10 11:59:00', '', 0, '{}' from jobs where job_key = 'orders'`)
    const app = await open(store, {})
    if (engine.name === 'postgres') {
      // The holder may be another live process; only missed heartbeats, by the database's clock, show that it is dead.
      app.travel(3600)
      expect((await entry(app, 'orders'))?.state).toBe('runing')
      expect(await app.jobs.start('orders')).toBe('running')
      await store.run(sql`update jobs set heartbeat_at = heartbeat_at - interval '16 seconds'`)
    }
    expect(await entry(app, 'orders')).toMatchObject({ state: 'failed', loading: false })
    const [line] = await logs(app, 'status=failed')
    expect(line).toMatchObject({ command_name: 'orders', finished_at: expect.any(String) })
    expect(line?.message).toMatch(/se cortó/)
    expect(await app.jobs.start('orders')).toBe('started')
    await app.jobs.settled()
  })

  test('summaries rebuild dirty months and advance the latest month, never past the data or back', async () => {
    const store = await openSmallShop(engine)
    const app = await open(store)
    const run = async (monthsBack?: number) => {
      await app.jobs.start('summaries', { monthsBack })
      await app.jobs.settled()
      return readSetting(store, 'show_max_month')
    }
    expect(await run()).toBeUndefined()
    expect(await run(0)).toBeOneOf([undefined, '2026-06'])
    await store.transaction((tx) => writeSetting(tx, 'show_max_month', '2026-03'))
    expect(await run(1)).toBe('2026-05')
    await store.transaction((tx) => writeSetting(tx, 'show_max_month', '2027-01'))
    await store.transaction((tx) => markDirty(tx, ['2026-05']))
    expect(await run()).toBe('2027-01')
    expect(await store.all(sql`select name from data_versions where dirty`)).toEqual([])
  })

  test('reconciliation repairs altered rollups and counts unclassified values', async () => {
    const store = await openSmallShop(engine)
    const app = await open(store)
    const reconcile = async () => {
      await app.jobs.start('reconciliation')
      const ending = (await app.jobs.settled()).get('reconciliation')
      if (!ending) throw new Error('it did not end')
      return ending
    }
    const before = await store.all(sql`select * from rollup_months order by month, dist_id, status`)
    const clean = await reconcile()
    expect(clean).toMatchObject({ state: 'success', detail: { repaired: [] } })
    expect(clean.message).toContain('coinciden')

    await store.run(sql`update rollup_months set net = net + 1 where month = '2026-05' and dist_id = '101'`)
    await store.run(sql`delete from rollup_buyers where month = '2026-05'`)
    const mended = await reconcile()
    expect(mended.state).toBe('warning')
    expect(mended.message).toContain('reparado: 2026-05')
    expect(mended.detail).toMatchObject({
      repaired: [
        {
          month: '2026-05',
          tables: ['rollup_months', 'rollup_buyers'],
          statuses: expect.arrayContaining([
            expect.objectContaining({ status: 'wc-completed', net: 383.42 }),
          ]),
        },
      ],
    })
    expect(await store.all(sql`select * from rollup_months order by month, dist_id, status`)).toEqual(before)

    const foreign = await store.all<{ name: string; count: number }>(
      sql`select currency as name, count(*) as count from orders where not counted group by currency`,
    )
    expect(foreign.length).toBeGreaterThan(0)
    expect(mended.detail).toMatchObject({
      unplaced: { currencies: foreign, statuses: [{ name: 'wc-weird', count: 1 }] },
    })
    expect((await reconcile()).state).toBe('success')
  })
})

describe('two servers on one PostgreSQL', () => {
  const engine = testEngine('postgres')

  test('share the lock and the states of jobs', async () => {
    const place = await engine.place()
    const [one, other] = [await openStore(place), await openStore(place)]
    try {
      const { jobs, asked, release } = slowSource()
      const first = await open(await importedShop(one), { now: clock, jobs })
      const second = await buildApp({
        store: other,
        timeZone: first.timeZone,
        now: clock,
        jobs: slowSource().jobs,
      })
      expect(await first.jobs.start('customers')).toBe('started')
      await asked
      expect(await second.jobs.start('customers')).toBe('running')
      expect((await second.jobs.list()).find(({ key }) => key === 'customers')?.state).toBe('runing')
      release()
      await first.jobs.settled()
      expect((await second.jobs.list()).find(({ key }) => key === 'customers')?.state).toBe('success')
      const due = NOW
      const starts = await Promise.all([first, second].map(({ jobs }) => jobs.start('summaries', { due })))
      expect(starts.sort()).toEqual(['running', 'started'])
      await Promise.all([first.jobs.settled(), second.jobs.settled()])
      await second.server.close()
    } finally {
      await apps.pop()?.close()
      await one.close()
      await other.close()
    }
  })
})
