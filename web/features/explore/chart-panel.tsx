// The panel of the chart, which can be saved as a picture.
import { type ReactNode, useRef } from 'react'
import { useUser } from '#web/api/session.ts'
import { axesOf } from '#web/shared/questions/pivot.ts'
import { titleOf } from '#web/shared/questions/question-words.ts'
import { TooManyCells, usePivot } from '#web/shared/questions/use-pivot.ts'
import { questionText } from '#web/shared/text.ts'
import { usePictureOf } from '#web/ui/coverage.ts'
import { Panel } from '#web/ui/page.tsx'
import { ChartSkeleton, EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Bars, Heat, Lines } from './chart-view.tsx'
import { ExportMenu, fileName } from './export-menu.tsx'
import css from './result.module.css'
import { text } from './text.ts'
import { type Figure, figureOf, ValueSelect } from './value-select.tsx'
import type { ViewProps } from './view-props.ts'

const HEIGHT = 340

export function ChartPanel(props: ViewProps) {
  const { asked, state, subtitle, views } = props
  const figure = figureOf(asked)
  const title = titleOf({ ...asked.question, measures: [figure.measure] })
  const content = useRef<HTMLDivElement>(null)
  const answered = state.data
  const { scope } = useUser()
  const pictureOf = usePictureOf()
  const onPicture = async () => {
    const { savePng } = await import('#web/ui/export-png.ts')
    if (!content.current || !answered) return
    const { note, name } = pictureOf(subtitle, fileName(answered, scope))
    await savePng(content.current, { title, note }, name)
  }
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      updatedAt={answered?.meta.updated_at}
      busy={state.status === 'pending' || state.isPlaceholderData}
      actions={
        <>
          <ValueSelect asked={asked} />
          {views}
          <ExportMenu answered={answered} onPicture={onPicture} />
        </>
      }
    >
      <div ref={content} className={css.chart}>
        <Chart {...props} figure={figure} />
      </div>
    </Panel>
  )
}

function Chart({ asked, state, figure }: ViewProps & { figure: Figure }): ReactNode {
  const answered = state.data
  if (!answered) return <ChartSkeleton height={HEIGHT} />
  if (axesOf(asked.question)) return <PivotChart asked={asked} figure={figure} />
  if (answered.question.by.length === 0) return <EmptyState height={HEIGHT}>{text.chartNeedsAxis}</EmptyState>
  if (answered.data.length === 0) return <EmptyState height={HEIGHT} />
  return <Bars answered={answered} figure={figure} />
}

function PivotChart({ asked, figure }: Pick<ViewProps, 'asked'> & { figure: Figure }) {
  const { status, data: pivot, error, refetch } = usePivot(asked.question, figure.measure)
  if (error instanceof TooManyCells)
    return <EmptyState height={HEIGHT}>{questionText.tooManyCells}</EmptyState>
  if (status === 'error') return <ErrorState height={HEIGHT} error={error} onRetry={refetch} />
  if (pivot?.measure !== figure.measure) return <ChartSkeleton height={HEIGHT} />
  if (pivot.columns.length === 0) return <EmptyState height={HEIGHT} />
  return pivot.question.grain ? (
    <Lines pivot={pivot} figure={figure} />
  ) : (
    <Heat pivot={pivot} figure={figure} />
  )
}
