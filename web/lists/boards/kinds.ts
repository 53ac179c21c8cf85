// How a question can be shown on a board. Pure.
import type { PinKind } from '#contract/board-pins.ts'
import { type Question, type QuestionParams, readQuestion } from '#contract/questions/question.ts'

/** The question of a pin. */
export function questionOfPin(text: string): Question {
  const sent = new URLSearchParams(text)
  const params = [...new Set(sent.keys())].map((name) => {
    const all = sent.getAll(name)
    return [name, all.length === 1 ? all[0] : all]
  })
  return readQuestion(Object.fromEntries(params) as QuestionParams).question
}

/** The first fits best; a card shows the total of any question. */
export function kindsOf({ by, grain }: Pick<Question, 'by' | 'grain'>): PinKind[] {
  if (grain) return ['lines', 'card', 'table']
  if (by.length === 1) return ['bars', 'table', 'card']
  return by.length > 1 ? ['table', 'card'] : ['card']
}
