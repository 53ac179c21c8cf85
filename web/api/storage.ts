// Web storage that a browser may block or that may be full: what cannot be stored lasts as long as the page.

export interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

function guarded(area: 'localStorage' | 'sessionStorage'): PageStorage {
  const unstored = new Map<string, string>()
  return {
    getItem(key) {
      const value = unstored.get(key)
      if (value !== undefined) return value
      try {
        return window[area].getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        window[area].setItem(key, value)
        unstored.delete(key)
      } catch {
        unstored.set(key, value)
      }
    },
    removeItem(key) {
      unstored.delete(key)
      try {
        window[area].removeItem(key)
      } catch {
        // Blocked storage holds nothing.
      }
    },
  }
}

/** Kept when the browser closes. */
export const localStore = guarded('localStorage')
/** Kept while the tab is open. */
export const sessionStore = guarded('sessionStorage')
