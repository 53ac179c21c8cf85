// Checks of the database, the jobs and the connected shop, for `gondola doctor`.
import { CRON_LABELS } from '#contract/cron-states.ts'
import { CommandError } from '#server/terminal/command.ts'
import { type Finding, failed, findingLines, ok, warning } from '#server/terminal/findings.ts'
import { jobStates } from '../ingest/jobs/job-runs.ts'
import { differingRollups } from '../ingest/jobs/reconciliation.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { dirtyMonths } from '../store/versions.ts'
import type { CommandDeps, Output } from './deps.ts'
import { NO_SHOP } from './woocommerce.ts'

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
  if (!store.isFull()) return ok(`base: ${engine}, con el esquema de esta versión`)
  return failed(
    `base: ${engine}, sin lugar en su disco: no acepta cambios`,
    'liberar espacio; no hace falta reiniciar',
  )
}

/** Of the newest month until now: the one that changes most. */
async function rollupFinding(store: Store): Promise<Finding> {
  const newest = await store.one<{ month: string | null }>(
    sql`select max(month) as month from orders where month <= ${new Date().toISOString().slice(0, 7)}`,
  )
  const month = newest?.month ?? undefined
  if (month === undefined) return ok('resúmenes: todavía no hay órdenes')
  if ((await dirtyMonths(store)).includes(month)) return ok(`resúmenes: los de ${month} están por rehacerse`)
  const tables = await differingRollups(store, month)
  if (tables.length === 0) return ok(`resúmenes: los de ${month} coinciden con sus filas`)
  return failed(
    `resúmenes: los de ${month} no coinciden con sus filas (${tables.join(', ')})`,
    `gondola job run reconciliation`,
  )
}

async function jobFindings({ store }: CommandDeps): Promise<Finding[]> {
  const states = await jobStates(store)
  const broken = states.filter(({ state }) => state === 'failed')
  if (broken.length === 0) return [ok('crones: ninguno falló en su última corrida')]
  return broken.map(({ job_key, message }) =>
    failed(`cron ${job_key}: falló: ${message}`, `gondola job run ${job_key}`),
  )
}

async function shopFindings(deps: CommandDeps): Promise<Finding[]> {
  const { connected, url, readable, imported } = await deps.shop.connection()
  if (!readable)
    return [
      failed(
        `tienda: ${NO_SHOP.sealed}`,
        'volver a poner secret.key o GONDOLA_SECRET_KEY, o gondola woocommerce connect',
      ),
    ]
  if (!connected || url === null)
    return [warning('tienda: no hay una conectada', 'gondola woocommerce connect --url https://…')]
  const { ok: isWell, checks } = await deps.shop.test({ url })
  const reasons = checks.filter(({ state }) => state === 'failed').map(({ message }) => message)
  const answer = isWell
    ? ok(`tienda: ${url} responde`)
    : failed(
        `tienda: ${url}: ${reasons.join('; ')}`,
        'gondola woocommerce status; las claves se cambian con gondola woocommerce connect',
      )
  return [answer, imported ? await lagFinding(deps) : notImported]
}

const notImported = warning(
  'tienda: todavía no se trajo entera',
  'gondola import woocommerce, o esperar a que el servidor la traiga',
)

async function lagFinding({ store, now }: CommandDeps): Promise<Finding> {
  const orders = (await jobStates(store)).find(({ job_key }) => job_key === 'orders')
  const last = orders?.succeeded_at
  const label = CRON_LABELS.orders
  if (last && now().getTime() - Date.parse(`${last.replace(' ', 'T')}Z`) < LATE_MS)
    return ok(`tienda: al día, última consulta de ${label} ${last} UTC`)
  return failed(
    last
      ? `tienda: la última consulta de ${label} que terminó bien fue ${last} UTC`
      : `tienda: ninguna consulta de ${label} terminó bien todavía`,
    'iniciar el servidor, o gondola sync',
  )
}
