// The calls of the tables on screen, for views that are saved of it.
const shown = new Map<string, string>()

/** Returns what forgets it. */
export function keepTable(id: string, call: string): () => void {
  shown.set(id, call)
  return () => shown.delete(id)
}

/** Path and query of the call of the first table on screen; null: there is none. */
export const shownTable = (): string | null => [...shown.values()][0] ?? null
