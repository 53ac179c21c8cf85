// 90 simulated days: each planted incident is reported once, with its end and hardly any false alarms, and the try-out
// reports the same. Every run evaluates once a day and the first eight days on PostgreSQL; nightly runs (GONDOLA_NIGHTLY)
// evaluate four times a day and all days, on both engines.
import { expect, test } from 'vitest'
import type { AlertIncident, AlertTrial } from '#contract/alerts/calls.ts'
import { addDays } from '#contract/month.ts'
import type { Notice } from '#contract/notices.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from './alert-orders.ts'
import { ACCOUNTS, signIn, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { eventsUntil, PLANTED, type Planted, type ShopEvent, WATCHED_FROM } from './watched-shop.ts'

const DAYS = NIGHTLY ? 90 : 8
const LAST_DAY = addDays(WATCHED_FROM, DAYS - 1)
const SEED = 20260323

const watch = (measure: string, distributors: string, condition: object, least = 0) => ({
  ...{ name: `${measure} ${distributors}`, condition, least },
  question: `measures=${measure}&by=distributor&where=distributor:${distributors}`,
})

const ALERTS: Readonly<Record<Planted['kind'], object>> = {
  falls: watch(
    'net_sale',
    '101,102',
    { kind: 'falls', by: 60, unit: 'percent', over: 1, compare: 'usual' },
    1000,
  ),
  rises: watch('orders', '103', { kind: 'rises', by: 100, unit: 'percent', over: 1, compare: 'usual' }, 20),
  below: watch('orders', '104', { kind: 'below', value: 7, over: 1 }, 200),
  above: watch('net_sale', '105', { kind: 'above', value: 14_000, over: 1 }),
  no_orders: watch('orders', '106', { kind: 'no_orders', hours: 3 }),
  stuck: watch('orders', '107', { kind: 'stuck', status: 'wc-processing', days: 3 }, 10),
}

/** The instant of a time on the shop's clock. */
const instantOf = (local: string) => new Date(`${local.replace(' ', 'T')}-03:00`)

async function write(store: Store, events: readonly ShopEvent[]): Promise<void> {
  if (events.length === 0) return
  // The last version of each order.
  const orders = new Map(events.map(({ order }) => [order.id, orderFacts(order)]))
  await store.transaction((tx) => writeOrders(tx, [...orders.values()], { rollups: 'now' }))
  // A large change marks its months for a rebuild.
  await rebuildDirtyMonths(store)
}

describeOneEngine('alerts on planted incidents', (engine) => {
  test('reports each incident once, as the try-out does', { timeout: 900_000 }, async () => {
    const store = await engine.open()
    const events = eventsUntil(LAST_DAY, SEED)
    const isHistory = ({ at }: ShopEvent) => at < WATCHED_FROM
    await store.transaction((tx) =>
      writeOrders(tx, [
        ...new Map(events.filter(isHistory).map(({ order }) => [order.id, orderFacts(order)])).values(),
      ]),
    )
    await rebuildDirtyMonths(store)
    let now = instantOf(`${WATCHED_FROM} 00:05:00`)
    const app = await testApp(store, { now: () => now })
    const as = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` }
      const answer = await app.server.inject({ method, url, headers, ...(payload && { payload }) })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json().data
    }
    const ids = new Map<string, number>()
    for (const [kind, body] of Object.entries(ALERTS))
      ids.set(kind, (await as('POST', '/api/alerts', body)).id)
    const told: Notice[] = []
    let written = events.findIndex((event) => !isHistory(event))
    for (let day = WATCHED_FROM; day <= LAST_DAY; day = addDays(day, 1)) {
      const running = NIGHTLY ? [`${day} 08:00:30`, `${day} 15:00:30`, `${day} 21:30:00`] : []
      for (const time of [...running, `${addDays(day, 1)} 00:05:00`]) {
        const next = events.findIndex(({ at }, index) => index >= written && at > time)
        const until = next < 0 ? events.length : next
        await write(store, events.slice(written, until))
        written = until
        now = instantOf(time)
        await app.alerts.evaluate()
      }
    }
    told.push(...(await as('GET', '/api/notices')).notices)

    const planted = PLANTED.filter(({ to }) => to < LAST_DAY)
    const found: { kind: string; incident: AlertIncident }[] = []
    for (const [kind, id] of ids) {
      const incidents: AlertIncident[] = await as('GET', `/api/alerts/${id}/incidents`)
      found.push(...incidents.map((incident) => ({ kind, incident })))
      const tried: AlertTrial = await as('POST', '/api/alerts/try', ALERTS[kind as Planted['kind']])
      const days = ({ key, started_on, ended_on }: AlertTrial['incidents'][number]) => ({
        key,
        started_on,
        ended_on,
      })
      const watched = tried.incidents.filter(({ started_on }) => started_on >= WATCHED_FROM)
      expect(watched.map(days), kind).toEqual(incidents.map(days).reverse())
    }
    const isOf = (one: Planted) => (each: (typeof found)[number]) =>
      each.kind === one.kind &&
      each.incident.key === one.distributor &&
      each.incident.started_on.slice(0, 10) >= one.from &&
      each.incident.started_on.slice(0, 10) <= one.to
    const inTime = planted.filter((one) =>
      found
        .filter(isOf(one))
        .some(
          ({ incident }) =>
            Date.parse(`${incident.started_at.replace(' ', 'T')}Z`) <=
            instantOf(`${addDays(one.to, 1)} 00:05:00`).getTime(),
        ),
    )
    const falseAlarms = found.filter((each) => !PLANTED.some((one) => isOf(one)(each)))
    const twice = planted.filter((one) => found.filter(isOf(one)).length > 1)
    const counts = {
      planted: planted.length,
      missed: planted.filter((one) => !inTime.includes(one)),
      falseAlarms: falseAlarms.map(
        ({ kind, incident: { key, started_on } }) => `${kind} ${key} ${started_on}`,
      ),
      starts: told.filter(({ kind }) => kind === 'alert-start').length,
      ends: told.filter(({ kind }) => kind === 'alert-end').length,
    }
    if (NIGHTLY) console.info(engine.name, counts)
    expect(twice).toEqual([])
    expect(counts.missed.length).toBeLessThanOrEqual(NIGHTLY ? 1 : 0)
    expect(counts.falseAlarms.length, counts.falseAlarms.join()).toBeLessThanOrEqual(NIGHTLY ? 3 : 0)
    expect(counts.starts).toBe(found.length)
    expect(counts.ends).toBe(found.filter(({ incident }) => incident.ended_on !== null).length)
    await app.close()
  })
})
