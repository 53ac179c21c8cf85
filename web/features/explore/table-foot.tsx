// The rows below the table: what the limit left out, and the totals.
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { Why } from '#web/shared/why/why.tsx'
import type { WhyQuestion } from '#web/shared/why/why-address.ts'
import { changeIn, type Row, whyOf, whyOfRest } from '#web/shared/why/why-of.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import css from './result.module.css'
import { extraKey, sharedMeasures } from './table-columns.ts'
import { text } from './text.ts'

type Values = Readonly<Record<string, number | null>>

interface FootProps {
  answered: Answered
  columns: readonly Column[]
}

export function TableFoot({ answered, columns }: FootProps) {
  const { totals, rest } = answered.meta
  return (
    <>
      {rest ? <FootRow answered={answered} columns={columns} label={text.rest} values={rest} isRest /> : null}
      <FootRow answered={answered} columns={columns} label={text.total} values={totals} />
    </>
  )
}

interface FootRowProps extends FootProps {
  label: string
  values: Values
  isRest?: boolean
}

function FootRow({ answered, columns, label, values, isRest }: FootRowProps) {
  const { question, meta } = answered
  const shares = sharedMeasures(question).map((measure) => {
    const total = meta.totals[measure] ?? 0
    return [extraKey(measure, 'share'), total > 0 ? ((values[measure] ?? 0) / total) * 100 : null]
  })
  const cells: Values = { ...values, ...Object.fromEntries(shares) }
  return (
    <tr data-rest={isRest || undefined} className={css.footRow}>
      {columns.map((column, index) => {
        const isLabel = index === 0 && !Object.hasOwn(cells, column.key)
        const measure = question.measures.find((key) => key === column.key)
        const isNotSummed = measure && !meta.measures[measure]?.adds_up && !isRest
        return (
          <td
            key={column.key}
            data-numeric={isNumeric(column.format) || undefined}
            data-plain={plainCell(entryOf(cells, column.key), column)}
          >
            {isLabel ? (
              label
            ) : isNotSummed ? (
              <NotSummed measure={measure}>{cellText(entryOf(cells, column.key), column)}</NotSummed>
            ) : (
              <FootCell column={column} cells={cells} answered={answered} isRest={isRest} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface FootCellProps extends Pick<FootRowProps, 'answered'> {
  isRest: boolean | undefined
  column: Column
  cells: Values
}

function FootCell({ column, cells, answered, isRest }: FootCellProps) {
  const { question, meta } = answered
  const measure = question.measures.find((key) => column.key === `${key}_change`)
  if (measure === undefined) return cellText(entryOf(cells, column.key), column)
  const why = isRest ? whyOfRest(answered, measure) : whyOf(question, meta, {}, measure)
  return <MeasureChange measure={measure} values={cells} why={why} />
}

interface MeasureChangeProps {
  measure: MeasureKey
  values: Row
  /** Undefined if the change cannot be explained. */
  why: WhyQuestion | undefined
}

export function MeasureChange({ measure, values, why }: MeasureChangeProps) {
  const change = changeIn(values, measure)
  if (!change) return null
  const growth = measureOf(measure).isLoss ? 'bad' : undefined
  return (
    <Why of={why}>
      <Change {...change} growth={growth} />
    </Why>
  )
}

/** A total that is not the sum of its rows says so. */
function NotSummed({ measure, children }: { measure: MeasureKey; children: string }) {
  const why = text.doesNotAddUp(measureOf(measure).title)
  return (
    <Tooltip label={why}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation must be reachable by keyboard */}
      <span className={css.notSummed} tabIndex={0} role="note" aria-label={`${children}, ${why}`}>
        {children}
      </span>
    </Tooltip>
  )
}
