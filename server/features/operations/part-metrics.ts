// Metrics that are read from the parts of the server when Prometheus asks.
import { Counter, Gauge, type Registry } from 'prom-client'
import { CRON_STATES } from '#contract/cron-states.ts'
import { shopReading } from '#server/domain/shop-reading.ts'
import type { App } from '#server/http/app.ts'
import { CHANNELS } from '#server/outbox/enqueue.ts'
import { type JobFacts, type Parts, probed } from './parts.ts'

/** Returns the function that reads all parts. A store that does not answer shows as such; the rest is still reported. */
export function partMetrics(app: App, parts: Parts, register: Registry): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `gondola_${name}`, help, labelNames, registers: [register] })
  const build = gauge('build_info', 'Version of the product and its engine; always 1', ['version', 'engine'])
  build.set({ version: parts.version, engine: app.store.engine }, 1)
  const updates = [
    storeMetrics(parts, gauge),
    jobMetrics(app, parts, gauge),
    outboxMetrics(app, parts, gauge),
    laneMetrics(app, parts, gauge, register),
    exportMetrics(app, register),
    cacheMetrics(app, gauge, register),
  ]
  return async () => {
    await Promise.all(updates.map((update) => update()))
  }
}

type NewGauge = <Label extends string>(
  name: string,
  help: string,
  labelNames?: readonly Label[],
) => Gauge<Label>

/** Sets a counter that is kept elsewhere. */
function setTotal<Label extends string>(
  counter: Counter<Label>,
  labels: Partial<Record<Label, string>>,
  total: number,
) {
  counter.remove(labels)
  counter.inc(labels, total)
}

function storeMetrics({ store, isDraining }: Parts, gauge: NewGauge) {
  const running = gauge('store_queries_running', 'Queries running, by kind of connection', ['kind'])
  const waiting = gauge('store_queries_waiting', 'Queries waiting for a connection', ['kind'])
  const writable = gauge('store_writable', '0 while the disk is full or the database only takes reads')
  const draining = gauge('draining', '1 while the server stops and wants no more calls')
  return async () => {
    for (const [kind, load] of Object.entries(store.load())) {
      running.set({ kind }, load.running)
      waiting.set({ kind }, load.waiting)
    }
    writable.set(store.isFull() || store.isReadOnly() ? 0 : 1)
    draining.set(isDraining() ? 1 : 0)
  }
}

function jobMetrics({ now }: App, { jobs, shop, webhooks }: Parts, gauge: NewGauge) {
  const up = gauge('store_up', '1 if the store answered')
  const state = gauge('job_state', '1 for the present state of each job', ['cron', 'state'])
  const age = gauge('job_last_success_age_seconds', 'Time since the job last reached its end', ['cron'])
  const schedule = gauge('job_schedule_ok', '1 while the schedule of this server works')
  const connected = gauge('shop_connected', '1 if a shop is connected')
  const lag = gauge('shop_lag_seconds', 'Time since the connected shop was last read successfully')
  const late = gauge('shop_late', '1 if that is over three minutes')
  const queued = gauge('webhook_records_waiting', 'Records named by webhooks, to be read from the shop')
  const ageOf = ({ succeeded_at }: JobFacts) =>
    succeeded_at === null ? undefined : (now().getTime() - Date.parse(`${succeeded_at}Z`)) / 1000
  return async () => {
    const reading = Promise.all([jobs.states(), shop.isConnected()])
    const [facts, isConnected] = await probed(reading).catch(() => [undefined, false] as const)
    up.set(facts ? 1 : 0)
    schedule.set(jobs.health() === 'ok' ? 1 : 0)
    queued.set(webhooks.waiting())
    state.reset()
    age.reset()
    // A reset of a metric without labels would report 0.
    connected.remove()
    lag.remove()
    late.remove()
    if (!facts) return
    connected.set(isConnected ? 1 : 0)
    for (const job of facts) {
      for (const one of CRON_STATES) state.set({ cron: job.job_key, state: one }, job.state === one ? 1 : 0)
      const seconds = ageOf(job)
      if (seconds !== undefined) age.set({ cron: job.job_key }, seconds)
    }
    const shopRead = shopReading(facts, isConnected, now())
    if (!shopRead?.at) return
    lag.set((now().getTime() - Date.parse(shopRead.at)) / 1000)
    late.set(shopRead.isLate ? 1 : 0)
  }
}

function outboxMetrics({ now }: App, { outbox }: Parts, gauge: NewGauge) {
  const waiting = gauge('outbox_waiting', 'Messages that were not sent yet', ['channel'])
  const oldest = gauge('outbox_oldest_age_seconds', 'Time since the oldest of them was due first', [
    'channel',
  ])
  return async () => {
    const rows = await probed(outbox.backlogs()).catch(() => undefined)
    waiting.reset()
    oldest.reset()
    if (!rows) return
    for (const channel of CHANNELS) {
      const row = rows.find((each) => each.channel === channel)
      waiting.set({ channel }, row?.waiting ?? 0)
      oldest.set({ channel }, row ? (now().getTime() - Date.parse(`${row.since}Z`)) / 1000 : 0)
    }
  }
}

function laneMetrics({ limits }: App, { calls }: Parts, gauge: NewGauge, register: Registry) {
  const running = gauge('lane_running', 'Calls in each lane', ['lane'])
  const waiting = gauge('lane_waiting', 'Calls waiting for a place in the lane', ['lane'])
  const refused = new Counter({
    name: 'gondola_lane_refused_total',
    help: 'Calls refused with 503 because the lane was full',
    labelNames: ['lane'],
    registers: [register],
  })
  return async () => {
    const loads = { database: limits.calls.load(), exports: limits.exports.load(), calls: calls() }
    for (const [lane, load] of Object.entries(loads)) {
      running.set({ lane }, load.running)
      waiting.set({ lane }, load.waiting)
      setTotal(refused, { lane }, load.refused)
    }
  }
}

function exportMetrics({ exports }: App, register: Registry) {
  const files = new Counter({
    name: 'gondola_exports_total',
    help: 'Exported files: sent whole, or cut by the connection, a loss of access or a failure',
    labelNames: ['result'],
    registers: [register],
  })
  return async () => {
    for (const [result, total] of Object.entries(exports.counts)) setTotal(files, { result }, total)
  }
}

function cacheMetrics({ responses }: App, gauge: NewGauge, register: Registry) {
  const bytes = gauge('response_cache_bytes', 'Size of the cached responses')
  const most = gauge('response_cache_max_bytes', 'Size that the cached responses may reach')
  const entries = gauge('response_cache_entries', 'Number of cached responses')
  const counter = new Counter({
    name: 'gondola_response_cache_requests_total',
    help: 'Calls of views by whether the cache held a valid response',
    labelNames: ['result'],
    registers: [register],
  })
  return async () => {
    bytes.set(responses.calculatedSize)
    most.set(responses.maxSize)
    entries.set(responses.size)
    setTotal(counter, { result: 'hit' }, responses.hits)
    setTotal(counter, { result: 'miss' }, responses.misses)
  }
}
