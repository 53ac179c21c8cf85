import type { Progress } from '#server/ingest/progress.ts'
import type { CopyOptions } from '#server/store/copy.ts'

export type CopyEvents = Pick<CopyOptions, 'onStep' | 'onRows'>

const STEPS = {
  read: 'Tablas leídas',
  copy: 'Filas copiadas',
  verify: 'Tablas comparadas',
} as const

export const copyEvents = (progress: Progress): CopyEvents => ({
  onStep: (step, total) => progress.start(STEPS[step], total),
  onRows: (count) => progress.advance(count),
})
