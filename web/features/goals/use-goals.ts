// The table of goals with typed values: they show at once, are saved in sequence, and stay if saving fails.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GoalCell, GoalRow } from '#contract/goals/calls.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { type Answer, call, fetchQuery, queryClient, refresh, useCall } from '#web/api/call.ts'
import { ApiError, isMeanwhileError } from '#web/api/errors.ts'
import { errorText } from '#web/text/errors.ts'
import { shortMonth } from '#web/text/format.ts'
import type { Cells } from './cells.ts'
import { text } from './text.ts'

export interface Asked {
  readonly measure: MeasureKey
  readonly by: GoalDimension
  readonly year: number
}

export interface Failure {
  readonly message: string
  readonly problems: readonly string[]
}

const GOALS = 'GET /api/goals'

/** The rows of the server's last answer. */
const known = (asked: Asked): readonly GoalRow[] =>
  queryClient.getQueryData<Answer<typeof GOALS>>(fetchQuery(GOALS, { query: asked }).queryKey)?.data ?? []

/** Finds the row of a cell, which may be of a year that is no longer on screen. */
function rowFinder(asked: Asked) {
  const years = new Map<string, ReadonlyMap<string, GoalRow>>()
  return ({ key, month }: GoalCell): GoalRow | undefined => {
    const year = month.slice(0, 4)
    const rows =
      years.get(year) ?? new Map(known({ ...asked, year: Number(year) }).map((row) => [row.key, row]))
    years.set(year, rows)
    return rows.get(key)
  }
}

const monthIndex = ({ month }: Pick<GoalCell, 'month'>) => Number(month.slice(5)) - 1

/** With the goals that the user saw, so that those of others are not overwritten unseen. */
function seen(cells: readonly GoalCell[], asked: Asked): GoalCell[] {
  const rowOf = rowFinder(asked)
  return cells.map((cell) => {
    const row = rowOf(cell)
    return row ? { ...cell, before: row.goals[monthIndex(cell)] ?? null } : cell
  })
}

const cellId = ({ key, month }: Pick<GoalCell, 'key' | 'month'>) => `${key} ${month}`

/** `all`: also the years that are not on screen. */
const refreshGoals = (refetchType: 'active' | 'all' = 'active') =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [GOALS], refetchType }),
    refresh('GET /api/goals/forecast', 'GET /api/goals/progress'),
  ])

export function useGoals(asked: Asked) {
  const state = useCall(GOALS, { query: asked })
  const [drafts, setDrafts] = useState<ReadonlyMap<string, GoalCell>>(new Map())
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { measure, by } = asked
  const rows = state.data?.data ?? []

  const save = useMutation({
    // One after the other, so that the later of two changes to a cell wins.
    scope: { id: 'goals' },
    mutationFn: (cells: readonly GoalCell[]) =>
      call('POST /api/goals', { body: { measure, by, cells: seen(cells, asked) } }),
    onSuccess: async ({ data: { changed } }, cells) => {
      await refreshGoals()
      setDrafts((now) => without(now, cells))
      setNotice(changed === 0 ? text.unchanged : text.saved(changed))
    },
    onError: async (error, cells) => {
      if (isMeanwhileError(error)) await refreshGoals('all')
      setFailure({ message: errorText(error), problems: problemsOf(error, cells, asked) })
    },
  })
  const undo = useMutation({
    mutationFn: () => call('POST /api/goals/undo'),
    onSuccess: async ({ data: { changed } }) => {
      await refreshGoals()
      setFailure(null)
      setNotice(text.undone(changed))
    },
    onError: (error) => setFailure({ message: errorText(error), problems: [] }),
  })
  const change = (typed: readonly GoalCell[]) => {
    // What could not be saved is sent again with it.
    const ids = new Set(typed.map(cellId))
    const cells = [
      ...(failure ? [...drafts.values()].filter((cell) => !ids.has(cellId(cell))) : []),
      ...typed,
    ]
    setNotice(null)
    setFailure(null)
    setDrafts((now) => new Map([...now, ...cells.map((cell) => [cellId(cell), cell] as const)]))
    save.mutate(cells)
  }

  const canUndo = state.data?.meta.can_undo === true && drafts.size === 0

  return {
    state,
    rows: rows.map((row) => withDrafts(row, asked.year, drafts)),
    isDraft: (key: string, month: string) => drafts.has(cellId({ key, month })),
    unsaved: failure && !save.isPending ? drafts.size : 0,
    isSaving: save.isPending,
    canUndo,
    notice,
    failure,
    closeNotice: () => setNotice(null),
    closeFailure: () => setFailure(null),
    /** Sets all cells, or none if one is wrong. */
    take: ({ cells, problems }: Cells) => {
      if (problems.length > 0) {
        setNotice(null)
        setFailure({ message: text.nothingChanged(problems.length), problems })
      } else if (cells.length > 0) change(cells)
    },
    retry: () => change([...drafts.values()]),
    discard: () => {
      setDrafts(new Map())
      setFailure(null)
    },
    /** Does nothing while something typed is not saved: an earlier change would be taken back. */
    undo: () => {
      if (canUndo) undo.mutate()
    },
    fail: (message: string) => setFailure({ message, problems: [] }),
  }
}

export type Goals = ReturnType<typeof useGoals>

/** A value typed since then stays. */
const without = (drafts: ReadonlyMap<string, GoalCell>, saved: readonly GoalCell[]) => {
  const done = new Set(saved)
  return new Map([...drafts].filter(([, cell]) => !done.has(cell)))
}

const withDrafts = (row: GoalRow, year: number, drafts: ReadonlyMap<string, GoalCell>): GoalRow => ({
  ...row,
  goals: row.goals.map((goal, index) => {
    const draft = drafts.get(cellId({ key: row.key, month: `${year}-${String(index + 1).padStart(2, '0')}` }))
    return draft ? draft.amount : goal
  }),
})

/** Turns `cells.3.amount` into a message about that cell. */
function problemsOf(error: unknown, cells: readonly GoalCell[], asked: Asked): string[] {
  if (!(error instanceof ApiError)) return []
  const rowOf = rowFinder(asked)
  return error.fields.flatMap(({ path }) => {
    const cell = cells[Number(/^cells\.(\d+)\./.exec(path)?.[1])]
    if (!cell) return []
    const row = rowOf(cell)
    const label = row?.label ?? cell.key
    if (path.endsWith('.before'))
      return text.changed(`${label}, ${shortMonth(cell.month)}`, row?.goals[monthIndex(cell)] ?? null)
    return text.refused(`${label}, ${shortMonth(cell.month)}`)
  })
}
