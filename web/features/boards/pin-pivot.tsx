// Pins of several steps or columns: lines over time, and a heat map, of the largest values.
import { measureOf } from '#contract/questions/measures.ts'
import { daysOfStep, lacksDays } from '#contract/questions/steps.ts'
import { marksOf, onlyDistributor, useNotes } from '#web/shared/notes/notes.ts'
import { largestLines, type Pivot, singleLines } from '#web/shared/questions/pivot.ts'
import { emptyStep } from '#web/shared/questions/question-periods.ts'
import { stepsOf, stepText, stepTick } from '#web/shared/questions/question-steps.ts'
import { TooManyCells, usePivot } from '#web/shared/questions/use-pivot.ts'
import { questionText } from '#web/shared/text.ts'
import { useAskWhy } from '#web/shared/why/why.tsx'
import { numberIn, type Row, whyOf, whyOfStep } from '#web/shared/why/why-of.ts'
import { cellText } from '#web/text/format.ts'
import { categoricalColor } from '#web/ui/colors.ts'
import { HeatMap } from '#web/ui/heat-map.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { ChartSkeleton, EmptyState } from '#web/ui/states.tsx'
import { axisFormat, CHART_HEIGHT, type ContentProps, Failed, Others, Periods } from './pin-parts.tsx'
import { text } from './text.ts'

const MOST_LINES = 4
const MOST_HEAT_ROWS = 12
const MOST_HEAT_COLUMNS = 24

export function PivotPin({ pin, question }: ContentProps) {
  const [measure = 'net_sale'] = question.measures
  const { status, data: pivot, error, refetch } = usePivot(question, measure)
  if (error instanceof TooManyCells)
    return <EmptyState height={CHART_HEIGHT}>{questionText.tooManyCells}</EmptyState>
  if (status === 'error') return <Failed state={{ error, refetch }} height={CHART_HEIGHT} />
  if (!pivot) return <ChartSkeleton height={CHART_HEIGHT} />
  return (
    <>
      <Periods question={question} body={pivot.columnTotals} />
      {pivot.columns.length === 0 ? (
        <EmptyState height={CHART_HEIGHT} />
      ) : pin.show === 'lines' ? (
        <Lines title={pin.title} pivot={pivot} />
      ) : (
        <Heat title={pin.title} pivot={pivot} />
      )}
    </>
  )
}

interface ChartProps {
  readonly title: string
  readonly pivot: Pivot
}

function Lines({ title, pivot }: ChartProps) {
  const { question, measure, axes, columns, columnTotals } = pivot
  const ask = useAskWhy()
  const { meta } = columnTotals
  const { grain } = question
  const { format, title: name } = measureOf(measure)
  const steps = grain ? stepsOf(grain, meta) : []
  const [first = '', last = first] = [steps[0], steps.at(-1)]
  const notes = useNotes(
    grain ? { from: daysOfStep(grain, first).from, to: daysOfStep(grain, last).to } : null,
    onlyDistributor(question),
  )
  if (!grain) return null
  const total = new Map<string, Row>(columns.map((each) => [each.id, each.total]))
  const shown =
    axes.rows.length > 0
      ? largestLines(pivot, MOST_LINES).map(({ id, labels, cells }) => ({
          id,
          label: labels.join(' · '),
          cells,
        }))
      : [{ id: '', label: name, cells: total }]
  return (
    <>
      <LineChart
        label={title}
        xs={steps.map((key) => ({
          key,
          label: stepText(grain, key, meta),
          tick: stepTick(grain, key),
          isPartial: lacksDays(daysOfStep(grain, key), meta),
        }))}
        series={shown.map(({ id, label, cells }, index) => ({
          key: id,
          label,
          color: categoricalColor(index),
          values: steps.map((step) => {
            const row = cells.get(step)
            return row ? numberIn(row, measure) : emptyStep(measure)
          }),
        }))}
        format={(value) => cellText(value, { format })}
        formatTick={axisFormat(format)}
        height={CHART_HEIGHT}
        onPick={(step) => ask(whyOfStep(question, meta, step, measure))?.()}
        marks={marksOf(notes, grain, steps)}
      />
      <Others shown={shown.length} all={singleLines(pivot).length} words={text.otherLines} />
    </>
  )
}

/** The first dimension in rows, the second in columns. */
function Heat({ title, pivot }: ChartProps) {
  const { question, measure, lines, columns, hiddenColumns, columnTotals } = pivot
  const ask = useAskWhy()
  const { format } = measureOf(measure)
  const shown = { rows: lines.slice(0, MOST_HEAT_ROWS), columns: columns.slice(0, MOST_HEAT_COLUMNS) }
  const cells = shown.rows.flatMap((line) =>
    shown.columns.map(({ id, label }) => ({
      row: line.labels.join(' · '),
      column: label,
      of: line.cells.get(id),
    })),
  )
  return (
    <>
      <HeatMap
        label={title}
        rows={shown.rows.map(({ labels }) => labels.join(' · '))}
        columns={shown.columns.map(({ label }) => label)}
        cells={cells.map(({ of, ...place }) => ({
          ...place,
          value: of ? numberIn(of, measure) : null,
          words: of ? cellText(numberIn(of, measure), { format }) : text.noValue,
        }))}
        format={axisFormat(format)}
        {...(question.compare !== 'none' && {
          onPick: (index: number) =>
            ask(whyOf(question, columnTotals.meta, cells[index]?.of ?? {}, measure))?.(),
        })}
      />
      <Others shown={shown.rows.length} all={lines.length} />
      <Others shown={shown.columns.length} all={columns.length + hiddenColumns} words={text.otherColumns} />
    </>
  )
}
