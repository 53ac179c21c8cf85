// Filters, sorts and pages client-side rows: small tables synchronously, large ones in slices that keep typing responsive.
import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { type RowsShown, rowsInSteps, rowsOf } from './rows.ts'
import type { TableView } from './view.ts'

/** Below this row count, compute synchronously. */
const MOST_SYNCHRONOUS = 2000
/** Duration of a slice, ms: half a frame. */
const SLICE = 8

/** Undefined until the first result; the previous result stays while the next one is computed. */
export function useRows<T extends object>(
  rows: readonly T[] | undefined,
  columns: readonly Column[],
  view: TableView,
): RowsShown<T> | undefined {
  const few = rows !== undefined && rows.length <= MOST_SYNCHRONOUS
  const now = useMemo(() => (few ? rowsOf(rows, columns, view) : undefined), [few, rows, columns, view])
  const [later, setLater] = useState<{ of: readonly T[]; shown: RowsShown<T> }>()
  useEffect(() => {
    if (rows === undefined || few) return
    const work = rowsInSteps(rows, columns, view)
    let timer: ReturnType<typeof setTimeout>
    const slice = () => {
      const end = performance.now() + SLICE
      while (performance.now() < end) {
        const step = work.next()
        if (!step.done) continue
        const shown = step.value
        return startTransition(() => setLater({ of: rows, shown }))
      }
      timer = setTimeout(slice)
    }
    timer = setTimeout(slice)
    return () => clearTimeout(timer)
  }, [few, rows, columns, view])
  return now ?? (later?.of === rows ? later?.shown : undefined)
}
