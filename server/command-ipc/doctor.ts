// Checks of the database, the jobs and the connected shop, for `gondola doctor`.
import { CRON_LABELS } from '#contract/cron-states.ts'
import { CommandError } from '../command.ts'
import { type Finding, findingLines } from '../findings.ts'
import { jobStates } from '../ingest/jobs/job-runs.ts'
import { differingRollups } from '../ingest/jobs/reconciliation.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { dirtyMonths } from '../store/versions.ts'
import type { CommandDeps, Output } from './deps.ts'
import { NO_SHOP } from './shop.ts'

/** Jobs run every few seconds to minutes; after this time none is running. */
const LATE_MS = 15 * 60_000

export const TO_REPAIR = 'hay algo para arreglar: las líneas con ✗ dicen qué hacer'

/** Throws a CommandError if something is wrong, after printing all of it. */
export async function examine(deps: CommandDeps, { say }: Output): Promise<void> {
  const findings: Finding[] = [
    await databaseFinding(deps.store),
    await rollupFinding(deps.store),
    ...(await jobFindings(deps)),
    ...(await shopFindings(deps)),
  ]
  for (const line of findings.flatMap(findingLines)) say(line)
  if (findings.some(({ state }) => state === 'failed')) throw new CommandError(TO_REPAIR)
}

async function databaseFinding(store: Store): Promise<Finding> {
  const row = await store.priority.one<{ version: string }>(sql`select version() as version`)
  const engine =
    store.engine === 'duckdb' ? `DuckDB ${row?.version}` : (row?.version.split(' (')[0] ?? 'PostgreSQL')
  if (!store.isFull()) return { state: 'ok', message: `base: ${engine}, con el esquema de esta versión` }
  return {
    state: 'failed',
    message: `base: ${engine}, sin lugar en su disco: no acepta cambios`,
    step: 'liberar espacio; no hace falta reiniciar',
  }
}

/** Of the newest month: the one that changes most. */
async function rollupFinding(store: Store): Promise<Finding> {
  const newest = await store.one<{ month: string | null }>(sql`select max(month) as month from orders`)
  const month = newest?.month ?? undefined
  if (month === undefined) return { state: 'ok', message: 'resúmenes: todavía no hay órdenes' }
  if ((await dirtyMonths(store)).includes(month))
    return { state: 'ok', message: `resúmenes: los de ${month} están por rehacerse` }
  const tables = await differingRollups(store, month)
  if (tables.length === 0)
    return { state: 'ok', message: `resúmenes: los de ${month} coinciden con sus filas` }
  return {
    state: 'failed',
    message: `resúmenes: los de ${month} no coinciden con sus filas (${tables.join(', ')})`,
    step: `gondola job run reconciliation`,
  }
}

async function jobFindings({ store }: CommandDeps): Promise<Finding[]> {
  const states = await jobStates(store)
  const failed = states.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return [{ state: 'ok', message: 'crones: ninguno falló en su última corrida' }]
  return failed.map(({ job_key, message }) => ({
    state: 'failed' as const,
    message: `cron ${job_key}: falló: ${message}`,
    step: `gondola job run ${job_key}`,
  }))
}

async function shopFindings(deps: CommandDeps): Promise<Finding[]> {
  const { connected, url, readable, imported } = await deps.shop.connection()
  if (!readable)
    return [
      {
        state: 'failed',
        message: `tienda: ${NO_SHOP.sealed}`,
        step: 'volver a poner secret.key o GONDOLA_SECRET_KEY, o gondola woocommerce connect',
      },
    ]
  if (!connected || url === null)
    return [
      {
        state: 'warning',
        message: 'tienda: no hay una conectada',
        step: 'gondola woocommerce connect --url https://…',
      },
    ]
  const { ok, checks } = await deps.shop.test({ url })
  const reasons = checks.filter(({ state }) => state === 'failed').map(({ message }) => message)
  const answer: Finding = ok
    ? { state: 'ok', message: `tienda: ${url} responde` }
    : {
        state: 'failed',
        message: `tienda: ${url}: ${reasons.join('; ')}`,
        step: 'gondola woocommerce status; las claves se cambian con gondola woocommerce connect',
      }
  return [answer, imported ? await lagFinding(deps) : notImported]
}

const notImported: Finding = {
  state: 'warning',
  message: 'tienda: todavía no se trajo entera',
  step: 'gondola import woocommerce, o esperar a que el servidor la traiga',
}

async function lagFinding({ store, now }: CommandDeps): Promise<Finding> {
  const orders = (await jobStates(store)).find(({ job_key }) => job_key === 'orders')
  const last = orders?.succeeded_at
  const label = CRON_LABELS.orders
  if (last && now().getTime() - Date.parse(`${last.replace(' ', 'T')}Z`) < LATE_MS)
    return { state: 'ok', message: `tienda: al día, última consulta de ${label} ${last} UTC` }
  return {
    state: 'failed',
    message: last
      ? `tienda: la última consulta de ${label} que terminó bien fue ${last} UTC`
      : `tienda: ninguna consulta de ${label} terminó bien todavía`,
    step: 'iniciar el servidor, o gondola sync',
  }
}
