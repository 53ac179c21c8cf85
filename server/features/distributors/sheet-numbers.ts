// Numbers of the sheet, as the screen writes them.
import { percentChange } from '#contract/percent-change.ts'
import { number, percent, plainPercent } from '#server/figures/explain/text.ts'

export const money = (value: number): string => number(value, 'money')
export const integer = (value: number): string => number(value, 'integer')
export const units = (value: number): string => number(value, 'units')
export const rate = (value: number): string => number(value, 'percent2')
export const progress = plainPercent
export const days = (value: number): string => number(value, 'decimal2')

export const counted = (count: number, one: string, many: string): string =>
  `${integer(count)} ${count === 1 ? one : many}`

/** '+12,3 %'; undefined where there was nothing before. */
export function change(now: number, before: number): string | undefined {
  const moved = percentChange(now, before, 1)
  return moved === null ? undefined : percent(moved)
}
