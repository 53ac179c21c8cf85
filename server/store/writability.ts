import { StoreError } from './errors.ts'

/** What the last write found: whether the server takes writes. */
export function writability() {
  let refused: 'full' | 'read-only' | undefined
  return {
    found: { isFull: () => refused === 'full', isReadOnly: () => refused === 'read-only' },
    async watch<T>(write: () => Promise<T>): Promise<T> {
      try {
        const result = await write()
        refused = undefined
        return result
      } catch (error) {
        // Any other failure, such as of work that wrote nothing yet, says nothing about it.
        const code = error instanceof StoreError ? error.code : undefined
        if (code === 'full' || code === 'read-only') refused = code
        throw error
      }
    },
  }
}
