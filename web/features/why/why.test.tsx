// Por qué in the application: opened from a change, a value opened, back, and changes that cannot be explained.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PERMISSIONS } from '#contract/permissions.ts'
import { DIMENSION_KEYS } from '#contract/questions/dimensions.ts'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { permissionsOf } from '#contract/questions/rules.ts'
import { address, addUserWith, goTo, openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, failing, requestsOf } from '#test/web/network.ts'
import { plain, savedFile } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

const CALL = '/api/questions/explain'
const OCTOBER = 'from=2026-10-01&to=2026-10-31'
const TITLE = '¿Por qué cambió?'

type Explanation = ExplanationBody['data']

const explanation = (query: string) => dataOf<Explanation>(`${CALL}?${query}`)

/** Beside the content or over it. */
const panel = () => screen.findByLabelText(TITLE)
const group = async (title: string) => {
  const heading = await within(await panel()).findByRole('heading', { name: title })
  const found = heading.closest('details')
  if (!found) throw new Error(`no values of ${title}`)
  return found
}

it('a change opens the same figures, and a value the question inside it', async () => {
  const whole = await explanation(`measure=net_sale&${OCTOBER}`)
  const user = await openApp('/?month=2026-10')
  const [change] = screen.getAllByTitle(TITLE)
  const badge = within(change as HTMLElement)
    .getByRole('img')
    .getAttribute('aria-label')
  await user.click(change as HTMLElement)
  const text = plain((await panel()).textContent)
  await waitFor(async () =>
    expect(plain((await panel()).textContent)).toContain(plain(money(whole.difference ?? 0))),
  )
  expect(within(await panel()).getByRole('img', { name: badge ?? '' })).toBeTruthy()
  expect(text).not.toContain('undefined')
  expect(searchParam('why')).toBe('measure=net_sale')
  expect(document.activeElement?.textContent).toBe('Venta Neta')

  const provinces = whole.dimensions.find(({ key }) => key === 'province')
  const [first] = provinces?.values ?? []
  if (!first) throw new Error('no province changed')
  await user.click(within(await group('Provincia')).getByTitle(`¿Por qué cambió dentro de ${first.label}?`))
  await waitFor(() => expect(searchParam('why')).toContain('where=province'))
  const trail = await within(await panel()).findByRole('navigation', { name: 'Filtros tomados' })
  await waitFor(() => expect(plain(trail.textContent)).toBe(`Todo${first.label}`))
  await waitFor(async () => expect(plain((await panel()).textContent)).toContain(plain(money(first.after))))
  const inside = await explanation(`measure=net_sale&${OCTOBER}&where=province:${first.key}`)
  expect([inside.before, inside.after]).toEqual([first.before, first.after])

  history.back()
  await waitFor(() => expect(searchParam('why')).toBe('measure=net_sale'))
  await user.click(within(await panel()).getByRole('button', { name: /^Cerrar/ }))
  await waitFor(() => expect(screen.queryByLabelText(TITLE)).toBeNull())
  expect(address()).toBe('/?month=2026-10')
})

it('the bars add up to the difference, drawn and as a table', async () => {
  const { factors, difference } = await explanation(`measure=net_sale&${OCTOBER}&compare=year`)
  const user = await openApp('/?month=2026-10&compare=year&why=measure%3Dnet_sale')
  const aside = await panel()
  const marks = await waitFor(() => {
    const found = [...aside.querySelectorAll('[data-chart] [role=img]')]
    expect(found).toHaveLength(factors.length + 2)
    return found.map((mark) => plain(mark.getAttribute('aria-label')))
  })
  for (const { label } of factors) expect(marks).toContainEqual(expect.stringMatching(`^${label}: `))
  expect(factors.reduce((sum, factor) => sum + Math.round(factor.difference * 100), 0)).toBe(
    Math.round((difference ?? 0) * 100),
  )
  await user.click(within(aside).getByRole('button', { name: 'Ver como tabla' }))
  const rows = within(within(aside).getByRole('table')).getAllByRole('row')
  expect(plain(rows.at(-1)?.textContent)).toBe(`Diferencia${plain(money(difference ?? 0))}`)
  expect(requestsOf(CALL).at(-1)?.query.get('compare')).toBe('same_days_year')
})

