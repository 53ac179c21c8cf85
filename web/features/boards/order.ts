// Positions on a board. Pure.
import { PIN_SIZES, type PinSize } from '#contract/board-pins.ts'
import { entryOf } from '#contract/entry.ts'

/** The list with one element moved. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const place = Math.max(0, Math.min(all.length - 1, to))
  const [one] = all.slice(from, from + 1)
  if (one === undefined) return [...all]
  const rest = all.filter((_, index) => index !== from)
  return [...rest.slice(0, place), one, ...rest.slice(place)]
}

/** The position that a key moves to; null for other keys. */
export function placeAfter(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  }
  const place = entryOf(places, key)
  return place === undefined ? null : Math.max(0, Math.min(count - 1, place))
}

export const nextSize = (size: PinSize): PinSize =>
  PIN_SIZES[(PIN_SIZES.indexOf(size) + 1) % PIN_SIZES.length] ?? 'small'
