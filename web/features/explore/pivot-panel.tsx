import { titleOf } from '#web/shared/questions/question-words.ts'
import { TooManyCells, usePivot } from '#web/shared/questions/use-pivot.ts'
import { questionText } from '#web/shared/text.ts'
import { Panel } from '#web/ui/page.tsx'
import { ChartSkeleton, EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ExportMenu } from './export-menu.tsx'
import { PivotView, pivotTable } from './pivot-view.tsx'
import css from './result.module.css'
import { text } from './text.ts'
import { figureOf, ValueSelect } from './value-select.tsx'
import type { ViewProps } from './view-props.ts'

const HEIGHT = 320

export function PivotPanel({ asked, state, subtitle, views }: ViewProps) {
  const figure = figureOf(asked)
  const { status, data: pivot, error, isPlaceholderData, refetch } = usePivot(asked.question, figure.measure)
  const answered = state.data
  const content = () => {
    if (error instanceof TooManyCells)
      return <EmptyState height={HEIGHT}>{questionText.tooManyCells}</EmptyState>
    if (status === 'error') return <ErrorState height={HEIGHT} error={error} onRetry={refetch} />
    if (!pivot) return <ChartSkeleton height={HEIGHT} />
    if (pivot.columns.length === 0) return <EmptyState height={HEIGHT} />
    // While another measure loads, the pivot still shows the previous one.
    const shown =
      pivot.measure === figure.measure ? figure : { ...figure, measure: pivot.measure, key: pivot.measure }
    return (
      <>
        {pivot.hiddenColumns > 0 ? <p className={css.hint}>{text.moreColumns(pivot.hiddenColumns)}</p> : null}
        <PivotView pivot={pivot} figure={shown} />
      </>
    )
  }
  return (
    <Panel
      title={titleOf({ ...asked.question, measures: [figure.measure] })}
      subtitle={subtitle}
      updatedAt={pivot?.columnTotals.meta.updated_at}
      flush
      busy={status === 'pending' || isPlaceholderData}
      actions={
        <>
          <ValueSelect asked={asked} />
          {views}
          {answered && pivot ? (
            <ExportMenu answered={answered} shown={() => pivotTable(pivot, figure)} />
          ) : null}
        </>
      }
    >
      {content()}
    </Panel>
  )
}
