// The rules of a question on screen: address, edits, refused fields, periods, shares.
import { expect, test } from 'vitest'
import type { Question } from '#contract/questions/question.ts'
import { questionWords, titleOf } from '#web/shared/questions/question-words.ts'
import { periodText } from '#web/text/periods.ts'
import { BLANK, EXTRAS, hasQuestion, hrefOf, questionIn, shownIn } from './address.ts'
import { deeper, insideOf, withDimension, withFilter, withMeasure, withPart, withValue } from './edits.ts'
import { dimensionFields, mayAsk, measureFields } from './fields.ts'
import { shifted } from './periods.ts'
import { READY_MADE } from './ready-made.ts'
import { sharesOf } from './shares.ts'
import { defaultStatuses } from './wording.ts'

const ASKED: Question = { ...BLANK, measures: ['net_sale'], by: ['province'] }

const searchIn = (href: string) => {
  const params = new URL(href, 'http://gondola.test').searchParams
  const where = params.getAll('where')
  return { ...Object.fromEntries(params), ...(where.length > 0 && { where }) }
}

test.each(READY_MADE)('the address of «$title» reads back as the same question', ({ question, shown }) => {
  const search = searchIn(hrefOf(question, shown))
  expect(questionIn(search)).toEqual({ question, problems: [] })
  expect(shownIn(search)).toEqual({ ...shownIn({}), ...shown })
})

test('an address keeps several filters, values with commas, days and the look of the answer', () => {
  const question: Question = {
    ...ASKED,
    grain: 'month',
    period: { from: '2026-01-01', to: '2026-03-31' },
    compare: 'year',
    where: [
      { dimension: 'city', isExcluded: false, values: ['Río Cuarto, Centro', 'Salta'] },
      { dimension: 'product', isExcluded: true, values: ['12.3'] },
    ],
    order: { key: 'net_sale_change', direction: 'ASC' },
    limit: 5,
  }
  const shown = { view: 'chart', extras: [...EXTRAS], page: 3, perPage: 100, hidden: ['net_sale'] } as const
  const search = searchIn(hrefOf(question, shown))
  expect(questionIn(search)).toEqual({ question, problems: [] })
  expect(shownIn(search)).toEqual({ ...shown, value: null })
})

test('month and comparison of another screen are no question', () => {
  expect(hasQuestion({ month: '2026-05', compare: 'year', days: 'all' })).toBe(false)
  expect(hasQuestion({ by: 'province' })).toBe(true)
})

test('removing a field removes the order by it', () => {
  const ordered = withPart(ASKED, { order: { key: 'province', direction: 'ASC' } })
  expect(withDimension(ordered, 'province')).toEqual({ ...ASKED, by: [], order: null })
  expect(withMeasure(ordered, 'orders').order).toEqual(ordered.order)
})

test('a value becomes a filter: kept alone, or excluded with others', () => {
  const kept = withValue(ASKED, 'province', 'SALTA', false)
  expect(kept.where).toEqual([{ dimension: 'province', isExcluded: false, values: ['SALTA'] }])
  const without = withValue(withValue(kept, 'province', 'SALTA', true), 'province', 'JUJUY', true)
  expect(without.where).toEqual([{ dimension: 'province', isExcluded: true, values: ['SALTA', 'JUJUY'] }])
  const both = withFilter(ASKED, { dimension: 'province', isExcluded: false, values: ['SALTA', 'JUJUY'] })
  expect(withValue(both, 'province', 'SALTA', true).where).toEqual([
    { dimension: 'province', isExcluded: false, values: ['JUJUY'] },
  ])
  expect(withFilter(without, { dimension: 'province', isExcluded: true, values: [] }).where).toEqual([])
})

test('one level deeper keeps the value and splits by another dimension', () => {
  expect(insideOf(ASKED, 'province', (key) => key !== 'distributor')).toEqual(['city', 'business', 'product'])
  expect(deeper(ASKED, 'province', 'SALTA', 'city')).toEqual({
    ...ASKED,
    by: ['city'],
    where: [{ dimension: 'province', isExcluded: false, values: ['SALTA'] }],
  })
})

