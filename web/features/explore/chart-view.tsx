// The chart that fits a question: time as lines, one dimension as bars, two as a heat map.
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { QUESTION_COMPARISONS } from '#contract/questions/question.ts'
import { daysOfStep, lacksDays } from '#contract/questions/steps.ts'
import { ChartNotes } from '#web/shared/notes/chart-notes.tsx'
import { marksOf, onlyDistributor, useNotes } from '#web/shared/notes/notes.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { largestLines, type Pivot, singleLines } from '#web/shared/questions/pivot.ts'
import { emptyStep } from '#web/shared/questions/question-periods.ts'
import { stepsOf, stepText, stepTick } from '#web/shared/questions/question-steps.ts'
import { titleOf } from '#web/shared/questions/question-words.ts'
import { useAskWhy } from '#web/shared/why/why.tsx'
import { changeIn, keyIn, numberIn, type Row, whyOf, whyOfStep } from '#web/shared/why/why-of.ts'
import { cellText, percent, short, shortMoney, shownChange, signedPercent } from '#web/text/format.ts'
import { accent, categoricalColor, rest as restColor } from '#web/ui/colors.ts'
import { HeatMap } from '#web/ui/heat-map.tsx'
import { HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { LineChart, type LineSeries } from '#web/ui/line-chart.tsx'
import { text } from './text.ts'
import type { Figure } from './value-select.tsx'

const MOST_LINES = 6
const MOST_BARS = 30
const MOST_HEAT_ROWS = 40
const MOST_HEAT_COLUMNS = 48

interface Formats {
  readonly full: (value: number) => string
  readonly short: (value: number) => string
}

export function formatsOf({ measure, key }: Figure): Formats {
  if (key !== measure) return { full: signedPercent, short: signedPercent }
  const { format } = measureOf(measure)
  const full = (value: number) => cellText(value, { format })
  if (format === 'money') return { full, short: shortMoney }
  return { full, short: format === 'percent2' ? (value) => percent(value) : short }
}

/** A figure of a row; a change as screens show it, from both amounts. */
const figureIn = (row: Row, { measure, key }: Figure): number | null => {
  if (key === measure) return numberIn(row, measure)
  const change = changeIn(row, measure)
  return change && shownChange(change.now, change.before)
}

/** Value of a step without rows; a change has none. */
const emptyOf = ({ measure, key }: Figure): 0 | null => (key === measure ? emptyStep(measure) : null)

/**
 * A figure over time: one line per value of the dimensions, the largest first, or the total and the figure that it is
 * compared with.
 */
export function Lines({ pivot, figure }: { pivot: Pivot; figure: Figure }) {
  const { question, columns, axes } = pivot
  const { grain } = question
  const { meta } = pivot.columnTotals
  const formats = formatsOf(figure)
  const steps = grain ? stepsOf(grain, meta) : []
  const ask = useAskWhy()
  const empty = emptyOf(figure)
  const valuesOf = (row: (step: string) => Row | undefined, key: string) =>
    steps.map((step) => {
      const found = row(step)
      if (!found) return empty
      return key === figure.key ? figureIn(found, figure) : numberIn(found, key)
    })
  const totals = new Map(columns.map(({ id, total }) => [id, total]))
  const shown = largestLines(pivot, MOST_LINES)
  const isCompared = question.compare !== 'none' && figure.key === figure.measure
  const total = (key: string, label: string, color: string, column: string): LineSeries => ({
    ...{ key, label, color },
    values: valuesOf((step) => totals.get(step), column),
  })
  const compared = () =>
    total('compared', QUESTION_COMPARISONS[question.compare], restColor, `${figure.key}_compared`)
  const series =
    axes.rows.length > 0
      ? shown.map(({ id, labels, cells }, index) => ({
          key: id,
          label: labels.join(' · '),
          color: categoricalColor(index),
          values: valuesOf((step) => cells.get(step), figure.key),
        }))
      : [
          total(figure.key, figure.title, accent, figure.key),
          ...(isCompared ? [{ ...compared(), dash: '4 4' }] : []),
        ]
  const [start, end] = [steps[0], steps.at(-1)]
  const days =
    grain && start !== undefined && end !== undefined
      ? { from: daysOfStep(grain, start).from, to: daysOfStep(grain, end).to }
      : null
  const notes = useNotes(days, onlyDistributor(question))
  if (!grain) return null
  return (
    <>
      <LineChart
        label={titleOf({ ...question, measures: [figure.measure] })}
        xs={steps.map((key) => ({
          key,
          label: stepText(grain, key, meta),
          tick: stepTick(grain, key),
          isPartial: lacksDays(daysOfStep(grain, key), meta),
        }))}
        series={series}
        format={formats.full}
        formatTick={formats.short}
        height={340}
        onPick={(step) => ask(whyOfStep(question, meta, step, figure.measure))?.()}
        marks={marksOf(notes, grain, steps)}
      />
      {days ? <ChartNotes notes={notes} day={days.to} /> : null}
      <Others shown={shown.length} all={singleLines(pivot).length} words={text.lines} />
    </>
  )
}

interface OthersProps {
  readonly shown: number
  readonly all: number
  readonly words: (count: number) => string
}

const Others = ({ shown, all, words }: OthersProps) =>
  shown < all ? <p>{text.others(shown, words(all))}</p> : null

/**
 * One dimension as bars in the order of the answer. The rest that the limit left out is a line of text, since its bar would
 * make the others tiny.
 */
export function Bars({ answered, figure }: { answered: Answered; figure: Figure }) {
  const { question, data, meta } = answered
  const [dimension] = question.by
  const formats = formatsOf(figure)
  const ask = useAskWhy()
  if (!dimension) return null
  const rest = meta.rest && figureIn(meta.rest, figure)
  const bar = (key: string, label: string, row: Row) => ({
    key,
    label,
    value: figureIn(row, figure) ?? 0,
    details: question.measures.map((measure) => ({
      label: measureOf(measure).title,
      value: cellText(numberIn(row, measure), measureOf(measure)),
    })),
  })
  const isChange = figure.key !== figure.measure
  const drawn = isChange ? data.filter((row) => figureIn(row, figure) !== null) : data
  const bars = drawn.slice(0, MOST_BARS).map((row) => {
    const { key, label } = keyIn(row, dimension)
    return bar(key, label, row)
  })
  return (
    <>
      <HorizontalBars
        label={`${figure.title} ${text.by} ${dimensionOf(dimension).title}`}
        bars={bars}
        formatShort={formats.short}
        {...(question.compare !== 'none' && {
          onPick: (picked: string) => {
            const row = data.find((one) => keyIn(one, dimension).key === picked)
            ask(row && whyOf(question, meta, row, figure.measure))?.()
          },
        })}
      />
      {rest === null ? null : <p>{`${text.rest}: ${formats.full(rest)}`}</p>}
      <Others shown={bars.length} all={meta.total} words={text.rows} />
    </>
  )
}

/** Two dimensions as a heat map of the largest of each. */
export function Heat({ pivot, figure }: { pivot: Pivot; figure: Figure }) {
  const formats = formatsOf(figure)
  const ask = useAskWhy()
  const lines = pivot.lines.slice(0, MOST_HEAT_ROWS)
  const columns = pivot.columns.slice(0, MOST_HEAT_COLUMNS)
  const cells = lines.flatMap(({ labels, cells: found }) =>
    columns.map(({ id, label }) => {
      const row = found.get(id)
      const value = row ? figureIn(row, figure) : null
      return {
        row: labels.join(' · '),
        column: label,
        value,
        words: value === null ? text.noValueHere : formats.full(value),
      }
    }),
  )
  return (
    <>
      <HeatMap
        label={`${text.heatMap}: ${titleOf({ ...pivot.question, measures: [figure.measure] })}`}
        rows={lines.map(({ labels }) => labels.join(' · '))}
        columns={columns.map(({ label }) => label)}
        cells={cells}
        format={formats.short}
        {...(pivot.question.compare !== 'none' && {
          onPick: (index: number) => {
            const line = lines[Math.floor(index / columns.length)]
            const row = line?.cells.get(columns[index % columns.length]?.id ?? '')
            ask(row && whyOf(pivot.question, pivot.columnTotals.meta, row, figure.measure))?.()
          },
        })}
      />
      <Others shown={lines.length} all={pivot.lines.length} words={text.rows} />
      <Others shown={columns.length} all={pivot.columns.length + pivot.hiddenColumns} words={text.columns} />
    </>
  )
}
