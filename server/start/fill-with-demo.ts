// Generates demo data with its users: one process at a time, and not during an import.
import type { Config } from '#server/config/config.ts'
import { contentsOf } from '#server/ingest/data-source.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { claimImport, claimImportWhile, holdImport } from '#server/ingest/jobs/hold-import.ts'
import type { Outcome } from '#server/ingest/jobs/job.ts'
import type { Progress } from '#server/ingest/progress.ts'
import type { DemoOptions } from '#server/sources/demo/generate.ts'
import { StoreError } from '#server/store/errors.ts'
import type { Store } from '#server/store/store.ts'
import { addDemoUsers, type DemoUser, demoUsers } from './demo-users.ts'
import {
  assertReplaceable,
  DEMO_DEFAULTS,
  type DemoReport,
  demoEnd,
  makeDemo,
  type ReplaceOptions,
} from './make-demo.ts'

/** Leaves no line in the log of imports. */
const SILENT = { silent: true }

/** Fills an empty store, also after an interrupted attempt. Waits for another server that does the same. */
export async function fillWithDemo(
  store: Store,
  { timeZone }: Config,
  say: (line: string) => void,
  progress: Progress,
  size: Pick<DemoOptions, 'orders' | 'months' | 'seed'> = DEMO_DEFAULTS,
): Promise<void> {
  const isNeeded = async () => {
    const contents = await contentsOf(store)
    return contents === 'empty' || contents === 'unfinished-demo'
  }
  const onWait = () => say('Otro proceso llena la base: se espera a que termine…')
  const runId = await claimImportWhile(store, isNeeded, { ...SILENT, onWait })
  if (runId === undefined) return
  await holdImport(store, runId, { progress }, async (held) => {
    // Another server may have finished between the check and the claim.
    if (!(await isNeeded())) return { result: undefined, ending: endingOf(0) }
    say('La base está vacía: se arma un comercio de demostración…')
    const options = { ...size, ...demoEnd(timeZone), timeZone }
    const { orders } = await makeDemo(store, options, held, { also: addDemoUsers })
    return { result: undefined, ending: endingOf(orders) }
  })
}

/** Fails while another process imports or generates. */
export async function replaceWithDemo(
  store: Store,
  options: DemoOptions,
  { progress, ...replace }: ReplaceOptions & { readonly progress: Progress },
): Promise<{ report: DemoReport; users: readonly DemoUser[] }> {
  await assertReplaceable(store, replace)
  const runId = await claimImport(store, SILENT)
  if (runId === undefined) throw new StoreError('busy', IMPORT_TEXT.already)
  return holdImport(store, runId, { progress }, async (held) => {
    const report = await makeDemo(store, options, held, { ...replace, also: addDemoUsers })
    return { result: { report, users: await demoUsers(store) }, ending: endingOf(report.orders) }
  })
}

const endingOf = (orders: number): Outcome => ({
  state: 'success',
  message: 'Se armaron datos de demostración',
  processed: orders,
  quiet: true,
})
