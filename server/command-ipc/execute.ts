// Executes commands in the process that has the database open.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  CRON_KEYS,
  CRON_LABELS,
  CRON_MONTHS_BACK,
  type CronKey,
  type CronState,
} from '#contract/cron-states.ts'
import { isMonth, monthAt } from '#contract/month.ts'
import { REMOVAL_COLLECTIONS } from '#contract/removal-states.ts'
import { removalDecisions } from '#server/start/removal-decisions.ts'
import { CommandError } from '#server/terminal/command.ts'
import { lastReportLines } from '#server/terminal/last-report.ts'
import { DATA_SOURCE } from '../ingest/data-source.ts'
import type { RunOptions } from '../ingest/jobs/jobs.ts'
import { isFollowedElsewhere } from '../ingest/sync/cursors.ts'
import { storeAddress } from '../shop/api-keys.ts'
import { readSetting } from '../store/settings.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { adminAccountSchema, saveAdminAccount } from './account.ts'
import { type CommandDeps, type Output, TERMINAL } from './deps.ts'
import { examine } from './doctor.ts'
import { forget, personSchema } from './forget.ts'
import { connectedShop, connectShop, newShopSchema, printShop } from './woocommerce.ts'

export const ipcCommandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('list') }),
  z.object({
    name: z.literal('job'),
    key: z.enum(CRON_KEYS),
    monthsBack: z.int().min(0).max(CRON_MONTHS_BACK).optional(),
  }),
  z.object({ name: z.literal('sync') }),
  z.object({
    name: z.literal('restore-removed'),
    collection: z.enum(REMOVAL_COLLECTIONS).optional(),
    ids: z.array(z.int().positive()).optional(),
    list: z.boolean(),
  }),
  z.object({ name: z.literal('reconcile'), month: z.string().refine(isMonth).optional(), all: z.boolean() }),
  /** `url`: the store that the terminal expects to be connected. */
  z.object({ name: z.literal('import'), url: z.string().optional() }),
  z.object({ name: z.literal('connect'), shop: newShopSchema }),
  z.object({ name: z.literal('shop') }),
  z.object({ name: z.literal('doctor') }),
  z.object({ name: z.literal('forget'), person: personSchema, confirmed: z.boolean() }),
  z.object({ name: z.literal('account'), account: adminAccountSchema }),
])
export type IpcCommand = z.output<typeof ipcCommandSchema>

const STATES: Record<CronState, string> = {
  ready: 'listo',
  runing: 'en curso',
  success: 'bien',
  failed: 'falló',
  waiting: 'en espera',
  warning: 'con aviso',
}

/** Throws a CommandError with a message for the terminal. */
export async function executeCommand(command: IpcCommand, deps: CommandDeps, output: Output): Promise<void> {
  switch (command.name) {
    case 'list':
      return listJobs(deps, output)
    case 'job':
      return runJob(command.key, { monthsBack: command.monthsBack }, deps, output)
    case 'sync':
      return sync(deps, output)
    case 'restore-removed':
      return restoreRemoved(command, deps, output)
    case 'reconcile':
      return reconcile(command.month, command.all, deps, output)
    case 'import':
      return importWholeShop(command.url, deps, output)
    case 'connect':
      return connectShop(command.shop, deps, output)
    case 'shop':
      return printShop(deps, output)
    case 'doctor':
      return examine(deps, output)
    case 'forget':
      return forget(command.person, command.confirmed, deps, output)
    case 'account':
      return saveAdminAccount(command.account, deps, output)
  }
}

async function sync(deps: CommandDeps, output: Output): Promise<void> {
  const url = await connectedShop(deps)
  if (!(await isWholeShopImported(deps.store, url))) {
    await assertSomebodyCanSignIn(deps)
    return runJob('import', {}, deps, output)
  }
  // Orders last: they refer to the other three.
  for (const key of ['products', 'coupons', 'customers', 'orders'] as const)
    await runJob(key, {}, deps, output, `${CRON_LABELS[key]}, `)
}

