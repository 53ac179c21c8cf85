// The answer of a question, in the selected form, or the reason why there is none.
import { IconInfoCircle, IconPercentage } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { questionParams } from '#contract/questions/question.ts'
import { PinButton } from '#web/shared/boards/pin-button.tsx'
import { tableAxesOf } from '#web/shared/questions/pivot.ts'
import { periodsText } from '#web/shared/questions/question-periods.ts'
import { problemSentences, titleOf } from '#web/shared/questions/question-words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { ChartSkeleton, ErrorState } from '#web/ui/states.tsx'
import { type Asked, EXTRAS, type Extra, refusalsIn, VIEWS } from './address.ts'
import { ExportMenu } from './export-menu.tsx'
import { useFilterWords } from './filter-words.ts'
import css from './result.module.css'
import { sharedMeasures, tableColumns, tableRows } from './table-columns.ts'
import { TableView } from './table-view.tsx'
import { text } from './text.ts'
import type { ResultProps, ViewProps } from './view-props.ts'

// Loaded on first use: most answers are read as a table.
const ChartPanel = lazy(() => import('./chart-panel.tsx').then((code) => ({ default: code.ChartPanel })))
const PivotPanel = lazy(() => import('./pivot-panel.tsx').then((code) => ({ default: code.PivotPanel })))

export function Result(props: ResultProps) {
  const { asked, state } = props
  const { question, problems, shown } = asked
  const missing = state.data?.meta.missing ?? []
  const subtitle = [
    state.data ? periodsText(state.data.meta) : '',
    ...useFilterWords(question),
    ...missing.map(({ title, values }) => text.missing(title, values)),
  ]
    .filter(Boolean)
    .join(' · ')
  if (problems.length > 0) return <Refusal title={text.badAddress} sentences={problemSentences(problems)} />
  const refusals = refusalsIn(state.error)
  if (refusals) return <Refusal title={text.refused} sentences={refusals.map(({ message }) => message)} />
  const view = {
    ...props,
    subtitle: subtitle || '\u00a0',
    views: (
      <>
        <Views asked={asked} />
        <PinButton question={questionParams(question).toString()} title={titleOf(question)} />
      </>
    ),
  }
  if (shown.view === 'table' || (shown.view === 'pivot' && !tableAxesOf(question)))
    return <AnswerTable {...view} />
  if (state.status === 'error')
    return (
      <Panel title={titleOf(question)} subtitle={view.subtitle} actions={view.views}>
        <ErrorState height={240} error={state.error} onRetry={state.refetch} />
      </Panel>
    )
  const waiting = (
    <Panel title={titleOf(question)} subtitle={view.subtitle} actions={view.views} busy>
      <ChartSkeleton height={340} />
    </Panel>
  )
  return (
    <Suspense fallback={waiting}>
      {shown.view === 'pivot' ? <PivotPanel {...view} /> : <ChartPanel {...view} />}
    </Suspense>
  )
}

function Views({ asked: { question, shown, go } }: { asked: Asked }) {
  const offered = VIEWS.filter((view) => view !== 'pivot' || tableAxesOf(question) !== null)
  return (
    <Segments
      size="xs"
      aria-label={text.view}
      value={offered.includes(shown.view) ? shown.view : 'table'}
      data={offered.map((value) => ({ value, label: text.views[value] }))}
      onChange={(view) => go(question, { view })}
    />
  )
}

function AnswerTable({ asked, state, subtitle, views }: ViewProps) {
  const { extras } = asked.shown
  const answered = state.data
  const shown = () =>
    answered
      ? { columns: tableColumns(answered.question, extras), rows: tableRows(answered) }
      : { columns: [], rows: [] }
  return (
    <TableView
      asked={asked}
      state={state}
      subtitle={subtitle}
      actions={
        <>
          {views}
          <ExtrasMenu asked={asked} />
          <ExportMenu answered={answered} shown={extras.length > 0 ? shown : undefined} />
        </>
      }
    />
  )
}

const LABELS: Readonly<Record<Extra, string>> = {
  before: text.before,
  share: text.share,
  cumulated: text.cumulated,
  abc: text.abc,
}

function ExtrasMenu({ asked: { question, shown, go } }: { asked: Asked }) {
  const isPossible = sharedMeasures(question).length > 0
  const toggle = (extra: Extra) => {
    const extras = EXTRAS.filter((one) => shown.extras.includes(one) !== (one === extra))
    go(question, { extras })
  }
  return (
    <Dropdown
      label={text.extras}
      role="dialog"
      button={(opener) => (
        <IconButton tip label={text.extras} frame="bordered" size={30} {...opener}>
          <IconPercentage size={16} aria-hidden />
        </IconButton>
      )}
    >
      {() => (
        <div className={css.extras}>
          {EXTRAS.map((extra) => (
            <label key={extra}>
              <input
                type="checkbox"
                checked={shown.extras.includes(extra)}
                disabled={extra === 'before' ? question.compare === 'none' : !isPossible}
                onChange={() => toggle(extra)}
              />
              {LABELS[extra]}
            </label>
          ))}
          <p>{isPossible ? text.abcMeaning : text.noExtras}</p>
        </div>
      )}
    </Dropdown>
  )
}

const Refusal = ({ title, sentences }: { title: string; sentences: readonly string[] }) => (
  <Panel title={title}>
    <div className={css.refusal} role="status">
      <IconInfoCircle size={20} stroke={1.6} aria-hidden />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <PageLink href="/analysis/explore">{text.goBack}</PageLink>
      </div>
    </div>
  </Panel>
)
