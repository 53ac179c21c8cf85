import type { Progress } from '../progress.ts'
import { JOB_TEXT } from './text.ts'

export interface RunProgress extends Progress {
  /** Percentage and message of the current step. */
  standing(): { progress: number; message: string }
}

/** Also reports to `other`, such as a terminal. */
export function runProgress(other?: Progress): RunProgress {
  let label = ''
  let total: number | undefined
  let count = 0
  return {
    start(next, of) {
      label = next
      total = of
      count = 0
      other?.start(next, of)
    },
    advance(more) {
      count += more
      other?.advance(more)
    },
    done: () => other?.done(),
    standing: () => ({
      progress: total ? Math.min(100, Math.floor((count * 100) / total)) : 0,
      message: label === '' ? JOB_TEXT.started : JOB_TEXT.step(label, count, total),
    }),
  }
}
