// Draws the first measure of a delivery as SVG: columns over time, lines of a few values over time, or bars.
import type { ColumnFormat } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { escapeMarkup } from '#contract/markup-text.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { daysOfStep, lacksDays } from '#contract/questions/steps.ts'
import { measureValue } from '#server/figures/catalogue.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import type { Figures } from './figures.ts'
import { DELIVERY_TEXT } from './text.ts'
import { shortFigure } from './words.ts'

export const CHART_WIDTH = 576

export interface Theme {
  readonly background: string
  readonly text: string
  readonly dim: string
  readonly grid: string
  readonly compared: string
  readonly series: readonly string[]
}

/** The colours of the screens. */
export const LIGHT: Theme = {
  ...{ background: '#ffffff', text: '#1a1d23', dim: '#5b6370', grid: '#e9ecf0', compared: '#c3c9d2' },
  series: ['#3154c9', '#c98a00', '#0d8f86', '#d1417b'],
}
export const DARK: Theme = {
  ...{ background: '#17191d', text: '#eceef1', dim: '#9aa2ae', grid: '#272b31', compared: '#4a515c' },
  series: ['#7d9bff', '#e0ad3f', '#35b8ad', '#ec79a6'],
}

const BARS = 8
const BAR_STEP = 30
const LABEL_WIDTH = 168
const VALUE_WIDTH = 150
const PLOT_HEIGHT = 190
const AXIS_WIDTH = 72
/** Room for half of the last label. */
const RIGHT = 20
/** The days of a quarter. */
const MOST_STEPS = 92

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

const text = (
  value: string,
  [x, y]: readonly [number, number],
  {
    fill,
    anchor = 'start',
    weight = 400,
  }: { fill: string; anchor?: 'start' | 'end' | 'middle'; weight?: 400 | 600 },
) =>
  `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}" font-size="12.5">${escapeMarkup(value)}</text>`

const numberOf = (row: ExportRow, key: string): number => {
  const value = entryOf(row, key)
  return typeof value === 'number' ? value : 0
}

/** Undefined if there are too few values for a chart. */
export function chartOf(
  { question, rows, keys, rest, partial, asOf, steps }: Figures,
  theme: Theme,
): string | undefined {
  const [measure] = question.measures
  if (measure === undefined || rows.length < 2) return undefined
  const { format } = measureOf(measure)
  const { by, grain, compare } = question
  const [dimension] = by
  const isPartial = (step: string) =>
    grain !== null && lacksDays(daysOfStep(grain, step), { partial, as_of: asOf })
  const common = { measure, format, theme, hasCompared: compare !== 'none', isPartial }
  if (grain && dimension === undefined && rows.length <= MOST_STEPS)
    return columns(inTime(rows, grain), { ...common, grain })
  if (grain && by.length === 1 && dimension) return lines(rows, { ...common, grain, dimension, steps, keys })
  return dimension && !grain ? bars(rows, { ...common, by, rest }) : undefined
}

const stepOf = (row: ExportRow, grain: string): string => String(entryOf(row, grain) ?? '')

/** Whatever the rows are ordered by. */
const inTime = (rows: readonly ExportRow[], grain: string): ExportRow[] =>
  rows.toSorted((one, other) => (stepOf(one, grain) < stepOf(other, grain) ? -1 : 1))

interface Drawing {
  readonly measure: MeasureKey
  readonly format: ColumnFormat
  readonly theme: Theme
  readonly hasCompared: boolean
  /** Whether a step lacks days, so that it is drawn dashed. */
  readonly isPartial: (step: string) => boolean
}

const svg = (height: number, { background }: Theme, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART_WIDTH}" height="${height}" viewBox="0 0 ${CHART_WIDTH} ${height}" font-family="Inter"><rect width="100%" height="100%" fill="${background}"/>${parts.join('')}</svg>`

