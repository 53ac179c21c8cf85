// Cómo fue la semana: the last closed week against the one before and the same week of the year before, each change with its why.
import { Flex } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { WEEK_PATH } from '#contract/address.ts'
import { column } from '#contract/columns.ts'
import { addDays, mondayOf } from '#contract/month.ts'
import type { AnswerBody } from '#contract/questions/calls.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { datesWords, dayWords, weekAsked } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { fetchQuery } from '#web/api/call.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useDaysOf } from '#web/shared/questions/question-periods.ts'
import { WhyBadge } from '#web/shared/why/why.tsx'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'
import { changeIn, keyIn, type Row } from '#web/shared/why/why-of.ts'
import { cellText } from '#web/text/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { RouteLink } from '#web/ui/links.tsx'
import { AsyncPanel, Cards, Page, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { text } from './text.ts'
import css from './week.module.css'

const words = text.week
const MEASURES = ['net_sale', 'orders', 'buyers'] as const satisfies readonly MeasureKey[]
const SHOWN = 20

/** Takes the lines of the days that are still loading. */
const ANY_WEEK = { from: '2000-10-10', to: '2000-10-16' }

type SplitBy = 'distributor' | 'product'
type Against = 'previous' | 'year'
type Week = ReturnType<typeof weekAsked>

/** The week in the address, none after the last closed one, and steps to others. */
function useShownWeek() {
  const [monday, setMonday] = useSearchParam('week', { step: true })
  const last = useDaysOf()('last_week')
  const asked = weekAsked(monday)
  const week: Week = asked !== 'last_week' && asked.from < last.from ? asked : 'last_week'
  const days = week === 'last_week' ? last : week
  const show = (next: string) => setMonday(next < last.from ? next : null)
  return { week, days, show }
}

function useWeek(week: Week, compare: Against, by?: SplitBy) {
  const query = {
    ...{ measures: MEASURES.join(), compare },
    ...(week === 'last_week' ? { period: week } : week),
    ...(by && { by, limit: String(SHOWN) }),
  }
  return useQuery(fetchQuery('GET /api/questions/answer', { query }))
}

type Asked = ReturnType<typeof useWeek>

function retryFailed(first: Asked, second: Asked): ReturnType<Asked['refetch']> {
  if (first.isError && second.isError) void second.refetch()
  return (first.isError ? first : second).refetch()
}

export default function WeekScreen() {
  const user = useUser()
  // The totals of the table that comes with the same answer.
  const by = mayUser(user, 'view:distributors') ? 'distributor' : undefined
  const { week, days, show } = useShownWeek()
  const [previous, year] = [useWeek(week, 'previous', by), useWeek(week, 'year', by)]
  const failed = [previous, year].find(({ isError }) => isError)
  const meta = previous.data?.meta
  const until = optionOf(useConfig(), 'data_until')
  return (
    <Page>
      <Steps days={meta?.period ?? days} isLast={week === 'last_week'} onShow={show} />
      {failed ? (
        <Panel title={words.title}>
          <ErrorState height={120} error={failed.error} onRetry={() => retryFailed(previous, year)} />
        </Panel>
      ) : (
        <Cards waits={!meta}>
          {MEASURES.map((measure) => (
            <Card key={measure} {...{ week, measure }} previous={previous.data} year={year.data} />
          ))}
        </Cards>
      )}
      {meta && !isComparable(meta) ? (
        <p className={shared.caution}>
          {meta.cut_after ? words.cutAfter(dayWords(meta.cut_after)) : emptyWords(meta.period.from, until)}{' '}
          {until && until < days.from ? <WeekWithOrders until={until} /> : null}
        </p>
      ) : null}
      {mayUser(user, 'view:distributors') ? <SplitPanel week={week} by="distributor" /> : null}
      {mayUser(user, 'view:products') ? <SplitPanel week={week} by="product" /> : null}
    </Page>
  )
}

interface StepsProps {
  readonly days: Days
  readonly isLast: boolean
  /** Takes the Monday. */
  readonly onShow: (monday: string) => void
}

function Steps({ days, isLast, onShow }: StepsProps) {
  const step = (label: string, Icon: TablerIcon, by: number) => (
    <IconButton
      label={label}
      disabled={by > 0 && isLast}
      onClick={() => onShow(addDays(days.from, by))}
      data-no-print
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  )
  return (
    <Flex align="center" gap={6}>
      {step(words.before, IconChevronLeft, -7)}
      <p className={shared.quiet}>{words.days(datesWords(days))}</p>
      {step(words.after, IconChevronRight, 7)}
    </Flex>
  )
}

/** To the last week of which all days were read. */
function WeekWithOrders({ until }: { until: string }) {
  const monday = mondayOf(addDays(until, -6))
  return (
    <RouteLink className={shared.textLink} to={WEEK_PATH} search={{ week: monday }}>
      {words.show(datesWords({ from: monday, to: addDays(monday, 6) }))}
    </RouteLink>
  )
}

/** Without any order, or with a part of them, there is no fall to show. */
const isComparable = ({ has_orders, cut_after }: AnswerBody['meta']) => has_orders && cut_after === null

const emptyWords = (from: string, until: string | null) =>
  until && until < from ? words.until(dayWords(until)) : words.empty

interface CardProps {
  readonly week: Week
  readonly measure: MeasureKey
  readonly previous: AnswerBody | undefined
  readonly year: AnswerBody | undefined
}

function Card({ week, measure, previous, year }: CardProps) {
  const { title, format } = measureOf(measure)
  const value = previous?.meta.totals[measure] ?? null
  return (
    <article className={css.card} aria-busy={!previous || undefined}>
      <h2>{title}</h2>
      <p className={css.value}>
        {previous ? (
          previous.meta.has_orders ? (
            cellText(value ?? 0, { format })
          ) : (
            '—'
          )
        ) : (
          <Skeleton height="0.8em" width="62%" />
        )}
      </p>
      {[
        { against: 'previous' as const, body: previous },
        { against: 'year' as const, body: year },
      ].map(({ against, body }) => (
        <p key={against} className={css.change}>
          {body ? <TotalBadge {...{ week, measure, against, body }} /> : <Skeleton height={22} width={64} />}
          {!body || body.meta.compared_period ? (
            <span className={shared.caption}>
              {body ? (
                words[against](datesWords(body.meta.compared_period ?? ANY_WEEK))
              ) : (
                <StandIn>{words[against](datesWords(ANY_WEEK))}</StandIn>
              )}
            </span>
          ) : null}
        </p>
      ))}
    </article>
  )
}

interface TotalBadgeProps {
  readonly week: Week
  readonly measure: MeasureKey
  readonly against: Against
  readonly body: AnswerBody
}

function TotalBadge({ week, measure, against, body: { meta } }: TotalBadgeProps) {
  const change = changeIn(meta.totals, measure)
  return change && meta.has_orders ? (
    <WhyBadge of={{ measure, period: week, compare: against }} {...change} growth="good" />
  ) : (
    <span className={css.none}>—</span>
  )
}

function SplitPanel({ week, by }: { week: Week; by: SplitBy }) {
  const previous = useWeek(week, 'previous', by)
  const year = useWeek(week, 'year', by)
  const ofYear = new Map(year.data?.data.map((row) => [keyIn(row, by).key, row]))
  const badge = (row: Row | undefined, compare: Against) => {
    const change = row && changeIn(row, 'net_sale')
    if (!row || !change) return '—'
    const of: WhyQuestion = {
      ...{ measure: 'net_sale', period: week, compare },
      where: [keptValue(by, keyIn(row, by).key)],
    }
    return <WhyBadge of={of} {...change} growth="good" bare />
  }
  return (
    <AsyncPanel
      title={words.by[by]}
      subtitle={words.most(SHOWN)}
      state={
        year.isError
          ? { ...previous, status: 'error', error: year.error, refetch: () => retryFailed(year, previous) }
          : previous
      }
      height={320}
      isEmpty={({ data }) => data.length === 0}
    >
      {({ data }) => (
        <ViewAsTable
          caption={words.by[by]}
          columns={[
            column('name', words.value[by]),
            ...MEASURES.map((key) => column(key, measureOf(key).title, measureOf(key).format)),
            column('previous', words.vsPrevious, 'percent'),
            column('year', words.vsYear, 'percent'),
          ]}
          rows={data.map((row) => ({ ...row, name: keyIn(row, by).label }))}
          cells={{
            previous: (row) => badge(row, 'previous'),
            year: (row) => badge(ofYear.get(keyIn(row, by).key), 'year'),
          }}
        />
      )}
    </AsyncPanel>
  )
}