test('fields that do not fit say why, and fields of missing permissions are left out', () => {
  const byProduct = withDimension({ ...ASKED, by: [] }, 'product')
  const measures = new Map(measureFields(byProduct, () => true).map((field) => [field.key, field]))
  expect(measures.get('benefit_amount')?.refusal).toBe('«Monto de beneficios» no se puede ver por Producto.')
  expect(measures.get('orders')).toMatchObject({ isChosen: false, refusal: null })
  expect(measures.get('net_sale')).toMatchObject({ isChosen: true, refusal: null })
  const two = withDimension(byProduct, 'province')
  const third = dimensionFields(two, () => true).find(({ key }) => key === 'status')
  expect(third?.refusal).toBe('Hasta 2 dimensiones a la vez: quitá una para elegir otra.')
  const seen = dimensionFields(ASKED, (permission) => permission === 'view:scorecard')
  expect(seen.map(({ key }) => key)).not.toContain('product')
  expect(
    dimensionFields(ASKED, (permission) => permission !== 'personal-data').map(({ key }) => key),
  ).toEqual(
    dimensionFields(ASKED, () => true)
      .map(({ key }) => key)
      .filter((key) => key !== 'customer'),
  )
  expect(mayAsk(two, (permission) => permission === 'view:scorecard')).toBe(false)
})

test('a period steps to its neighbours: whole months stay whole', () => {
  expect(shifted({ from: '2026-03-01', to: '2026-03-31' }, -1)).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(shifted({ from: '2025-11-01', to: '2026-01-31' }, 1)).toEqual({
    from: '2026-02-01',
    to: '2026-04-30',
  })
  expect(shifted({ from: '2026-03-02', to: '2026-03-08' }, -1)).toEqual({
    from: '2026-02-23',
    to: '2026-03-01',
  })
})

test('shares cumulate in the order of the rows; the row that passes 80 % is still an A', () => {
  const shares = sharesOf([50, 30, 15, 4, 1], 100)
  expect(shares.map(({ share }) => share)).toEqual([50, 30, 15, 4, 1])
  expect(shares.map(({ cumulated }) => cumulated)).toEqual([50, 80, 95, 99, 100])
  expect(shares.map(({ abc }) => abc)).toEqual(['A', 'A', 'B', 'C', 'C'])
  expect(sharesOf([70, 30], 100).map(({ abc }) => abc)).toEqual(['A', 'A'])
  expect(sharesOf([1], 0)).toEqual([{ share: null, cumulated: null, abc: null }])
  expect(sharesOf([15, 4], 100, 80)).toEqual([
    { share: 15, cumulated: 95, abc: 'B' },
    { share: 4, cumulated: 99, abc: 'C' },
  ])
})

test('a question in words', () => {
  expect(titleOf({ ...ASKED, measures: ['net_sale', 'orders'], grain: 'month' })).toBe(
    'Venta Neta y Órdenes por Provincia y Mes',
  )
  expect(periodText({ from: '2026-05-01', to: '2026-05-31' })).toBe('mayo 2026')
  expect(periodText({ from: '2025-11-01', to: '2026-01-31' })).toBe('nov 25 – ene 26')
  expect(periodText({ from: '2026-05-04', to: '2026-05-10', until: '2026-05-10 09:30:00' })).toBe(
    '4/5/2026 al 10/5/2026, 09:30 h',
  )
  const where = 'where=province%3ACORDOBA%2CSALTA&where=status!%3Awc-completed'
  expect(questionWords(`measures=net_sale&by=distributor&period=this_year&compare=year&${where}`)).toBe(
    'Venta Neta por Distribuidor · Este año · contra mismo período del año anterior · Provincia: 2 valores · Estado (excluye): 1 valor',
  )
  expect(questionWords('from=2026-05-01&to=2026-05-31&limit=5')).toBe(
    'Venta Neta · mayo 2026 · primeras 5 filas',
  )
  expect(questionWords('measures=gone')).toBe('measures=gone')
  expect(defaultStatuses(ASKED)).toEqual(['wc-completed'])
  expect(defaultStatuses({ ...ASKED, measures: ['net_sale', 'cancelled_orders'] })).toBe('mixed')
  expect(defaultStatuses({ ...ASKED, by: ['status'] })).toBeNull()
})
