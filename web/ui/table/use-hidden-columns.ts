// The hidden columns of a table: in the address, which links carry, and remembered in this browser.
import { useEffect, useMemo } from 'react'
import { useStable } from '../use-stable.ts'
import type { ChangeView, TableView } from './view.ts'

const keyOf = (table: string) => `gondola.columns.${table}`

function remembered(table: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

function remember(table: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(hidden))
  } catch {
    // Without storage the choice lasts as long as the address.
  }
}

/** An address without hidden columns takes over those that this browser remembers. */
export function useHiddenColumns(table: string, view: TableView, onView: ChangeView) {
  const hidden = useMemo(() => new Set(view.hidden), [view.hidden])
  const adopt = useStable(() => {
    const stored = remembered(table)
    if (view.hidden.length === 0 && stored.length > 0) onView((latest) => ({ ...latest, hidden: stored }))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the address says something else
  useEffect(adopt, [adopt, hidden])
  const toggle = useStable((key: string) => {
    onView((latest) => {
      const others = latest.hidden.filter((other) => other !== key)
      const next = others.length < latest.hidden.length ? others : [...latest.hidden, key]
      remember(table, next)
      return { ...latest, hidden: next }
    })
  })
  return { hidden, toggle }
}
