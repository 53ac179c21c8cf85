import { expect, test } from 'vitest'
import { answerFileName } from './file-name.ts'
import { MEASURE_KEYS, measureOf } from './measures.ts'
import { type Question, readQuestion } from './question.ts'

const days = { from: '2026-10-01', to: '2026-10-31' }
const nameOf = (measures: Question['measures']) =>
  answerFileName({ ...readQuestion({}).question, measures, by: ['distributor'] }, days)

/** Without accents, as file names of old archives are. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

test.each(MEASURE_KEYS.map((_, index) => [index] as const))('a name is cut between words: %i', (first) => {
  const measures = [...MEASURE_KEYS.slice(first), ...MEASURE_KEYS.slice(0, first)].slice(0, 8)
  const words = nameOf(measures)
    .replace(/_2026-10$/, '')
    .split('_')
  const whole = new Set(
    [...measures.map((key) => measureOf(key).title), 'Distribuidor por y'].flatMap((title) =>
      plain(title).split(/[^a-z0-9]+/),
    ),
  )
  expect(words.filter((word) => !whole.has(word))).toEqual([])
  expect(words.join('_').length).toBeLessThanOrEqual(70)
  expect(words.at(-1)).not.toMatch(/^(y|por|de|con|sin)$/)
})
