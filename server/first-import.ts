// The first import of a configured shop, made by the server itself while it already answers: the screens fill as it goes on.
import { join } from 'node:path'
import type { Config } from './config.ts'
import { contentsOf } from './ingest/contents.ts'
import { importShop } from './ingest/import.ts'
import { readMapping } from './ingest/import-mapping.ts'
import { reportLines } from './ingest/import-text.ts'
import type { Progress } from './ingest/progress.ts'
import { restShop } from './sources/woocommerce/rest.ts'
import { sql } from './store/sql.ts'
import type { Store } from './store/store.ts'

export interface RunningImport {
  /** Resolves when it has ended, well or not; the person has been told. */
  readonly done: Promise<void>
  /** Ends the reading; what was written stays, and the next start goes on from there. */
  stop(): Promise<void>
}

/** A shop that never came in, or not to its end; a demonstration makes way for it. */
async function isDue(store: Store): Promise<boolean> {
  if ((await contentsOf(store)) !== 'shop') return true
  const started = await store.one(
    sql`select 1 as found from import_cursors where strpos(source, 'import:') = 1 limit 1`,
  )
  return started !== undefined
}

export async function firstImport(
  store: Store,
  { wooCommerce, timeZone, dataDir }: Config,
  say: (line: string) => void,
  progress: Progress,
): Promise<RunningImport | undefined> {
  if (!wooCommerce || !(await isDue(store))) return undefined
  say(`  Se importa la tienda ${wooCommerce.url}; las pantallas se completan solas al terminar.`)
  const shop = restShop({
    url: wooCommerce.url,
    key: wooCommerce.key.reveal(),
    secret: wooCommerce.secret.reveal(),
  })
  let stopped = false
  const work = readMapping(store, join(dataDir, 'mapping.json'), false)
    .then((mapping) => importShop({ store, shop, mapping, timeZone, progress, say }))
    .then((report) => {
      for (const line of reportLines(report)) say(line)
    })
    .catch((error: unknown) => {
      if (stopped) return
      say(`  La importación se detuvo: ${error instanceof Error ? error.message : error}`)
      say('  Lo importado queda; sigue desde ahí al volver a iniciar, o con `gondola import woocommerce`.')
    })
    .finally(() => shop.close())
  return {
    done: work,
    async stop() {
      stopped = true
      shop.close()
      await work
    },
  }
}
