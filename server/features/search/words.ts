// Words of what a person types.
import { fold } from '#contract/row-order.ts'

const split = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** 'Pérez, Luc' → ['perez', 'luc'], as `names_begin` expects them. */
export const nameWords = (typed: string): string[] => split(fold(typed))

/** 'Lucia.P@mail' → ['lucia', 'p', 'mail'], as `email_begins` expects them: e-mails keep their accents. */
export const emailWords = (typed: string): string[] => split(typed.toLowerCase())
