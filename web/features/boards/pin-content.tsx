// The answer of a pin: a figure with its change, lines, bars or a small table.
import { Box, Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Pin } from '#contract/boards.ts'
import { column } from '#contract/columns.ts'
import { GOAL_MEASURES } from '#contract/goals/scopes.ts'
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type DimensionKey, dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { dayWords } from '#contract/questions/periods.ts'
import { type Question, questionParams } from '#contract/questions/question.ts'
import { daysOfStep } from '#contract/questions/steps.ts'
import { fetchQuery } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { marksOf, useNotes } from '#web/shared/notes/notes.ts'
import { emptyStep, periodsText } from '#web/shared/questions/question-periods.ts'
import { isPartial, stepsOf, stepText, stepTick } from '#web/shared/questions/question-steps.ts'
import { useAskWhy, WhyBadge } from '#web/shared/why/why.tsx'
import { changeIn, keyIn, numberIn, type Row, whyOf, whyOfStep } from '#web/shared/why/why-of.ts'
import { cellText, percent, short, shortMoney } from '#web/text/format.ts'
import { categoricalColor } from '#web/ui/colors.ts'
import { HeatMap } from '#web/ui/heat-map.tsx'
import { HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import shared from '#web/ui/shared.module.css'
import { ChartSkeleton, EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './board.module.css'
import { goalOf, PinGoal } from './pin-goal.tsx'
import { text } from './text.ts'

const MOST_ROWS = 8
const MOST_LINES = 4
const MOST_HEAT_ROWS = 12
const MOST_HEAT_COLUMNS = 24
const HEIGHT = 220
/** Height of a table with all its rows. */
const TABLE_HEIGHT = 340
const CARD_HEIGHT = 74

interface ContentProps {
  readonly pin: Pin
  readonly question: Question
}

function useAnswer(question: Question) {
  const params = questionParams(question)
  const where = params.getAll('where')
  const query = { ...Object.fromEntries(params), ...(where.length > 0 && { where }), per_page: 1000 }
  return useQuery(fetchQuery('GET /api/questions/answer', { query }))
}

export function PinContent({ pin, question }: ContentProps) {
  const state = useAnswer(question)
  const height = pin.show === 'card' ? CARD_HEIGHT : HEIGHT
  if (state.status === 'pending') return <ChartSkeleton height={height} />
  if (state.status === 'error')
    return state.error instanceof ApiError && state.error.status === 403 ? (
      <p className={shared.quiet}>{text.refused}</p>
    ) : (
      <ErrorState height={height} error={state.error} onRetry={state.refetch} />
    )
  const body = state.data
  if (pin.show !== 'card' && body.data.length === 0)
    return (
      <>
        <Gone body={body} />
        <EmptyState height={height} />
      </>
    )
  return (
    <>
      <Text c="dimmed" fz="xs" mb={8}>
        {periodsText(body.meta)}
      </Text>
      <Gone body={body} />
      {body.meta.cut_after && question.compare !== 'none' ? (
        <Text c="var(--gd-warning)" fz="xs" mb={8}>
          {text.cutAfter(dayWords(body.meta.cut_after))}
        </Text>
      ) : null}
      <Shown pin={pin} question={question} body={body} />
    </>
  )
}

/** Names in its filters that nothing ever had, or has no more. */
const Gone = ({ body: { meta } }: { body: AnswerBody }) =>
  meta.missing.map(({ dimension, title, values }) => (
    <Text key={dimension} c="var(--gd-warning)" fz="xs" mb={8}>
      {text.gone(title, values)}
    </Text>
  ))

function Shown({ pin, question, body }: ContentProps & { body: AnswerBody }) {
  if (pin.show === 'card') return <Figures question={question} body={body} />
  if (pin.show === 'lines' && question.grain) return <Lines pin={pin} question={question} body={body} />
  const [dimension] = question.by
  if (pin.show === 'bars' && dimension) return <Bars pin={pin} question={question} body={body} />
  if (pin.show === 'heat' && question.by.length === 2)
    return <Heat pin={pin} question={question} body={body} />
  return <SmallTable pin={pin} question={question} body={body} />
}

function Figures({ question, body: { meta } }: { question: Question; body: AnswerBody }) {
  const goal = goalOf(question, meta.period)
  return (
    <dl className={css.figures}>
      {question.measures.map((measure) => {
        const { title, format, isLoss } = measureOf(measure)
        const value = meta.totals[measure] ?? null
        const change = changeIn(meta.totals, measure)
        return (
          <div key={measure}>
            <Box component="dt" c="var(--gd-text-soft)" fz="xs">
              {title}
            </Box>
            <Flex component="dd" wrap="wrap" align="center" gap={8} fz="1.375rem" fw={600}>
              <span>{value === null ? text.noValue : cellText(value, { format })}</span>
              {change ? (
                <WhyBadge
                  of={whyOf(question, meta, {}, measure)}
                  {...change}
                  growth={isLoss ? 'bad' : 'good'}
                />
              ) : null}
            </Flex>
            {goal && GOAL_MEASURES.includes(measure) ? (
              <Box component="dd" m={0}>
                <PinGoal of={goal} measure={measure} />
              </Box>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}

const axisFormat = (format: string) =>
  format === 'money' ? shortMoney : format === 'percent2' ? (value: number) => percent(value) : short

function Lines({ pin, question, body: { data, meta } }: ContentProps & { body: AnswerBody }) {
  const ask = useAskWhy()
  const grain = question.grain ?? 'month'
  const [measure = 'net_sale'] = question.measures
  const { format, title } = measureOf(measure)
  const steps = stepsOf(grain, meta)
  const [first = '', last = first] = [steps[0], steps.at(-1)]
  const nameOf = (row: Row) => question.by.map((key) => keyIn(row, key).label).join(' · ') || title
  const idOf = (row: Row) => JSON.stringify(question.by.map((key) => keyIn(row, key).key))
  const lines = [...new Map(data.map((row) => [idOf(row), nameOf(row)]))].slice(0, MOST_LINES)
  const notes = useNotes({ from: daysOfStep(grain, first).from, to: daysOfStep(grain, last).to })
  return (
    <>
      <LineChart
        label={pin.title}
        xs={steps.map((key) => ({
          key,
          label: stepText(grain, key, meta),
          tick: stepTick(grain, key),
          isPartial: isPartial(grain, key, meta),
        }))}
        series={lines.map(([id, name], index) => {
          const rows = new Map(data.filter((row) => idOf(row) === id).map((row) => [String(row[grain]), row]))
          return {
            key: id,
            label: name,
            color: categoricalColor(index),
            values: steps.map((key) => {
              const row = rows.get(key)
              return row ? numberIn(row, measure) : emptyStep(measure)
            }),
          }
        })}
        format={(value) => cellText(value, { format })}
        formatTick={axisFormat(format)}
        height={HEIGHT}
        onPick={(step) => ask(whyOfStep(question, meta, step, measure))?.()}
        marks={marksOf(notes, grain, steps)}
      />
      <Rest meta={meta} measure={measure} />
    </>
  )
}

/** What the limit of the question left out. */
function Rest({ meta: { rest }, measure }: { meta: AnswerBody['meta']; measure: MeasureKey }) {
  const value = rest?.[measure] ?? null
  return value === null ? null : (
    <p className={shared.caption}>{`${text.rest}: ${cellText(value, measureOf(measure))}`}</p>
  )
}

const Others = ({
  shown,
  all,
  words = text.others,
}: {
  shown: number
  all: number
  words?: typeof text.others
}) => (shown < all ? <p className={shared.caption}>{words(shown, all)}</p> : null)

function Bars({ pin, question, body: { data, meta } }: ContentProps & { body: AnswerBody }) {
  const ask = useAskWhy()
  const [dimension = 'distributor'] = question.by
  const [measure = 'net_sale'] = question.measures
  const { format, title } = measureOf(measure)
  const bars = data.slice(0, MOST_ROWS).map((row, index) => ({
    key: String(index),
    label: keyIn(row, dimension).label,
    value: numberIn(row, measure) ?? 0,
    details: [{ label: title, value: cellText(numberIn(row, measure), { format }) }],
  }))
  return (
    <>
      <HorizontalBars
        label={pin.title}
        formatShort={axisFormat(format)}
        bars={bars}
        {...(question.compare !== 'none' && {
          onPick: (picked: string) => ask(whyOf(question, meta, data[Number(picked)] ?? {}, measure))?.(),
        })}
      />
      <Rest meta={meta} measure={measure} />
      <Others shown={bars.length} all={meta.total} />
    </>
  )
}

/** The first dimension in rows, the second in columns. */
function Heat({ pin, question, body: { data, meta } }: ContentProps & { body: AnswerBody }) {
  const ask = useAskWhy()
  const [down = 'distributor', across = 'business'] = question.by
  const [measure = 'net_sale'] = question.measures
  const { format } = measureOf(measure)
  const [rows, columns] = [valuesOf(data, down, measure), valuesOf(data, across, measure)]
  const shown = { rows: rows.slice(0, MOST_HEAT_ROWS), columns: columns.slice(0, MOST_HEAT_COLUMNS) }
  const found = new Map(data.map((row) => [placeOf(keyIn(row, down).key, keyIn(row, across).key), row]))
  const cells = shown.rows.flatMap((row) =>
    shown.columns.map((each) => ({ row, column: each, of: found.get(placeOf(row.key, each.key)) })),
  )
  return (
    <>
      <HeatMap
        label={pin.title}
        rows={shown.rows.map(({ label }) => label)}
        columns={shown.columns.map(({ label }) => label)}
        cells={cells.map(({ row, column: each, of }) => ({
          ...{ row: row.label, column: each.label },
          value: of ? numberIn(of, measure) : null,
          words: of ? cellText(numberIn(of, measure), { format }) : text.noValue,
        }))}
        format={axisFormat(format)}
        {...(question.compare !== 'none' && {
          onPick: (index: number) => ask(whyOf(question, meta, cells[index]?.of ?? {}, measure))?.(),
        })}
      />
      <Rest meta={meta} measure={measure} />
      <Others shown={shown.rows.length} all={rows.length} />
      <Others shown={shown.columns.length} all={columns.length} words={text.otherColumns} />
    </>
  )
}

/** Keys may hold any character. */
const placeOf = (row: string, column: string): string => JSON.stringify([row, column])

/** The values of a dimension, the largest first; days and hours in their order. */
function valuesOf(data: readonly Row[], dimension: DimensionKey, measure: MeasureKey) {
  const sums = new Map<string, { readonly key: string; readonly label: string; sum: number }>()
  for (const row of data) {
    const { key, label } = keyIn(row, dimension)
    const value = sums.get(key) ?? { key, label, sum: 0 }
    value.sum += numberIn(row, measure) ?? 0
    sums.set(key, value)
  }
  return [...sums.values()].sort((one, other) =>
    dimensionOf(dimension).isOrdered ? Number(one.key) - Number(other.key) : other.sum - one.sum,
  )
}

function SmallTable({ pin, question, body: { data, meta } }: ContentProps & { body: AnswerBody }) {
  const { by, grain, measures } = question
  const rows = data.slice(0, MOST_ROWS).map((row) => ({
    ...Object.fromEntries(by.map((key) => [key, keyIn(row, key).label])),
    ...(grain && { [grain]: stepText(grain, String(row[grain]), meta) }),
    ...Object.fromEntries(measures.map((key) => [key, numberIn(row, key)])),
  }))
  const [first = 'rest'] = [...by, ...(grain ? [grain] : [])]
  const rest = meta.rest ? [{ [first]: text.rest, ...meta.rest }] : []
  return (
    <>
      <ViewAsTable
        caption={pin.title}
        height={TABLE_HEIGHT}
        columns={[
          ...by.map((key) => column(key, dimensionOf(key).title)),
          ...(grain ? [column(grain, TIME_GRAINS[grain])] : []),
          ...measures.map((key) => column(key, measureOf(key).title, measureOf(key).format)),
        ]}
        rows={[...rows, ...rest]}
      />
      <Others shown={rows.length} all={meta.total} />
    </>
  )
}
