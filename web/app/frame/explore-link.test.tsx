// The question of each screen: valid, permitted to everyone who sees the screen, and opened by one link.
import { screen as page, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readQuestion } from '#contract/questions/question.ts'
import { permissionsOf, refusals } from '#contract/questions/rules.ts'
import { address, openApp, searchParam } from '#test/web/app.tsx'
import { region } from '#test/web/tables.ts'
import { questionHref } from '#web/api/screen-question.ts'
import { screens } from '../screens.ts'

const explored = screens.filter(({ explores }) => explores)

const MONTHLY = [
  '/',
  '/products-sales-ranking',
  '/distributors/distributors-overview',
  '/customers-orders',
  '/benefits/overview',
  '/reports/simple',
]

it('every section that shows sales has screens with a question', () => {
  expect(explored.map(({ path }) => path)).toEqual(expect.arrayContaining(MONTHLY))
})

describe.each(explored)('$path', (one) => {
  const href = questionHref(one, { dist_id: '1,2' }, '2026-10', {})
  const params = new URL(href, 'http://gondola.test').searchParams
  const { question, problems } = readQuestion(Object.fromEntries(params))

  it('asks a question that has an answer, of the month on screen', () => {
    expect(problems).toEqual([])
    expect(refusals(question)).toEqual([])
    const own = new URLSearchParams(one.explores?.query)
    expect(question.period).toEqual(own.get('period') ?? { from: '2026-10-01', to: '2026-10-31' })
    expect(question.compare).toBe(own.get('compare') ?? (one.compares ? 'same_days' : 'none'))
    for (const { values } of question.where) expect(values).not.toContain('$dist_id')
  })

  it('needs no permission that the link does not check', () => {
    const checked = ['view:scorecard', one.access, one.explores?.needs]
    expect(permissionsOf(question).filter((permission) => !checked.includes(permission))).toEqual([])
  })
})

it('carries the comparison of the screen, and the value of its path', () => {
  const report = screens.find(({ path }) => path.endsWith('$dist_id'))
  const href = questionHref(report ?? {}, { dist_id: '1,2' }, '2026-10', { compare: 'year' })
  const params = new URL(href, 'http://gondola.test').searchParams
  expect(params.get('compare')).toBe('same_days_year')
  expect(readQuestion(Object.fromEntries(params)).question.where).toEqual([
    { dimension: 'distributor', isExcluded: false, values: ['1,2'] },
  ])
})

it('the scorecard opens its figures as a question, and back returns to it', async () => {
  const user = await openApp('/?month=2026-10&compare=year')
  await user.click(page.getByRole('link', { name: 'Explorar estas cifras' }))
  await region('Venta Neta, Órdenes, Unidades, Ticket promedio, Usuarios Registrados y Compradores')
  expect([searchParam('from'), searchParam('compare'), searchParam('month')]).toEqual([
    '2026-10-01',
    'same_days_year',
    '2026-10',
  ])
  history.back()
  await waitFor(() => expect(address()).toBe('/?month=2026-10&compare=year'))
})
