// Amounts of goals.
import { type NumberStyle, readNumber, writeNumber } from '#web/text/read-number.ts'

/** As `readNumber`; undefined also for a negative amount. */
export function readAmount(text: string, style?: NumberStyle): ReturnType<typeof readNumber> {
  const amount = readNumber(text, style)
  return typeof amount === 'number' && (amount < 0 || Object.is(amount, -0)) ? undefined : amount
}

export const plainAmount = (amount: number | null): string => (amount === null ? '' : writeNumber(amount))
