// An explanation: both values, the sentences, the factors, and the values of each dimension.
import { Box, Flex, Stack } from '@mantine/core'
import { IconChartBar, IconChartDots3, IconReceipt, IconTable } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { column } from '#contract/columns.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import type { ExplainQuestion } from '#contract/questions/explain-question.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { NoteList } from '#web/shared/notes/chart-notes.tsx'
import { onlyDistributor, useNotes } from '#web/shared/notes/notes.ts'
import { notesText } from '#web/shared/text.ts'
import { periodText, shortPeriod } from '#web/text/periods.ts'
import { IconButton, linkLook } from '#web/ui/button.tsx'
import { Change } from '#web/ui/change-badge.tsx'
import { Fact } from '#web/ui/fact.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import { DimensionList } from './dimension-list.tsx'
import { ExportMenu } from './export-menu.tsx'
import { signedText, valueText } from './formats.ts'
import { explorePath, ordersBehind } from './paths.ts'
import { CopySentences, Sentences } from './sentences.tsx'
import { text } from './text.ts'
import { scopeWords } from './trail.tsx'
import { waterfallOf } from './waterfall.ts'
import { WaterfallChart } from './waterfall-chart.tsx'
import css from './why.module.css'
import { WhyLink } from './why-link.tsx'

/** Number of dimensions that are open at first. */
const OPEN = 3

interface ExplanationProps {
  why: string
  question: ExplainQuestion
  body: ExplanationBody
}

export function Explanation({ why, question, body }: ExplanationProps) {
  const { data, meta } = body
  const { title, isLoss = false } = measureOf(question.measure)
  const explore = explorePath(question, meta)
  const periods = [periodText(meta.compared_period), periodText(meta.period, meta.as_of)] as const
  const split = meta.not_split_by.map((key) => dimensionOf(key).title)
  const scope = [title, scopeWords(question, body)].filter((part) => part !== '').join(', ')
  const heading = `${scope}: ${periods[1]} vs ${periods[0]}`
  const mayOpen = mayUser(useUser(), 'view:orders')
  const orders = mayOpen ? ordersBehind(question, meta) : null
  const content = useRef<HTMLDivElement>(null)
  return (
    <Stack ref={content} gap={20}>
      <Summary body={body} isLoss={isLoss} periods={periods} />
      <Flex wrap="wrap" align="center" gap={8} data-no-print>
        <WhyLink {...linkLook({ frame: 'bordered' })} href={explore}>
          <IconChartDots3 size={15} aria-hidden />
          {text.explore}
        </WhyLink>
        {orders ? (
          <WhyLink {...linkLook({ frame: 'bordered' })} href={orders}>
            <IconReceipt size={15} aria-hidden />
            {text.orders}
          </WhyLink>
        ) : null}
        <ExportMenu body={body} title={heading} content={content} />
      </Flex>
      <PeriodNotes question={question} meta={meta} />
      <Section title={text.inWords} actions={<CopySentences title={heading} sentences={data.sentences} />}>
        <Sentences why={why} sentences={data.sentences} explore={explore} />
      </Section>
      <Factors body={body} title={title} isLoss={isLoss} />
      {data.dimensions.length > 0 ? (
        <Section title={text.where}>
          {data.dimensions.map((dimension, index) => (
            <DimensionList
              key={`${why} ${dimension.key}`}
              why={why}
              dimension={dimension}
              unit={data.unit}
              isLoss={isLoss}
              isOpen={index < OPEN}
              explore={explorePath(
                question,
                meta,
                dimension.key,
                (data.difference ?? 0) < 0 ? 'ASC' : 'DESC',
              )}
            />
          ))}
        </Section>
      ) : null}
      {split.length > 0 ? (
        <p className={shared.caption}>{text.notSplit(new Intl.ListFormat('es').format(split))}</p>
      ) : null}
    </Stack>
  )
}

function PeriodNotes({ question, meta }: { question: ExplainQuestion; meta: ExplanationBody['meta'] }) {
  const { period, compared_period: before } = meta
  const days = { from: before.from < period.from ? before.from : period.from, to: period.to }
  const notes = useNotes(days, onlyDistributor(question)).filter(({ from_date, to_date }) =>
    [period, before].some(({ from, to }) => from_date <= to && to_date >= from),
  )
  return notes.length === 0 ? null : (
    <Section title={notesText.title}>
      <NoteList notes={notes} />
    </Section>
  )
}

function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section" miw={0}>
      <Flex component="header" align="center" justify="space-between" gap={12} mih={30} mb={4}>
        <h3 className={shared.smallHeading}>{title}</h3>
        {actions}
      </Flex>
      {children}
    </Box>
  )
}

interface PartProps {
  body: ExplanationBody
  isLoss: boolean
}

function Summary({ body: { data }, isLoss, periods }: PartProps & { periods: readonly [string, string] }) {
  const { before, after, difference, unit } = data
  return (
    <dl className={css.summary}>
      <Fact name={periods[0]}>{valueText(before, unit)}</Fact>
      <Fact name={periods[1]}>{valueText(after, unit)}</Fact>
      {difference === null || before === null || after === null ? null : (
        <div>
          <dt>{text.difference}</dt>
          <dd className={css.difference}>
            <span>{signedText(difference, unit)}</span>{' '}
            <Change now={after} before={before} growth={isLoss ? 'bad' : undefined} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Factors({ body: { data, meta }, title, isLoss }: PartProps & { title: string }) {
  const [asTable, setAsTable] = useState(false)
  const { before, after, factors, unit } = data
  if (before === null || after === null || factors.length === 0) return null
  const switchLabel = asTable ? text.asChart : text.asTable
  return (
    <Section
      title={text.factors}
      actions={
        <IconButton tip label={switchLabel} onClick={() => setAsTable(!asTable)} data-no-print>
          {asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        </IconButton>
      }
    >
      {asTable ? (
        <ViewAsTable
          caption={text.factorsOf(title)}
          columns={[column('label', text.factor), column('difference', text.difference, unit)]}
          rows={factors}
          foot={{ label: text.difference, difference: data.difference ?? 0 }}
        />
      ) : (
        <WaterfallChart
          label={text.factorsOf(title)}
          waterfall={waterfallOf(before, after, factors)}
          unit={unit}
          periods={[shortPeriod(meta.compared_period), shortPeriod(meta.period, meta.as_of)]}
          isLoss={isLoss}
        />
      )}
    </Section>
  )
}