async function restoreRemoved(
  { collection, ids, list }: Extract<IpcCommand, { name: 'restore-removed' }>,
  deps: CommandDeps,
  { say }: Output,
): Promise<void> {
  if (!list) {
    const by = { userId: 0, email: TERMINAL }
    const count = await removalDecisions(deps).decide('restore', { collection, ids }, by)
    if (count === 0 && ids)
      throw new CommandError('ninguno de esos registros se quitó en los últimos 30 días')
    return say(count === 0 ? 'No hay nada que restaurar.' : `Restaurados: ${count.toLocaleString('es-AR')}.`)
  }
  const rows = await deps.store.all<{ collection: string; record_id: number; month: string; at: string }>(sql`
    select collection, record_id, month, decided_at as at from removals where state = 'removed'
    order by decided_at, collection, record_id`)
  for (const { collection: kind, record_id, month, at } of rows)
    say(
      `${kind.padEnd(12)} ${String(record_id).padStart(12)}  ${month.padEnd(7)}  quitado ${at.slice(0, 16)} UTC`,
    )
  if (rows.length === 0) say('No hay registros quitados en los últimos 30 días.')
}

async function reconcile(month: string | undefined, all: boolean, deps: CommandDeps, output: Output) {
  await connectedShop(deps)
  const present = monthAt(deps.now(), deps.timeZone)
  const monthsBack = month === undefined ? undefined : monthsBetween(month, present)
  return runJob('reconciliation', { monthsBack, all }, deps, output)
}

async function importWholeShop(expectedUrl: string | undefined, deps: CommandDeps, output: Output) {
  const url = await connectedShop(deps)
  if (expectedUrl !== undefined && storeAddress(expectedUrl) !== storeAddress(url))
    throw new CommandError(`la tienda conectada es ${url}: se cambia con \`gondola woocommerce connect\``)
  await assertSomebodyCanSignIn(deps)
  await runJob('import', {}, deps, output)
  for (const line of await lastReportLines(deps.store)) output.say(line)
}

/** An import deletes the demo users. A server creates its first account at start only. */
async function assertSomebodyCanSignIn({ shop, serving }: CommandDeps): Promise<void> {
  const { holds, own_admin } = await shop.connection()
  if (serving && holds === 'demo' && !own_admin)
    throw new CommandError(
      'la tienda quita los usuarios de demostración y nadie podría entrar: antes, `gondola user CORREO`',
    )
}

const dataSourceSchema = z.object({ kind: z.literal('woocommerce') })

const isWholeShopImported = async (store: Store, url: string): Promise<boolean> =>
  dataSourceSchema.safeParse(await readSetting(store, DATA_SOURCE)).success &&
  !(await isFollowedElsewhere(store, storeAddress(url) ?? url))

const monthsBetween = (month: string, present: string): number => {
  const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
  return count(present) - count(month)
}

/** How long to wait for a scheduled run of the same job. */
const BUSY_TIMEOUT_MS = 120_000
const RETRY_MS = 250

async function runJob(
  key: CronKey,
  options: RunOptions,
  { jobs }: CommandDeps,
  { say, progress }: Output,
  prefix = '',
): Promise<void> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS
  let outcome = await jobs.start(key, { ...options, progress })
  while (outcome === 'running' && Date.now() < deadline) {
    await sleep(RETRY_MS)
    outcome = await jobs.start(key, { ...options, progress })
  }
  if (outcome !== 'started') throw new CommandError(`el cron «${key}» ya está en curso`)
  const result = await jobs.finished(key)
  if (!result) throw new CommandError(`el cron «${key}» terminó sin decir cómo`)
  if (result.state === 'failed') throw new CommandError(result.message)
  say(`${prefix}${STATES[result.state]}: ${result.message}`)
}

async function listJobs({ jobs }: CommandDeps, { say }: Output): Promise<void> {
  const row = (key: string, label: string, state: string, lastRun: string, schedule: string) =>
    say(`${key.padEnd(15)} ${label.padEnd(20)} ${state.padEnd(10)} ${lastRun.padEnd(20)} ${schedule}`)
  row('CLAVE', 'CRON', 'ESTADO', 'ÚLTIMA (UTC)', 'HORARIO')
  for (const { key, label, state, last_run, schedule, message } of await jobs.list()) {
    row(key, label, STATES[state], last_run ?? '—', schedule)
    if (message !== '') say(`${' '.repeat(16)}${message}`)
  }
}
