import type { ShopService } from '../features/shop/routes.ts'
import type { Jobs } from '../ingest/jobs/jobs.ts'
import type { Progress } from '../ingest/progress.ts'
import type { Store } from '../store/store.ts'

export interface CommandDeps {
  readonly store: Store
  readonly jobs: Jobs
  readonly shop: ShopService
  readonly timeZone: string
  readonly now: () => Date
  /** True in the server, where people may be signed in. */
  readonly serving: boolean
}

export interface Output {
  say(line: string): void
  readonly progress: Progress
}

/** The author of changes in the audit trail that a terminal made. */
export const TERMINAL = 'gondola'
