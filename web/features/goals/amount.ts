// Amounts of goals.
import { type NumberStyle, readNumber } from '#web/text/read-number.ts'

/** As `readNumber`; undefined also for a negative amount. */
export function readAmount(text: string, style?: NumberStyle): ReturnType<typeof readNumber> {
  const amount = readNumber(text, style)
  return typeof amount === 'number' && (amount < 0 || Object.is(amount, -0)) ? undefined : amount
}

/** 1234567.5 → '1234567,5', to be edited. */
export const plainAmount = (amount: number | null): string =>
  amount === null ? '' : String(amount).replace('.', ',')
