import { useState } from 'react'

/** Saves one file at a time, and remembers whether the last one failed. */
export function useSaving() {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle')
  const save = async (work: () => Promise<unknown>) => {
    setState('working')
    try {
      await work()
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { isSaving: state === 'working', hasFailed: state === 'failed', save }
}
