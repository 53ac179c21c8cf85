import type { Month } from '#contract/month.ts'

export const FIGURES = 'GET /api/summary/main-page'
export const YEAR = 'GET /api/summary/main-page/charts'

export const ofMonth = (month: Month) => ({ query: { start_date: month } })
