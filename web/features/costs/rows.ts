// Rows of costs as people paste them: product, cost and perhaps the day from which it counts.
import { MAX_COST } from '#contract/limits.ts'
import { isDay } from '#contract/month.ts'
import { fold } from '#contract/row-order.ts'
import { numberStyleOf, readNumber } from '#web/text/read-number.ts'
import { dialogText as text } from './text.ts'

export interface CostCell {
  readonly product: string
  /** 'YYYY-MM-DD'. */
  readonly since: string
  readonly cost: number
  /** Of the pasted text, from 1. */
  readonly line: number
}

export interface ReadRows {
  readonly rows: readonly CostCell[]
  /** One sentence per wrong row. */
  readonly problems: readonly string[]
}

/** Tab-separated, as spreadsheets copy, else by semicolons. */
const cellsOf = (line: string): string[] =>
  line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim())

const DAY = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{4})-(\d{2})-(\d{2}))$/

/** 'YYYY-MM-DD' of 1/5/2026 or 2026-05-01; undefined for what is no day. */
export function dayOf(cell: string): string | undefined {
  const [, day = '', month = '', year = '', isoYear, isoMonth, isoDay] = DAY.exec(cell) ?? []
  const found =
    isoYear === undefined
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      : `${isoYear}-${isoMonth}-${isoDay}`
  return isDay(found) ? found : undefined
}

const looksLikeDay = (cell: string) => /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(cell)

interface Line {
  readonly product: string
  readonly cost: string
  readonly day: string
  readonly line: number
}

/** The first cell is the product; a last one like a day is the day; before it stands the cost. */
function lineOf(cells: readonly string[], line: number): Line {
  const filled = cells.filter((cell) => cell !== '')
  const last = filled.at(-1) ?? ''
  const day = filled.length > 2 && looksLikeDay(last) ? last : ''
  const rest = day === '' ? filled : filled.slice(0, -1)
  return { product: filled[0] ?? '', cost: rest.length > 1 ? (rest.at(-1) ?? '') : '', day, line }
}

/** A first row that only fails to be a cost is told, not skipped. */
const isTitle = ({ cost }: Line) => /^(costos?|precios?|importe|valor|cost|unit cost)\b/.test(fold(cost))

export function rowsOf(pasted: string, since: string): ReadRows {
  const lines = pasted
    .split(/\r\n?|\n/)
    .map((line, index) => ({ cells: cellsOf(line), index }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ cells, index }) => lineOf(cells, index + 1))
  const [first] = lines
  const filled = first && lines.length > 1 && isTitle(first) ? lines.slice(1) : lines
  const style = numberStyleOf(filled.map(({ cost }) => cost))
  const rows: CostCell[] = []
  const problems: string[] = []
  for (const { product, cost, day, line } of filled) {
    const read = readNumber(cost, style)
    const from = day === '' ? since : dayOf(day)
    if (read === 'unclear') problems.push(text.line(line, text.unclear(cost)))
    else if (read === undefined || read === null || !isCost(read))
      problems.push(text.line(line, text.noCost(cost)))
    else if (from === undefined) problems.push(text.line(line, text.noDay(day)))
    else rows.push({ product, since: from, cost: read, line })
  }
  return { rows, problems }
}

export const isCost = (value: number): boolean =>
  value >= 0 && value <= MAX_COST && Number(value.toFixed(4)) === value
