import { type Comparison, comparedMonth, type Month, monthBounds } from '#contract/month.ts'

/** Reads the month and the one it is compared with. */
export async function compareMonths<Figures extends object, Changes extends object>(
  { month, query }: { month: Month; query: { compare: Comparison } },
  read: (month: Month) => Promise<Figures>,
  changes: (main: Figures, previous: Figures) => Changes,
) {
  const compared = comparedMonth(month, query.compare)
  const [main, previous] = await Promise.all([read(month), read(compared)])
  return {
    months: [month, compared],
    data: {
      main_month: { ...main, 'dates-between': monthBounds(month) },
      prev_month: { ...previous, 'dates-between': monthBounds(compared) },
      ...changes(main, previous),
    },
  }
}
