// The codes of what a call answers when somebody else saved the same thing since it was read. Without zod.
import type { ErrorCode } from './errors.ts'

export const MEANWHILE = {
  board: 'board-changed',
  user: 'user-changed',
  role: 'role-changed',
  view: 'view-changed',
  note: 'note-changed',
  alert: 'alert-changed',
  delivery: 'delivery-changed',
  mapping: 'mapping-changed',
  provider: 'provider-changed',
  goals: 'goals-changed',
  opportunity: 'opportunity-changed',
} as const satisfies Record<string, ErrorCode>

export const isMeanwhile = (code: string | undefined): boolean =>
  Object.values(MEANWHILE).some((known) => known === code)
