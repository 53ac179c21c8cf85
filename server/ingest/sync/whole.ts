// Collections that are read whole now and then, since not every change of theirs is told. Room ingest.
import type { Collection, Created } from '#server/sources/woocommerce/shop.ts'
import type { ImportJob } from '../import.ts'
import type { ImportRun } from '../import-run.ts'
import type { Progress } from '../progress.ts'
import type { Sync } from './sync.ts'

/** What is read whole is read anew each time; writing it again changes nothing, so there is no mark to go on from. */
export const unmarked: ImportRun = {
  resumed: false,
  cursor: () => ({ lastId: 0, done: false }),
  save: async () => {},
  finish: async () => {},
}

/** The job with a shop that offers these collections alone; of orders only those created between two moments. */
export function only(job: ImportJob, collections: readonly Collection[], created?: Created): ImportJob {
  const { shop } = job
  return {
    ...job,
    shop: {
      ...shop,
      read: async (collection, cursor) =>
        collections.includes(collection) ? shop.read(collection, cursor, created) : undefined,
    },
  }
}

export const fullListingJob = (
  { store, shop, context, tally }: Sync,
  progress: Progress,
  collections: readonly Collection[],
): ImportJob => only({ store, shop, run: unmarked, context, tally, progress }, collections)
