import { percentChange as exactChange } from '#contract/percent-change.ts'

/** The change from a previous value of 0: 100 on the scorecard, 0 elsewhere. */
export type FromZero = 100 | 0

/** Change from `previous` to `current` in percent, with two decimals. */
export function percentChange(current: number, previous: number, fromZero: FromZero): number {
  return exactChange(current, previous) ?? fromZero
}

interface Placed {
  readonly preparing_amount: number
  readonly prev_preparing_amount: number
}

/** Change of completed amounts together with those in preparation. */
export const placedChange = (
  amount: number,
  prevAmount: number,
  { preparing_amount, prev_preparing_amount }: Placed,
  fromZero: FromZero = 0,
): number => percentChange(sum(amount, preparing_amount), sum(prevAmount, prev_preparing_amount), fromZero)

/** Amounts in preparation of two spans, and the change that includes them. */
export function placedBeside<Amount extends string>(
  amount: Amount,
  main: Readonly<Record<Amount | 'preparing_amount', number>>,
  previous: Readonly<Record<Amount | 'preparing_amount', number>>,
  fromZero: FromZero = 0,
) {
  const prepared = {
    preparing_amount: main.preparing_amount,
    prev_preparing_amount: previous.preparing_amount,
  }
  return { ...prepared, placed_increment: placedChange(main[amount], previous[amount], prepared, fromZero) }
}

/** For amounts with cents and units with thousandths. */
const sum = (one: number, other: number) => Math.round((one + other) * 1000) / 1000
