// The level of a month, estimated from earlier months.

export interface Expected {
  readonly level: number
  /** Variance of its logarithm. */
  readonly variance: number
}

/** Standard errors assumed before any month was seen, and the number of months that the assumption counts for. */
export interface Assumed {
  readonly recent: number
  readonly yearly: number
  readonly months: number
}

/** Weight of a month relative to the next one: a quiet January says less about February than the whole year before. */
const KEPT = 0.75
const SMALLEST = 1e-9
/** Smallest level, as a share of the mean: the logarithm of a month with hardly any sales would outweigh all others. */
const LEAST_SHARE = 0.05
/** Largest growth over a year, as a logarithm. */
const LARGEST_GROWTH = Math.log(3)

const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length)
const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)

/**
 * Estimates from the latest months, and from the same month of the year before with the growth since; the one with smaller
 * past errors counts for more. Undefined without months.
 */
export function expectedLevel(levels: readonly number[], assumed: Assumed): Expected | undefined {
  if (levels.length === 0) return undefined
  const least = Math.max(mean(levels) * LEAST_SHARE, SMALLEST)
  const logs = levels.map((level) => Math.log(Math.max(level, least)))
  const recent = guess(logs, 1, assumed.recent, assumed.months, fromRecent)
  if (logs.length < 13) return { level: Math.exp(recent.value), variance: recent.variance }
  const yearly = guess(logs, 13, assumed.yearly, assumed.months, fromLastYear)
  const share = recent.variance / (recent.variance + yearly.variance)
  return {
    level: Math.exp(share * yearly.value + (1 - share) * recent.value),
    variance: Math.min(recent.variance, yearly.variance),
  }
}

type Rule = (logs: readonly number[], at: number) => number

const fromRecent: Rule = (logs, at) => {
  let [total, shares] = [0, 0]
  for (const log of logs.slice(0, at)) {
    total = total * KEPT + log
    shares = shares * KEPT + 1
  }
  return total / shares
}

const fromLastYear: Rule = (logs, at) => {
  const growth = [1, 2, 3].flatMap((back) =>
    at - back >= 12 ? [logs[at - back]! - logs[at - back - 12]!] : [],
  )
  return logs[at - 12]! + Math.min(Math.max(mean(growth), -LARGEST_GROWTH), LARGEST_GROWTH)
}

/** The estimate of a rule for the month after the last, and its error in the months on which it can be tested. */
function guess(logs: readonly number[], first: number, error: number, months: number, rule: Rule) {
  const squares = logs.slice(first).map((log, index) => (log - rule(logs, first + index)) ** 2)
  return {
    value: rule(logs, logs.length),
    variance: (sum(squares) + months * error ** 2) / (squares.length + months),
  }
}
