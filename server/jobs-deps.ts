import type { Config } from './config.ts'
import type { JobsDeps } from './ingest/jobs/job.ts'
import { type Connection, openConnection } from './shop/connection.ts'
import type { Store } from './store/store.ts'

export const connectionOf = (store: Store, config: Config): Connection => openConnection(store, config)

export const jobsDeps = (
  { dataDir }: Config,
  { openSource, isConnected }: Connection,
): Omit<JobsDeps, 'store' | 'timeZone' | 'now'> => ({
  dataDir,
  openSource,
  isConnected,
})
