// The answer of a question, in the form chosen, or why there is none.
import { Panel } from '#web/ui/panel.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Asked } from './address.ts'
import { refusalsIn, type useAnswer } from './answer.ts'
import { ExportMenu } from './export-menu.tsx'
import { ExtrasMenu } from './extras-menu.tsx'
import { Refusal } from './refusal.tsx'
import { tableColumns, tableRows } from './table-columns.ts'
import { TableView } from './table-view.tsx'
import { text } from './text.ts'
import { periodText, titleOf } from './wording.ts'

interface ResultProps {
  asked: Asked
  state: ReturnType<typeof useAnswer>
}

const HEIGHT = 240

export function Result({ asked, state }: ResultProps) {
  const { question, problems, shown } = asked
  if (problems.length > 0)
    return (
      <Refusal
        title={text.badAddress}
        sentences={problems.map(({ path, message }) => `${path}: ${message}`)}
      />
    )
  if (question.measures.length === 0)
    return (
      <Panel title={titleOf(question)}>
        <EmptyState height={HEIGHT}>{text.noMeasure}</EmptyState>
      </Panel>
    )
  const refusals = refusalsIn(state.error)
  if (refusals) return <Refusal title={text.refused} sentences={refusals.map(({ message }) => message)} />
  const answered = state.data
  const periods = answered && [answered.meta.period, answered.meta.compared_period]
  const subtitle = periods
    ?.flatMap((period) => (period ? [periodText(period)] : []))
    .join(` ${text.versus('')}`)
  return (
    <TableView
      asked={asked}
      state={state}
      subtitle={subtitle ?? '\u00a0'}
      actions={
        <>
          <ExtrasMenu asked={asked} />
          {answered ? (
            <ExportMenu
              answered={answered}
              shown={
                shown.extras.length > 0
                  ? () => ({
                      columns: tableColumns(answered.question, shown.extras),
                      rows: tableRows(answered),
                    })
                  : undefined
              }
            />
          ) : null}
        </>
      }
    />
  )
}
