// What is left of the month's sales, by one dimension.
import type { MarginRow } from '#contract/costs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { MarginBy } from '#contract/lists/costs.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import { PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { spanBounds } from '#server/domain/span.ts'
import { unorderedRows } from '#server/figures/answer.ts'
import { labelsOf } from '#server/figures/labels.ts'
import type { MonthCall } from '#server/http/month-route.ts'
import type { Reads } from '#server/store/store.ts'

export type MarginsCall = Pick<MonthCall<Endpoint>, 'month' | 'compared' | 'scope'>

export async function marginsOf(
  store: Reads,
  { month, compared, scope }: MarginsCall,
  by: MarginBy,
): Promise<MarginRow[]> {
  const period = wholeMonths(month, month)
  const { from_date, to_date } = spanBounds(compared)
  const question: Question = {
    ...PLAIN_QUESTION,
    measures: ['net_sale', 'cost', 'margin', 'margin_rate', 'cost_coverage'],
    ...{ by: [by], period, compare: 'previous' },
  }
  const windows = {
    current: { ...period, until: null },
    compared: { from: from_date, to: to_date, until: compared.until },
  }
  const rows = await unorderedRows(question, { store, scope, windows })
  const keys = rows.map(({ keys: [key = ''] }) => key)
  const labels = await labelsOf(store, by, keys, scope)
  return rows.map(({ values }, index) => {
    const key = keys[index] ?? ''
    return {
      ...{ key, label: labels.get(key) ?? key, net_sale: values.net_sale ?? 0, cost: values.cost ?? null },
      margin: values.margin ?? null,
      margin_rate: values.margin_rate ?? null,
      prev_margin_rate: values.margin_rate_compared ?? null,
      cost_coverage: values.cost_coverage ?? null,
    }
  })
}
