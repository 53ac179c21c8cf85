import { expect, test } from 'vitest'
import { answerFileName } from './file-name.ts'
import { MEASURE_KEYS, measureOf } from './measures.ts'
import { type Question, readQuestion } from './question.ts'

const days = { from: '2026-10-01', to: '2026-10-31' }
const nameOf = (measures: Question['measures']) =>
  answerFileName({ ...readQuestion({}).question, measures, by: ['distributor'] }, { current: days }, null)

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
  expect(words.join('_').length).toBeLessThanOrEqual(61)
  expect(words.at(-1)).not.toMatch(/^(y|por|de|con|sin)$/)
})

test.each([
  ['where=distributor:2', null, 'venta_neta_distribuidor_2_2026-10'],
  ['where=province!:CORDOBA', null, 'venta_neta_sin_provincia_cordoba_2026-10'],
  ['where=status!:', null, 'venta_neta_todos_los_estados_2026-10'],
  ['where=city:', null, 'venta_neta_ciudad_ninguno_2026-10'],
  [
    'where=distributor:1,2,3,4,5&where=city:Mar del Plata,Tandil,Rosario',
    null,
    'venta_neta_distribuidor_1_2_3_4_5_con_filtros_2026-10',
  ],
  ['', ['101'], 'venta_neta_2026-10_solo_distribuidor_101'],
  ['', ['101', '102'], 'venta_neta_2026-10_solo_2_distribuidores'],
])('a name says its filters and distributors: %s %s', (query, scope, expected) => {
  const where = new URLSearchParams(query).getAll('where')
  const { question, problems } = readQuestion({ measures: 'net_sale', where })
  expect(problems).toEqual([])
  expect(answerFileName(question, { current: days }, scope)).toBe(expected)
})

test('the longest name fits one piece of a mail with its extension', () => {
  const where = ['distributor:1,2,3,4,5,6,7,8,9', 'province!:CORDOBA,SALTA']
  const { question } = readQuestion({
    measures: 'net_sale,orders,discount',
    by: 'distributor,province',
    where,
  })
  const current = { from: '2026-01-03', to: '2026-12-31' }
  const name = answerFileName(question, { current, asOf: '2026-10-31' }, ['101', '102'])
  expect(`${name}.xlsx`.length).toBeLessThan(75)
  expect(name).toMatch(/^venta_con_filtros_2026-01-03_10-31_en_curso_solo_2_distribuidores$/)
})
