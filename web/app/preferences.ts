// Preferences of the frame stored in this browser: sidebar, closed sections, width.
import { useLocalStorage } from '@mantine/hooks'
import { useCallback } from 'react'
import type { Section } from '#web/api/screen.ts'

export interface FramePreferences {
  readonly sidebar: 'full' | 'icons'
  readonly closed: readonly Section[]
  readonly layout: 'fluid' | 'boxed'
}

const DEFAULTS: FramePreferences = { sidebar: 'full', closed: [], layout: 'fluid' }

function read(text: string | undefined): FramePreferences {
  try {
    const stored: Partial<FramePreferences> = JSON.parse(text ?? '{}')
    return {
      sidebar: stored.sidebar === 'icons' ? 'icons' : 'full',
      closed: Array.isArray(stored.closed) ? stored.closed : [],
      layout: stored.layout === 'boxed' ? 'boxed' : 'fluid',
    }
  } catch {
    return DEFAULTS
  }
}

export function useFramePreferences() {
  const [preferences, set] = useLocalStorage<FramePreferences>({
    key: 'gondola-frame',
    defaultValue: DEFAULTS,
    deserialize: read,
    getInitialValueInEffect: false,
  })
  const change = useCallback((part: Partial<FramePreferences>) => set((now) => ({ ...now, ...part })), [set])
  return [preferences, change] as const
}
