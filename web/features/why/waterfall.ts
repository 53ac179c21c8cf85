// Positions of a waterfall: each factor begins where the one before it ended. Pure.

export interface Step extends Factor {
  readonly from: number
  readonly to: number
}

export interface Waterfall {
  readonly before: number
  readonly after: number
  readonly steps: readonly Step[]
  /** Values at the ends of the axis. */
  readonly low: number
  readonly high: number
  /** The axis does not begin at zero, so the bars of both totals are cut off. */
  readonly isCut: boolean
}

interface Factor {
  readonly key: string
  readonly label: string
  readonly difference: number
}

/** Below this share of the axis, the space between zero and the lowest bar is kept. */
const LEAST_CUT = 0.6
/** Space below the lowest bar of a cut axis, as a share of the total movement. */
const ROOM = 0.45

export function waterfallOf(before: number, after: number, factors: readonly Factor[]): Waterfall {
  let level = before
  const steps = factors.map(({ key, label, difference }) => {
    const from = level
    level += difference
    return { key, label, difference, from, to: level }
  })
  const levels = [before, after, ...steps.map(({ to }) => to)]
  const [least, most] = [Math.min(...levels), Math.max(...levels)]
  const moved = most - least
  const isCut = least > 0 && moved > 0 && least / most > LEAST_CUT
  return {
    before,
    after,
    steps,
    low: isCut ? least - moved * ROOM : Math.min(0, least),
    high: Math.max(0, most),
    isCut,
  }
}
