// Work that a terminal asks for: one job, a whole round, a comparison, a connection. Done here by whoever has the database,
// be it the command itself or the running server. May import everything on the server's side.
import { z } from 'zod'
import {
  CRON_KEYS,
  CRON_LABELS,
  CRON_MONTHS_BACK,
  type CronKey,
  type CronState,
} from '#contract/crons-columns.ts'
import { isMonth, monthAt } from '#contract/month.ts'
import { CommandError } from '../command.ts'
import type { ShopService } from '../features/shop/routes.ts'
import { DATA_SOURCE } from '../ingest/forget-demo.ts'
import type { Jobs, RunOptions } from '../ingest/jobs/jobs.ts'
import type { Progress } from '../ingest/progress.ts'
import { readSetting } from '../ingest/settings.ts'
import { lastReportLines } from '../last-report.ts'
import { storeAddress } from '../shop/keys.ts'
import type { Store } from '../store/store.ts'
import { keepAccount, newAccountSchema } from './account.ts'
import { forget, personSchema } from './forget.ts'
import { connectedShop, connectShop, newShopSchema, tellShop } from './shop.ts'

export const ipcCommandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('list') }),
  z.object({
    name: z.literal('job'),
    key: z.enum(CRON_KEYS),
    monthsBack: z.int().min(0).max(CRON_MONTHS_BACK).optional(),
  }),
  z.object({ name: z.literal('sync') }),
  z.object({ name: z.literal('reconcile'), month: z.string().refine(isMonth).optional(), all: z.boolean() }),
  /** `url`: of the store that is meant, where the terminal names one. */
  z.object({ name: z.literal('import'), url: z.string().optional() }),
  z.object({ name: z.literal('connect'), shop: newShopSchema }),
  z.object({ name: z.literal('shop') }),
  z.object({ name: z.literal('forget'), person: personSchema, sure: z.boolean() }),
  z.object({ name: z.literal('account'), account: newAccountSchema }),
])
export type IpcCommand = z.output<typeof ipcCommandSchema>

export interface CommandDeps {
  readonly store: Store
  readonly jobs: Jobs
  readonly shop: ShopService
  readonly timeZone: string
  readonly now: () => Date
  /** People may be using it at this moment. */
  readonly serving: boolean
}

/** Where its words go. */
export interface Output {
  say(line: string): void
  readonly progress: Progress
}

const STATES: Record<CronState, string> = {
  ready: 'listo',
  runing: 'en curso',
  success: 'bien',
  failed: 'falló',
  waiting: 'en espera',
  warning: 'con aviso',
}

/** Throws a CommandError for what the person at the terminal has to know. */
export async function runCommand(work: IpcCommand, worker: CommandDeps, telling: Output): Promise<void> {
  const run = (key: CronKey, wish: RunOptions = {}, named = '') => runJob(key, wish, worker, telling, named)
  switch (work.name) {
    case 'list':
      return list(worker.jobs, telling)
    case 'job':
      return run(work.key, { monthsBack: work.monthsBack })
    case 'sync': {
      await connectedShop(worker)
      if (!(await cameInWhole(worker.store))) {
        await keepDoorOpen(worker)
        return run('import')
      }
      // Orders last: what they name is known by then.
      for (const key of ['products', 'coupons', 'customers', 'orders'] as const)
        await run(key, {}, `${CRON_LABELS[key]}, `)
      return
    }
    case 'reconcile': {
      await connectedShop(worker)
      const month = work.month
      const present = monthAt(worker.now(), worker.timeZone)
      if (month !== undefined && month > present)
        throw new CommandError(`el mes ${month} no llegó todavía`, 2)
      const monthsBack = month === undefined ? undefined : monthsBetween(month, present)
      return run('reconciliation', { monthsBack, all: work.all })
    }
    case 'import': {
      const url = await connectedShop(worker)
      if (work.url !== undefined && storeAddress(work.url) !== storeAddress(url))
        throw new CommandError(`la tienda conectada es ${url}: se cambia con \`gondola woocommerce connect\``)
      await keepDoorOpen(worker)
      await run('import')
      for (const line of await lastReportLines(worker.store)) telling.say(line)
      return
    }
    case 'connect':
      return connectShop(work.shop, worker, telling)
    case 'shop':
      return tellShop(worker, telling)
    case 'forget':
      return forget(work.person, work.sure, worker, telling)
    case 'account':
      return keepAccount(work.account, worker, telling)
  }
}

/** A shop shuts the demonstration's users out; a server that starts makes a first account, one that runs does not. */
async function keepDoorOpen({ shop, serving }: CommandDeps): Promise<void> {
  const { holds, own_admin } = await shop.connection()
  if (serving && holds === 'demo' && !own_admin)
    throw new CommandError(
      'la tienda quita los usuarios de demostración y nadie podría entrar: antes, `gondola user CORREO`',
    )
}

async function cameInWhole(store: Store): Promise<boolean> {
  const source = await readSetting(store, DATA_SOURCE)
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'woocommerce'
}

const monthsBetween = (month: string, present: string): number => {
  const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
  return count(present) - count(month)
}

/** The clock may be at the same job; it is over soon. */
const PATIENCE_MS = 120_000
const LOOK_MS = 250

async function runJob(
  key: CronKey,
  wish: RunOptions,
  { jobs }: CommandDeps,
  { say, progress }: Output,
  named: string,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  let outcome = await jobs.start(key, { ...wish, progress })
  while (outcome === 'running' && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    outcome = await jobs.start(key, { ...wish, progress })
  }
  if (outcome !== 'started') throw new CommandError(`el cron «${key}» ya está en curso`)
  const ending = await jobs.finished(key)
  if (!ending) throw new CommandError(`el cron «${key}» terminó sin decir cómo`)
  if (ending.state === 'failed') throw new CommandError(ending.message)
  say(`${named}${STATES[ending.state]}: ${ending.message}`)
}

async function list(jobs: Jobs, { say }: Output): Promise<void> {
  say(
    `${'CLAVE'.padEnd(15)} ${'CRON'.padEnd(20)} ${'ESTADO'.padEnd(10)} ${'ÚLTIMA (UTC)'.padEnd(20)} HORARIO`,
  )
  for (const { key, label, state, last_run, schedule, message } of await jobs.list()) {
    say(
      `${key.padEnd(15)} ${label.padEnd(20)} ${STATES[state].padEnd(10)} ${(last_run ?? '—').padEnd(20)} ${schedule}`,
    )
    if (message !== '') say(`${' '.repeat(16)}${message}`)
  }
}
