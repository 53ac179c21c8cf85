// Starts the first import of a connected shop, and the one after a change of time zone, while the server already
// answers requests.
import { dataKind } from '#server/ingest/data-source.ts'
import { isOnAnotherClock } from '#server/ingest/import.ts'
import type { Jobs } from '#server/ingest/jobs/jobs.ts'
import { JOB_TEXT } from '#server/ingest/jobs/text.ts'
import type { Progress } from '#server/ingest/progress.ts'
import { isFollowedElsewhere } from '#server/ingest/sync/cursors.ts'
import { storeAddress } from '#server/shop/api-keys.ts'
import type { Connection } from '#server/shop/connection.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { lastReportLines } from '#server/terminal/last-report.ts'

export interface RunningImport {
  /** Announces the import. */
  readonly line: string
  /** Resolves after the result was printed. */
  readonly done: Promise<void>
}

/** True without a complete import of the shop at this address, in this time zone; demo data does not count. */
async function isDue(store: Store, timeZone: string, url: string): Promise<boolean> {
  const kind = await dataKind(store)
  if (kind === undefined || kind === 'demo' || (await isOnAnotherClock(store, timeZone))) return true
  if (await isFollowedElsewhere(store, storeAddress(url) ?? url)) return true
  const started = await store.one(
    sql`select 1 as found from import_cursors where strpos(source, 'import:') = 1 limit 1`,
  )
  return started !== undefined
}

export interface FirstImport {
  readonly store: Store
  readonly connection: Connection
  readonly jobs: Jobs
  readonly timeZone: string
  readonly say: (line: string) => void
  readonly progress: Progress
}

export async function firstImport(setting: FirstImport): Promise<RunningImport | undefined> {
  const { store, connection, jobs, timeZone, progress } = setting
  const { shop } = await connection.read()
  if (!shop || !(await isDue(store, timeZone, shop.url))) return undefined
  const outcome = await jobs.start('import', { progress })
  const line = `  Se importa la tienda ${shop.url}; las pantallas se completan solas al terminar.`
  return { line, done: outcome === 'started' ? tellEnd(setting) : afterAnother(setting) }
}

/** Another server may be importing, or may have died doing so. */
async function afterAnother(setting: FirstImport): Promise<void> {
  const { jobs, progress } = setting
  // Without the database, the schedule takes over once it is back.
  await jobs.start('import', { progress, patient: true }).catch(() => {})
  await tellEnd(setting)
}

async function tellEnd({ store, jobs, say }: FirstImport): Promise<void> {
  const ending = await jobs.finished('import')
  if (!ending) return
  if (ending.state === 'failed') {
    if (ending.message === JOB_TEXT.stopped) return
    say(`  La importación se detuvo: ${ending.message}`)
    say('  Lo importado queda. Si la tienda no responde se vuelve a intentar sola, cada vez más espaciado;')
    say('  si no, sigue desde ahí al volver a iniciar, o con `gondola import woocommerce`.')
    return
  }
  // Without the database, the report waits on the screen.
  const lines = await lastReportLines(store).catch(() => [])
  for (const line of lines) say(line)
}
