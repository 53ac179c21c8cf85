// Amounts in meta fields: plug-ins keep them as such, as one per card or coupon, or in a field of a value that may be JSON.
import { parseCents } from '#server/domain/cents.ts'

/** In positive cents, 0 without one: that in the field of an object or of each of a list, else the value or all its parts. */
export function centsIn(value: unknown, field: string | undefined): number {
  if (field === undefined) return amountIn(value) ?? sumOfParts(parsed(value))
  const told = parsed(value)
  if (typeof told !== 'object' || told === null) return 0
  const own = Array.isArray(told) ? undefined : new Map(Object.entries(told)).get(field)
  if (own !== undefined) return amountIn(own) ?? 0
  return Object.values(told).reduce<number>((sum, one) => sum + centsIn(one, field), 0)
}

/** A part that is no amount shows that the others are not the amounts of something alike. */
function sumOfParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const part of Object.values(value)) {
    const amount = amountIn(part)
    if (amount === undefined) return 0
    sum += amount
  }
  return sum
}

function amountIn(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const cents = parseCents(String(value).trim())
  return Number.isNaN(cents) ? undefined : Math.abs(cents)
}

export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
