// Table of figures by size, with budgets and the ratio of the last size to the first.
import { count, heading, ms, table } from './figures.ts'

/** Budget: how many times as long the longest history may take. */
const FLAT = 1.3

interface Budget {
  readonly text: string
  readonly holds: (value: number) => boolean
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly shown: string
  readonly budget?: Budget
  /** Must not grow with the history. */
  readonly flat?: boolean
}

export interface Scale {
  readonly orders: number
  readonly figures: readonly Figure[]
  /** Median of the first responses of each call. */
  readonly middles: ReadonlyMap<string, number>
}

const limit = (value: number, unit: string): string =>
  `${unit === 'MiB' ? count(value / 1024 / 1024) : value.toLocaleString('en-US')} ${unit}`

export const atMost = (most: number, unit: string): Budget => ({
  text: `≤ ${limit(most, unit)}`,
  holds: (value) => value <= most,
})

export const atLeast = (least: number, unit: string): Budget => ({
  text: `≥ ${limit(least, unit)}`,
  holds: (value) => value >= least,
})

export function figure(
  name: string,
  value: number,
  more: Partial<Omit<Figure, 'name' | 'value'>> = {},
): Figure {
  const unit = more.budget?.text.endsWith('×') ? '×' : 'ms'
  const plain = unit === '×' ? `${value.toFixed(2)} ×` : `${ms(value)} ms`
  return { name, value, shown: Number.isNaN(value) ? '' : plain, ...more }
}

/** Budgets apply to the embedded engine; PostgreSQL's figures are shown without a verdict. */
export function printScales(what: string, done: readonly Scale[], engine: 'duckdb' | 'postgres'): void {
  const [first, last] = [done[0], done.at(-1)]
  if (!first || !last) return
  heading(`${engine === 'duckdb' ? 'DuckDB' : 'PostgreSQL'}: ${what}`)
  const over = (isOver: boolean) => (isOver && engine === 'duckdb' ? ' over' : '')
  const cell = ({ value, shown, budget }: Figure) =>
    shown + over(budget !== undefined && !Number.isNaN(value) && !budget.holds(value))
  const ratio = (one: Figure, other: Figure) => {
    const grown = other.value / one.value
    if (done.length < 2 || !Number.isFinite(grown)) return ''
    return `${grown.toFixed(2)} ×${over(one.flat === true && grown > FLAT)}`
  }
  const ofName = (scale: Scale, name: string, index: number) =>
    scale.figures.find((one, at) => one.name === name && at === index)
  const rows = first.figures.map((one, index) => [
    one.name,
    [one.budget?.text ?? '', one.flat ? `flat: ≤ ${FLAT} ×` : ''].filter(Boolean).join(', '),
    ...done.map((scale) => {
      const found = ofName(scale, one.name, index)
      return found ? cell(found) : ''
    }),
    ratio(one, last.figures[index] ?? one),
  ])
  const sizes = done.map(({ orders }) => `${count(orders)} orders`)
  console.log(table(['', 'budget', ...sizes, 'last : first'], rows))
  const missed = rows.filter((cells) => cells.some((text) => text.endsWith(' over')))
  if (engine === 'duckdb')
    console.log(`\n${missed.length === 0 ? 'every budget holds' : `over budget: ${missed.length}`}`)
}
