// Promotions that lower the price of a line leave no discount: the mapping names the meta field with the saved amount.
import type { Mapping } from './mapping.ts'
import { centsIn, parsed } from './meta-amount.ts'
import type { LinePayload } from './payloads.ts'

export interface Saving {
  readonly name: string
  /** In positive cents. */
  readonly amount: number
}

/** What each line saved: the first named field that holds an amount. */
export const savingsOf = (
  lines: readonly LinePayload[],
  { line_savings }: Mapping,
): readonly (Saving | undefined)[] =>
  lines.map((line) => {
    for (const { key, field, name, name_field, per_unit } of line_savings) {
      const value = line.meta_data.find((entry) => entry.key === key)?.value
      const amount = centsIn(value, field)
      if (amount <= 0) continue
      return {
        name: (name_field && textAt(parsed(value), name_field.split('.'))) || name,
        amount: per_unit ? Math.round(amount * Math.abs(line.quantity)) : amount,
      }
    }
    return undefined
  })

/** One per promotion of the order. */
export function savedInOrder(savings: readonly (Saving | undefined)[]): Saving[] {
  const byName = new Map<string, number>()
  for (const saving of savings)
    if (saving) byName.set(saving.name, (byName.get(saving.name) ?? 0) + saving.amount)
  return [...byName].map(([name, amount]) => ({ name, amount }))
}

/** The first text at a path; lists on the way are searched. */
export function textAt(value: unknown, path: readonly string[]): string {
  if (Array.isArray(value)) return value.map((one) => textAt(one, path)).find((text) => text !== '') ?? ''
  const [field, ...rest] = path
  if (field === undefined) return typeof value === 'string' ? value.trim() : ''
  return typeof value === 'object' && value !== null
    ? textAt(new Map(Object.entries(value)).get(field), rest)
    : ''
}
