// Buyers of `orders o` by what a person types of their name or e-mail.
import { fold } from '#contract/row-order.ts'
import { type Sql, sql } from '#server/store/sql.ts'

/** Shorter words begin too many names. */
const SHORTEST = 2

const split = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** 'Pérez, Luc' → ['perez', 'luc'], as `names_begin` expects them. */
export const nameWords = (typed: string): string[] => split(fold(typed))

/** 'Lucia.P@mail' → ['lucia', 'p', 'mail'], as `email_begins` expects them: e-mails keep their accents. */
const emailWords = (typed: string): string[] => split(typed.toLowerCase())

/** Each typed word begins one of the name; null without a word that is long enough. */
export const byName = (typed: string): Sql | null =>
  allOf(nameWords(typed), (word) => sql`names_begin(o.first_name, o.last_name, ${word})`)

/** Each typed word begins one of the e-mail; null without a word that is long enough. */
export const byEmail = (typed: string): Sql | null =>
  allOf(emailWords(typed), (word) => sql`email_begins(o.email, ${word})`)

const allOf = (words: readonly string[], condition: (word: string) => Sql): Sql | null =>
  words.some((word) => word.length >= SHORTEST) ? sql.join(words.map(condition), sql` and `) : null
