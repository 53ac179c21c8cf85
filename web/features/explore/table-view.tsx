// The answer as a table: a column per field, totals below, and what the screen adds: shares and classes.
import { type ReactNode, useMemo } from 'react'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { QuestionOrder } from '#contract/questions/question.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { titleOf } from '#web/shared/questions/question-words.ts'
import { numberIn, whyOf } from '#web/shared/why/why-of.ts'
import { cellText } from '#web/text/format.ts'
import { PageLink } from '#web/ui/links.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { ServerTable } from '#web/ui/table/data-table.tsx'
import type { TableView as View, ViewChange } from '#web/ui/table/view.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { type Asked, PAGE_SIZES } from './address.ts'
import { CellMenu } from './cell-menu.tsx'
import { withPart } from './edits.ts'
import css from './result.module.css'
import { ordersBehind } from './rows-behind.ts'
import { orderOf, rowId, type TableRow, tableColumns, tableRows } from './table-columns.ts'
import { MeasureChange, TableFoot } from './table-foot.tsx'
import { text } from './text.ts'

interface TableViewProps {
  asked: Asked
  state: Loadable<Answered>
  subtitle: ReactNode
  actions: ReactNode
}

export function TableView({ asked, state, subtitle, actions }: TableViewProps) {
  const { shown, go } = asked
  const answered = state.data
  const question = answered?.question ?? asked.question
  const columns = useMemo(() => tableColumns(question, shown.extras), [question, shown.extras])
  const rows = useMemo(
    () => answered && { data: tableRows(answered), meta: { total: answered.meta.total } },
    [answered],
  )
  const mayOpen = mayUser(useUser(), 'view:orders')
  const cells = useMemo(() => answered && cellsOf(answered, mayOpen), [answered, mayOpen])
  const order = orderOf(question)
  const view: View = {
    page: shown.page,
    perPage: shown.perPage,
    orderBy: order.key,
    order: order.direction,
    filters: {},
    limits: {},
    hidden: shown.hidden,
  }
  const onView = useStable((change: ViewChange) => {
    const next = change(view)
    const ordered = next.orderBy !== view.orderBy || next.order !== view.order
    const key = next.orderBy as QuestionOrder['key']
    go(ordered ? withPart(asked.question, { order: { key, direction: next.order } }) : asked.question, {
      page: next.page,
      perPage: next.perPage,
      hidden: next.hidden,
    })
  })
  return (
    <ServerTable<TableRow>
      id={`explore.${[...question.by, question.grain ?? ''].join('.')}`}
      title={titleOf(question)}
      subtitle={subtitle}
      updatedAt={answered?.meta.updated_at}
      columns={columns}
      state={{ ...state, data: rows }}
      rowKey={(row) => rowId(question, row.source)}
      cells={cells ?? NO_CELLS}
      view={view}
      onView={onView}
      sizes={PAGE_SIZES}
      actions={actions}
      foot={answered && ((shownColumns) => <TableFoot answered={answered} columns={shownColumns} />)}
    />
  )
}

const NO_CELLS = {}

/** Values that open their orders, if a screen lists them. */
function figureCells(answered: Answered, measure: MeasureKey): [string, (row: TableRow) => ReactNode][] {
  const own = { ...answered, question: { ...answered.question, measures: [measure] } }
  const [first] = answered.data
  // Decided by what all rows have in common, except for the months at the ends of the period.
  if (!first || (own.question.grain === null && ordersBehind(own, first) === null)) return []
  const cell = ({ source }: TableRow) => {
    const href = ordersBehind(own, source)
    const words = cellText(numberIn(source, measure), measureOf(measure))
    return href ? (
      <PageLink href={href} label={text.seeOrders}>
        {words}
      </PageLink>
    ) : (
      words
    )
  }
  return [[measure, cell]]
}

const CLASSES = { A: css.a, B: css.b, C: css.c }

/** Cells with more than text: menus of values, changes, classes. */
function cellsOf(answered: Answered, mayOpen: boolean): Record<string, (row: TableRow) => ReactNode> {
  const { by, measures, compare } = answered.question
  const menus = by.map((dimension) => [
    dimension,
    ({ source }: TableRow) => <CellMenu answered={answered} row={source} dimension={dimension} />,
  ])
  const figures = mayOpen ? measures.flatMap((measure) => figureCells(answered, measure)) : []
  const changes = measures.map((measure) => [
    `${measure}_change`,
    ({ source }: TableRow) => (
      <MeasureChange
        measure={measure}
        values={source}
        why={whyOf(answered.question, answered.meta, source, measure)}
      />
    ),
  ])
  const classes = measures.map((measure) => [
    `${measure}_abc`,
    (row: TableRow) => {
      const name = row[`${measure}_abc`] as keyof typeof CLASSES | null
      return name ? <span className={`${css.abc} ${CLASSES[name]}`}>{name}</span> : null
    },
  ])
  return Object.fromEntries([...menus, ...figures, ...(compare === 'none' ? [] : changes), ...classes])
}
