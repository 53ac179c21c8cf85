import { z } from 'zod'
import { ANALYTICS_DATES, ANALYTICS_DIFFERENCES, analyticsReconciliation } from '#contract/analytics.ts'
import { entryOf } from '#contract/entry.ts'
import { ANALYTICS_SETTINGS } from '#server/domain/analytics-settings.ts'
import type { App } from '#server/http/app.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { readSetting } from '#server/store/settings.ts'
import { analyticsDifferences } from './queries.ts'

export function analyticsRoutes(app: App): void {
  monthRoute(
    app,
    analyticsReconciliation,
    async ({ month, scope, today }) => {
      const settings = stored.safeParse(await readSetting(app.store, ANALYTICS_SETTINGS)).data ?? UNKNOWN
      const row = (await analyticsDifferences(app.store, { ...settings, month, scope }, today)) ?? {}
      const figure = (name: string) => entryOf(row, name) ?? 0
      const part = (name: string) => ({ orders: figure(`${name}_orders`), amount: figure(`${name}_amount`) })
      return {
        months: [month],
        // Refunds of this month may belong to orders of any month.
        reads: [EVERY_MONTH, 'settings'],
        data: {
          woocommerce: figure('woocommerce'),
          date: settings.date,
          net_sale: figure('net_sale'),
          differences: ANALYTICS_DIFFERENCES.map((key) => ({ key, ...part(key) })),
          guests: part('guests'),
          recent: part('recent'),
          incomplete: figure('incomplete'),
        },
      }
    },
    { byDay: true },
  )
}

const stored = z.object({ date: z.enum(ANALYTICS_DATES), leftOut: z.array(z.string()) })

/** Of shops whose settings were never read, such as files: as Analytics counts once somebody chooses the day they were made. */
const UNKNOWN = { date: 'date_created', leftOut: ['wc-pending', 'wc-cancelled', 'wc-failed'] } as const