function bars(
  rows: readonly ExportRow[],
  {
    measure,
    format,
    theme,
    hasCompared,
    by,
    rest,
  }: Drawing & Pick<Figures, 'rest'> & { by: readonly string[] },
) {
  const shown = rows.slice(0, BARS)
  const values = shown.flatMap((row) => [
    numberOf(row, measure),
    hasCompared ? numberOf(row, `${measure}_compared`) : 0,
  ])
  const most = Math.max(...values.map(Math.abs), Number.MIN_VALUE)
  const length = (value: number) =>
    Math.max(0, (Math.abs(value) / most) * (CHART_WIDTH - LABEL_WIDTH - VALUE_WIDTH)).toFixed(1)
  const parts = shown.flatMap((row, index) => {
    const y = 8 + index * BAR_STEP
    const label = by.map((key) => String(entryOf(row, key) ?? '')).join(' · ')
    const value = numberOf(row, measure)
    const before = hasCompared
      ? [
          `<rect x="${LABEL_WIDTH}" y="${y + 15}" width="${length(numberOf(row, `${measure}_compared`))}" height="5" rx="2" fill="${theme.compared}"/>`,
        ]
      : []
    return [
      text(cut(label, 24), [0, y + 13], { fill: theme.text }),
      `<rect x="${LABEL_WIDTH}" y="${y + (hasCompared ? 2 : 3)}" width="${length(value)}" height="${hasCompared ? 12 : 15}" rx="3" fill="${theme.series[0]}"/>`,
      ...before,
      text(shortFigure(value, format), [CHART_WIDTH, y + 13], {
        fill: theme.text,
        anchor: 'end',
        weight: 600,
      }),
    ]
  })
  const left = rest
    ? [
        text(
          `${DELIVERY_TEXT.rest}: ${shortFigure(numberOf(rest, measure), format)}`,
          [0, shown.length * BAR_STEP + 22],
          {
            fill: theme.dim,
          },
        ),
      ]
    : []
  return svg(shown.length * BAR_STEP + (rest ? 34 : 12), theme, [...parts, ...left])
}

/** A round number at or above the value: 1, 2, 2,5 or 5 times a power of ten. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, Number.MIN_VALUE)))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

interface Plot {
  readonly top: number
  readonly y: (value: number) => number
  readonly parts: string[]
}

function plot(values: readonly number[], { format, theme }: Drawing): Plot {
  const top = ceiling(Math.max(...values, 1))
  const y = (value: number) => 10 + PLOT_HEIGHT * (1 - Math.max(0, value) / top)
  const parts = [0, 0.5, 1].flatMap((share) => [
    `<line x1="${AXIS_WIDTH}" x2="${CHART_WIDTH}" y1="${y(top * share)}" y2="${y(top * share)}" stroke="${theme.grid}"/>`,
    text(shortFigure(top * share, format), [AXIS_WIDTH - 10, y(top * share) + 4], {
      fill: theme.dim,
      anchor: 'end',
    }),
  ])
  return { top, y, parts }
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const stepText = (step: string): string =>
  step.length === 7
    ? `${MONTHS[Number(step.slice(5)) - 1]} ${step.slice(2, 4)}`
    : `${Number(step.slice(8, 10))}/${Number(step.slice(5, 7))}`

/** At most seven labels, evenly spread. */
const stepLabels = (steps: readonly string[], x: (index: number) => number, { theme }: Drawing): string[] => {
  const every = Math.ceil(steps.length / 7)
  return steps.flatMap((step, index) =>
    index % every === 0
      ? [text(stepText(step), [x(index), PLOT_HEIGHT + 30], { fill: theme.dim, anchor: 'middle' })]
      : [],
  )
}

