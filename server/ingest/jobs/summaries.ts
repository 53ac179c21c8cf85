import { rebuildDirtyMonths, rebuildMonths } from '#server/rollups/rebuild.ts'
import { dirtyMonths } from '#server/store/versions.ts'
import { IMPORT_TEXT } from '../import-text.ts'
import { advanceToProcessed } from '../latest-month.ts'
import type { Job, JobContext } from './job.ts'
import { JOB_TEXT } from './text.ts'

export const summaries: Job = {
  key: 'summaries',
  schedule: '*/10 * * * *',
  needsShop: false,
  async run(context) {
    const { store, month, timeZone, now } = context
    const months = month === undefined ? await rebuildDirty(context) : [month]
    if (month !== undefined) await store.transaction((tx) => rebuildMonths(tx, [month]))
    await advanceToProcessed(store, months, timeZone, now())
    return {
      state: 'success',
      message: JOB_TEXT.rebuilt(months.length),
      processed: months.length,
      detail: { months },
    }
  },
}

/** Returns the rebuilt months. */
export async function rebuildDirty({ store, progress }: JobContext): Promise<string[]> {
  const dirty = await dirtyMonths(store)
  if (dirty.length === 0) return []
  progress.start(IMPORT_TEXT.months, dirty.length)
  return rebuildDirtyMonths(store, { onPass: (pass) => progress.advance(pass.length) })
}
