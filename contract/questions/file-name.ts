// The name of a file with the answer of a question, for server and screen.
import { monthBounds } from '../month.ts'
import { fold } from '../row-order.ts'
import { dimensionOf, TIME_GRAINS } from './dimensions.ts'
import { measureOf } from './measures.ts'
import type { Days, Question } from './question.ts'

/** Leaves room for the period in the 100 characters that old archives accept. */
const MAX_WORDS = 70

/** A name that ends with *y* or *por* looks broken. */
const wholeWords = (words: string): string =>
  words.slice(0, words.lastIndexOf('_', MAX_WORDS)).replace(/(_(y|por|de|del|con|sin|a|la|el))+$/, '')

/** 'venta_neta_y_ordenes_por_distribuidor_2026-10', with both days of a period that is not one month; ASCII. */
export function answerFileName({ measures, by, grain }: Question, { from, to }: Days): string {
  const axes = [...by.map((key) => dimensionOf(key).title), ...(grain ? [TIME_GRAINS[grain]] : [])]
  const what = measures.map((key) => measureOf(key).title).join(' y ')
  const title = axes.length > 0 ? `${what} por ${axes.join(' y ')}` : what
  const words = fold(title).replace(/[^a-z0-9]+/g, '_')
  const short = words.length > MAX_WORDS ? wholeWords(words) : words
  const month = from.slice(0, 7)
  const { from_date, to_date } = monthBounds(month)
  return `${short}_${from === from_date && to === to_date ? month : `${from}_${to}`}`
}