function columns(rows: readonly ExportRow[], drawing: Drawing & { grain: string }): string {
  const { measure, theme, hasCompared, grain, isPartial } = drawing
  const before = (row: ExportRow) => (hasCompared ? numberOf(row, `${measure}_compared`) : 0)
  const { y, parts } = plot(
    rows.flatMap((row) => [numberOf(row, measure), before(row)]),
    drawing,
  )
  const step = (CHART_WIDTH - AXIS_WIDTH - RIGHT) / rows.length
  const width = Math.min(step * 0.72, 34)
  const x = (index: number) => AXIS_WIDTH + step * (index + 0.5)
  const steps = rows.map((row) => stepOf(row, grain))
  const lookOf = (index: number, fill: string) =>
    isPartial(steps[index] ?? '')
      ? `fill="${fill}" fill-opacity="0.25" stroke="${fill}" stroke-width="1.5" stroke-dasharray="3 3"`
      : `fill="${fill}"`
  const bar = (index: number, value: number, fill: string, share: number) =>
    `<rect x="${(x(index) - (width * share) / 2).toFixed(1)}" y="${y(value).toFixed(1)}" width="${(width * share).toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}" rx="2" ${lookOf(index, fill)}/>`
  const drawn = rows.flatMap((row, index) => [
    ...(hasCompared ? [bar(index, before(row), theme.compared, 1)] : []),
    bar(index, numberOf(row, measure), theme.series[0] ?? '', hasCompared ? 0.6 : 1),
  ])
  return svg(PLOT_HEIGHT + 40, theme, [...parts, ...drawn, ...stepLabels(steps, x, drawing)])
}

/** Points without a gap between them; a single one as a short line, so that it can be seen. */
function runsOf(points: readonly (string | null)[]): string[][] {
  const runs: string[][] = [[]]
  for (const point of points)
    if (point === null) runs.push([])
    else runs.at(-1)?.push(point)
  return runs.filter((run) => run.length > 0).map((run) => (run.length === 1 ? [...run, ...run] : run))
}

function lines(
  rows: readonly ExportRow[],
  drawing: Drawing & Pick<Figures, 'steps' | 'keys'> & { grain: string; dimension: string },
) {
  const { measure, theme, grain, dimension, isPartial, steps, keys } = drawing
  const empty = measureValue(measure, new Map())
  if (steps.length < 2) return undefined
  const byValue = Map.groupBy(rows, (_, index) => keys[index]?.[0] ?? '')
  const sum = (of: readonly ExportRow[]) => of.reduce((total, row) => total + numberOf(row, measure), 0)
  const largest = [...byValue]
    .sort(([, one], [, other]) => sum(other) - sum(one))
    .slice(0, theme.series.length)
  const { y, parts } = plot(
    largest.flatMap(([, of]) => of.map((row) => numberOf(row, measure))),
    drawing,
  )
  const x = (index: number) =>
    AXIS_WIDTH + RIGHT + ((CHART_WIDTH - AXIS_WIDTH - 2 * RIGHT) * index) / (steps.length - 1)
  const drawn = largest.flatMap(([, of], series) => {
    const name = String(entryOf(of[0] ?? {}, dimension) ?? '')
    const at = new Map(of.map((row) => [stepOf(row, grain), entryOf(row, measure)]))
    const points = steps.map((step, index) => {
      const value = at.has(step) ? at.get(step) : empty
      return typeof value === 'number' ? `${x(index).toFixed(1)},${y(value).toFixed(1)}` : null
    })
    const isCut = steps.map(isPartial)
    const whole = runsOf(points.map((point, index) => (isCut[index] ? null : point)))
    const dashed = points.flatMap((_, index) =>
      isCut[index] ? runsOf(points.slice(Math.max(0, index - 1), index + 2)) : [],
    )
    const line = (through: readonly string[], dash = '') =>
      `<polyline points="${through.join(' ')}" fill="none" stroke="${theme.series[series]}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"${dash}/>`
    const left = (CHART_WIDTH / largest.length) * series
    return [
      ...whole.map((through) => line(through)),
      ...dashed.map((through) => line(through, ' stroke-dasharray="2 5"')),
      `<rect x="${left}" y="${PLOT_HEIGHT + 46}" width="11" height="11" rx="3" fill="${theme.series[series]}"/>`,
      text(cut(name, 16), [left + 17, PLOT_HEIGHT + 56], { fill: theme.text }),
    ]
  })
  return svg(PLOT_HEIGHT + 66, theme, [...parts, ...drawn, ...stepLabels(steps, x, drawing)])
}
