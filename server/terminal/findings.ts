// Findings of a check and what to do about them, as lines for the terminal.
export interface Finding {
  /** `warning`: works, but needs attention. */
  readonly state: 'ok' | 'warning' | 'failed'
  /** Spanish. */
  readonly message: string
  /** The next step; for findings other than ok. */
  readonly step?: string
}

export const ok = (message: string): Finding => ({ state: 'ok', message })
export const warning = (message: string, step: string): Finding => ({ state: 'warning', message, step })
export const failed = (message: string, step: string): Finding => ({ state: 'failed', message, step })

const SIGNS: Record<Finding['state'], string> = { ok: '✓', warning: '!', failed: '✗' }

export const findingLines = ({ state, message, step }: Finding): string[] => [
  `  ${SIGNS[state]} ${message}`,
  ...(step === undefined ? [] : [`      → ${step}`]),
]
