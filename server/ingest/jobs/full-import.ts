// Runs on demand: when a shop is first connected, and when a new mapping needs every record again.
import { importWhileHeld } from '../import.ts'
import type { Job } from './job.ts'
import { importedShop } from './source-jobs.ts'
import { JOB_TEXT } from './text.ts'

export const fullImport: Job = {
  key: 'import',
  schedule: '',
  retries: true,
  needsShop: true,
  async run(context) {
    const { store, timeZone, progress, now } = context
    const source = await context.openSource?.()
    if (!source) return { state: 'warning', message: JOB_TEXT.noShop, processed: 0 }
    context.onStop(() => source.close())
    try {
      return await importedShop(context, await importWhileHeld({ store, source, timeZone, progress, now }))
    } finally {
      source.close()
    }
  },
}
