// What a call answers when somebody else saved the same thing since it was read. Without zod.
export const MEANWHILE = {
  board: 'The board was changed meanwhile.',
  user: 'The account was changed meanwhile.',
  role: 'The role was changed meanwhile.',
  view: 'The view was changed meanwhile.',
  note: 'The note was changed meanwhile.',
  alert: 'The alert was changed meanwhile.',
  delivery: 'The delivery was changed meanwhile.',
  mapping: 'The mapping was changed meanwhile.',
  provider: 'The provider was changed meanwhile.',
  goals: 'The goals were changed meanwhile.',
} as const

export const isMeanwhile = (message: string): boolean =>
  Object.values(MEANWHILE).some((known) => known === message)