it('follows the month on screen, and saves its figures as a file', async () => {
  const user = await openApp('/?month=2026-10&why=measure%3Dorders')
  const aside = await panel()
  await waitFor(() => expect(plain(aside.textContent)).toContain('septiembre 2026'))
  await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
  await waitFor(() => expect(plain(aside.textContent)).toContain('agosto 2026'))
  await user.click(await within(aside).findByRole('button', { name: 'Exportar' }))
  const { name, content } = await savedFile(() => user.click(screen.getByRole('menuitem', { name: 'CSV' })))
  expect(name).toBe('por_que_orders_2026-09-01_2026-09-30.csv')
  const lines = (await content.text()).replace('\uFEFF', '').split('\r\n')
  expect(lines[0]).toBe('"Grupo";"Valor";"Antes";"Después";"Diferencia"')
  const { difference } = await explanation('measure=orders&from=2026-09-01&to=2026-09-30')
  const factors = lines
    .filter((line) => line.startsWith('Qué lo movió'))
    .map((line) => Number(line.split(';')[4]))
  expect(factors.reduce((sum, value) => sum + value, 0)).toBe(difference)
})

it('a row of Explorar asks inside its value, with the filters of its question', async () => {
  const user = await openApp(
    `/analysis/explore?measures=net_sale&by=province&compare=previous&where=business:Golosinas&${OCTOBER}`,
  )
  const [row] = await dataOf<{ province: { key: string; label: string }; net_sale: number }[]>(
    `/api/questions/answer?measures=net_sale&by=province&compare=previous&where=business:Golosinas&${OCTOBER}`,
  )
  const [change] = await screen.findAllByTitle(TITLE)
  await user.click(change as HTMLElement)
  await waitFor(async () =>
    expect(plain((await panel()).textContent)).toContain(plain(money(row?.net_sale ?? 0))),
  )
  const asked = new URLSearchParams(searchParam('why') ?? '')
  expect(asked.getAll('where')).toEqual(['business:Golosinas', `province:${row?.province.key}`])
  expect([asked.get('from'), asked.get('compare')]).toEqual(['2026-10-01', 'previous'])

  await user.click(within(await panel()).getByRole('button', { name: 'Copiar' }))
  const [title] = (await navigator.clipboard.readText()).split('\n')
  expect(title).toBe(`Venta Neta, Golosinas, ${row?.province.label}: octubre 2026 vs septiembre 2026`)
})

it('the button needs the permissions that the question needs', async () => {
  const { mayAskWhy } = await import('#web/shared/why/why.tsx')
  const all = new Set(PERMISSIONS)
  for (const measure of MEASURE_KEYS)
    for (const dimension of DIMENSION_KEYS) {
      const of = { measure, where: [keptValue(dimension, 'x')] }
      const asked = { measures: [measure], by: [dimension], where: [] } as unknown as Question
      // Plus the permission of the call.
      const needed = new Set([...permissionsOf(asked), 'view:scorecard' as const])
      expect(mayAskWhy({ permissions: [...needed] } as never, of), `${measure} ${dimension}`).toBe(true)
      for (const missing of needed)
        expect(mayAskWhy({ permissions: [...all].filter((one) => one !== missing) } as never, of)).toBe(false)
    }
})

it('says why there is nothing to explain', async () => {
  await openApp('/?month=2026-10&why=measure%3Dregistered%26where%3Dsegment%3AAlfajores')
  await within(await panel()).findByText(/^«Usuarios Registrados» no se puede ver por Segmento\./)
  await goTo('/?month=2026-10&why=measure%3Dnothing')
  await waitFor(async () => expect((await panel()).textContent).toContain('La dirección tiene una pregunta'))
  const mend = failing(`GET ${CALL}`)
  await goTo('/?month=2026-08&why=measure%3Dunits')
  await within(await panel()).findByText('No se pudieron cargar los datos.')
  mend()
})

it('a role without the permission sees the change without a button, and a sentence in the panel', async () => {
  const account = await addUserWith('tarjetas', ['view:scorecard'])
  await openApp('/?month=2026-10&why=measure%3Dbenefit_amount', { as: account })
  await within(await panel()).findByText(/^Tu rol no tiene permiso/)
  expect(screen.getAllByTitle(TITLE)).toHaveLength(6)
})
