// How a question can be shown on a board. Pure.
import type { PinKind } from '#contract/board-pins.ts'
import type { Question } from '#contract/questions/question.ts'

/** The best fit comes first; a card can show the total of any question. */
export function kindsOf({ by, grain }: Pick<Question, 'by' | 'grain'>): PinKind[] {
  if (grain) return ['lines', 'card', 'table']
  if (by.length === 1) return ['bars', 'table', 'card']
  return by.length > 1 ? ['table', 'card'] : ['card']
}
