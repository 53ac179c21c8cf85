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
        const code = error instanceof StoreError ? error.code : undefined
        refused = code === 'full' || code === 'read-only' ? code : undefined
        throw error
      }
    },
  }
}
