// How WooCommerce Analytics of a shop counts orders. Options that nobody set are absent: then its own defaults hold.
import { ANALYTICS_DATES } from '#contract/analytics.ts'
import type { AnalyticsSettings } from '#server/domain/analytics-settings.ts'
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { fieldsOf, ONE_ATTEMPT } from './rest-page.ts'

export const DATE_OPTION = 'woocommerce_date_type'
export const LEFT_OUT_OPTION = 'woocommerce_excluded_report_order_statuses'

const LEFT_OUT = ['pending', 'cancelled', 'failed']

/** `date`, `leftOut`: the stored values; anything else stands for an option that was never set. */
export const analyticsSettings = (date: unknown, leftOut: unknown): AnalyticsSettings => ({
  date: ANALYTICS_DATES.find((one) => one === date) ?? 'date_paid',
  leftOut: (Array.isArray(leftOut) ? leftOut : LEFT_OUT).map(
    (status) => `wc-${String(status).replace(/^wc-/, '')}`,
  ),
})

/**
 * Before WooCommerce 6.9 there was no such group of settings, and Analytics counted orders by the day they were made. Undefined if
 * the shop did not answer, which says nothing about them.
 */
export async function readAnalyticsSettings(client: Client): Promise<AnalyticsSettings | undefined> {
  try {
    const { body } = await client.get('settings/wc_admin', {}, ONE_ATTEMPT)
    const options = Array.isArray(body) ? body.map(fieldsOf) : []
    const optionOf = (id: string) => options.find((option) => option.id === id)?.value
    return analyticsSettings(optionOf(DATE_OPTION), optionOf(LEFT_OUT_OPTION))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.kind === 'unavailable') return undefined
    return analyticsSettings(error.kind === 'not-found' ? 'date_created' : undefined, undefined)
  }
}
