// The answer of a pin: a figure with its change, lines, a heat map, bars or a small table.
import { Box, Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { column } from '#contract/columns.ts'
import { GOAL_MEASURES } from '#contract/goals/scopes.ts'
import type { AnswerBody } from '#contract/questions/calls.ts'
import { dimensionOf, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { fetchQuery } from '#web/api/call.ts'
import { ANSWER, queryOf } from '#web/shared/questions/answers.ts'
import { stepText } from '#web/shared/questions/question-steps.ts'
import { useAskWhy, WhyBadge } from '#web/shared/why/why.tsx'
import { changeIn, keyIn, numberIn, whyOf } from '#web/shared/why/why-of.ts'
import { cellText } from '#web/text/format.ts'
import { HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import shared from '#web/ui/shared.module.css'
import { ChartSkeleton, EmptyState } from '#web/ui/states.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './board.module.css'
import { goalOf, PinGoal } from './pin-goal.tsx'
import { axisFormat, CHART_HEIGHT, type ContentProps, Failed, Gone, Others, Periods } from './pin-parts.tsx'
import { PivotPin } from './pin-pivot.tsx'
import { text } from './text.ts'

const MOST_ROWS = 8
/** Height of a table with all its rows. */
const TABLE_HEIGHT = 340
const CARD_HEIGHT = 74

const useAnswer = (question: Question) =>
  useQuery(fetchQuery(ANSWER, { query: { ...queryOf(question), per_page: 1000 } }))

export function PinContent(props: ContentProps) {
  const { pin, question } = props
  // As in Explorar, a limit is one of rows alone.
  const axes = pin.show === 'lines' ? question.grain : pin.show === 'heat' && question.by.length === 2
  return axes ? <PivotPin {...props} /> : <RowsPin {...props} />
}

function RowsPin({ pin, question }: ContentProps) {
  const state = useAnswer(question)
  const height = pin.show === 'card' ? CARD_HEIGHT : CHART_HEIGHT
  if (state.status === 'pending') return <ChartSkeleton height={height} />
  if (state.status === 'error') return <Failed state={state} height={height} />
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
      <Periods question={question} body={body} />
      <Shown pin={pin} question={question} body={body} />
    </>
  )
}

function Shown({ pin, question, body }: ContentProps & { body: AnswerBody }) {
  if (pin.show === 'card') return <Figures question={question} body={body} />
  const [dimension] = question.by
  if (pin.show === 'bars' && dimension) return <Bars pin={pin} question={question} body={body} />
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

/** What the limit of the question left out. */
function Rest({ meta: { rest }, measure }: { meta: AnswerBody['meta']; measure: MeasureKey }) {
  const value = rest?.[measure] ?? null
  return value === null ? null : (
    <p className={shared.caption}>{`${text.rest}: ${cellText(value, measureOf(measure))}`}</p>
  )
}

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
