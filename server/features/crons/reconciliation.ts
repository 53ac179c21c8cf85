import { z } from 'zod'
import { reconciliationRun, reconciliations } from '#contract/reconciliation.ts'
import type { App } from '#server/http/app.ts'
import { route } from '#server/http/route.ts'
import { sql } from '#server/store/sql.ts'

const TOLD = 30

interface Run {
  readonly id: number
  readonly status: string
  readonly started_at: string
  readonly finished_at: string | null
  readonly message: string
  readonly detail: string
}

const told = reconciliationRun.shape
const detailSchema = z.object({
  shop: told.shop.catch(null).default(null),
  repaired: z.array(z.object({ month: z.string() })).catch([]),
  unplaced: told.unplaced.catch(null).default(null),
})

export function reconciliationRoute(app: App): void {
  route(app, reconciliations, async () => {
    const runs = await app.store.all<Run>(sql`
      select run_id as id, status, started_at, finished_at, message, detail
      from job_runs where job_key = 'reconciliation' order by run_id desc limit ${TOLD}`)
    return runs.map(({ detail, status, ...run }) => {
      const { shop, repaired, unplaced } = detailSchema.parse(JSON.parse(detail))
      return {
        ...run,
        status: told.status.parse(status),
        shop,
        summaries_repaired: repaired.map(({ month }) => month),
        unplaced,
      }
    })
  })
}
