import { costCalls, enteredCosts, saveCosts } from '#contract/costs.ts'
import { idsOfKey } from '#server/domain/product-key.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { listRoute } from '#server/http/list-route.ts'
import { route } from '#server/http/route.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { costsOn } from './catalogue.ts'
import { foundRows, writeCosts } from './enter.ts'

/** Products that an audit entry names. */
const NAMED = 20

export function costRoutes(app: AdminApp): void {
  const { store, now } = app

  listRoute(
    app,
    costCalls.costs,
    ({ query, today }) => ({ query: costsOn(today, query.missing === '1'), reads: ['dimensions'] }),
    { byDay: true },
  )

  route(app, enteredCosts, ({ query: { key } }) => {
    const [product, variation] = idsOfKey(key)
    return store.all<{ since: string; cost: number }>(
      wholeShop(
        'costs are of the whole shop',
        sql`
          select since, cost from product_costs
          where product_id = cast(${product} as bigint) and variation_id = cast(${variation} as bigint)
          order by since desc`,
      ),
    )
  })

  route(app, saveCosts, async ({ body: { rows, dry_run }, principal }) => {
    if (dry_run) return answered(await foundRows(store, rows))
    return auditedChange(store, async (tx) => {
      const found = await foundRows(tx, rows)
      const changed = found.filter(({ before, cost }) => before !== cost)
      await writeCosts(tx, changed)
      if (changed.length > 0) {
        // Answers of every month depend on it.
        await bumpVersions(tx, ['dimensions'])
        const subject = changed
          .slice(0, NAMED)
          .map(({ product_name }) => product_name)
          .join(', ')
        const after = {
          rows: changed.slice(0, NAMED).map(({ key, since, before, cost }) => [key, since, before, cost]),
        }
        await audit(
          tx,
          principal,
          { action: 'costs.set', subject, after: { ...after, changed: changed.length } },
          now(),
        )
      }
      return answered(found)
    })
  })
}

const answered = (rows: Awaited<ReturnType<typeof foundRows>>) => ({
  rows,
  changed: rows.filter(({ before, cost }) => before !== cost).length,
})
