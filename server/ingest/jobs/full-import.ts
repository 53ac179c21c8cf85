// The whole shop, on demand: the first time it is connected, and when a new mapping asks for every record again.
// Room ingest: may import sources, store, rollups.
import { importShop } from '../import.ts'
import type { ImportReport } from '../import-report.ts'
import { underMapping } from '../reclassify.ts'
import type { Job, Outcome } from './job.ts'
import { JOB_TEXT } from './text.ts'

/** Of each kind of value that the mapping does not place, this many are named in the log. */
const NAMED = 20

export const fullImport: Job = {
  key: 'import',
  schedule: '',
  insists: true,
  needsShop: true,
  async run(context) {
    const { store, timeZone, progress, now } = context
    const shop = await context.openSource?.()
    if (!shop) return { state: 'warning', message: JOB_TEXT.noShop, processed: 0 }
    context.onStop(() => shop.close())
    try {
      return await underMapping(context, async (mapping) =>
        outcomeOf(await importShop({ store, shop, mapping, timeZone, progress, now })),
      )
    } finally {
      shop.close()
    }
  },
}

function outcomeOf({ collections, rejects, unmapped, months }: ImportReport): Outcome {
  const counts = Object.values(collections)
  const sum = (field: 'read' | 'written' | 'rejected') => counts.reduce((all, one) => all + one[field], 0)
  const named = Object.fromEntries(
    Object.entries(unmapped).map(([kind, values]) => [kind, values.slice(0, NAMED)]),
  )
  return {
    state: sum('rejected') > 0 ? 'warning' : 'success',
    message: JOB_TEXT.imported(sum('read'), sum('written'), sum('rejected')),
    processed: sum('read'),
    detail: { collections, rejects: rejects.slice(0, NAMED), unmapped: named, months },
  }
}
