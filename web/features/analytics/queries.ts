import type { Month } from '#contract/month.ts'

export const analyticsCall = (month: Month) =>
  ['GET /api/reconciliation/woocommerce', { query: { start_date: month } }] as const
