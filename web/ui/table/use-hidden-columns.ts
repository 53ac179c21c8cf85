// The hidden columns of a table, stored in this browser.
import { useState } from 'react'

const keyOf = (table: string) => `gondola.columns.${table}`

function read(table: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

export function useHiddenColumns(table: string) {
  const [hidden, setHidden] = useState(() => read(table))
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden(next)
    try {
      localStorage.setItem(keyOf(table), JSON.stringify([...next]))
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return { hidden, toggle }
}
