// What a check found, and what to do about it, as lines for the terminal.
export interface Finding {
  /** `warning`: works, but worth a look. */
  readonly state: 'ok' | 'warning' | 'failed'
  /** Spanish. */
  readonly message: string
  /** What to do; for what is not ok. */
  readonly step?: string
}

const SIGNS: Record<Finding['state'], string> = { ok: '✓', warning: '!', failed: '✗' }

export const findingLines = ({ state, message, step }: Finding): string[] => [
  `  ${SIGNS[state]} ${message}`,
  ...(step === undefined ? [] : [`      → ${step}`]),
]
