// A question is pinned from Explorar, pins are moved and resized by keyboard, and the server keeps their order.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Board } from '#contract/boards.ts'
import { goTo, openApp, settled } from '#test/web/app.tsx'
import { dataOf, failing, post, stub, success } from '#test/web/network.ts'
import { money } from '#web/text/format.ts'

const OCTOBER = 'from=2026-10-01&to=2026-10-31'
const titles = () => screen.getAllByRole('article').map((pin) => pin.getAttribute('aria-label'))

it('pins questions, moves them by keyboard, and shows a failure in its own pin', async () => {
  const user = await openApp('/help')
  for (const [question, title] of [
    [`measures=net_sale,orders&compare=year&${OCTOBER}`, 'Ventas'],
    [`measures=net_sale&by=distributor&${OCTOBER}`, 'Distribuidores'],
  ] as const) {
    await goTo(`/analysis/explore?${question}`)
    await user.click(await screen.findByRole('button', { name: 'Agregar al tablero' }))
    // The form replaces the dialog that waits for the boards.
    const field = await screen.findByLabelText('Título')
    await user.clear(field)
    await user.type(field, title)
    await user.click(screen.getByRole('button', { name: 'Agregar' }))
    await screen.findByText(`«${title}» está en el tablero.`)
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  }
  const undo = failing(/^GET \/api\/questions\/answer/)
  await goTo('/analysis/board')
  await settled()
  expect(titles()).toEqual(['Ventas', 'Distribuidores'])
  const retries = await waitFor(() => {
    const found = screen.getAllByRole('button', { name: 'Reintentar' })
    expect(found).toHaveLength(2)
    return found
  })
  undo()
  for (const retry of retries) await user.click(retry)
  const sales = screen.getByRole('article', { name: 'Ventas' })
  expect(await within(sales).findByText('Órdenes')).toBeTruthy()
  expect(within(sales).getByRole('link', { name: 'Por qué' }).getAttribute('href')).toContain('why=')
  expect(within(sales).getByRole('link', { name: 'Ventas' }).getAttribute('href')).toContain(
    '/analysis/explore?measures=net_sale%2Corders',
  )

  const grip = within(sales).getByRole('button', { name: /^Mover Ventas/ })
  grip.focus()
  await user.keyboard('{ArrowRight}')
  await screen.findByText('Ventas: lugar 2 de 2.')
  expect(titles()).toEqual(['Distribuidores', 'Ventas'])
  expect(document.activeElement).toBe(grip)
  await settled()
  await user.click(screen.getByRole('button', { name: 'Cambiar el tamaño de Ventas' }))
  await screen.findByText('Ventas: mediano.')
  await settled()
  const stored = async () =>
    (await dataOf<Board[]>('/api/boards'))[0]?.pins.map(({ title, size }) => [title, size])
  await waitFor(async () =>
    expect(await stored()).toEqual([
      ['Distribuidores', 'medium'],
      ['Ventas', 'medium'],
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Eliminar el tablero' }))
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }))
  await screen.findByText('Un tablero con tus cifras')
})

it('a month without rows is a zero of a sum and a gap of a ratio', async () => {
  const pins = (['net_sale', 'average_ticket'] as const).map((measure) => ({
    ...{ id: measure, title: measure, show: 'lines', size: 'medium' },
    question: `measures=${measure}&grain=month&from=2026-08-01&to=2026-10-31`,
  }))
  await post('/api/boards', { name: 'Con huecos', pins, role_ids: [] })
  stub('GET /api/questions/answer', (url) => {
    const measure = url.searchParams.get('measures') ?? ''
    const period = { from: '2026-08-01', to: '2026-10-31', until: null }
    return success(
      ['2026-08', '2026-10'].map((month) => ({ month, [measure]: 5 })),
      {
        ...{ period, compared_period: null, partial: [], missing: [] },
        ...{ steps: { first: '2026-08', last: '2026-10' }, total: 2 },
      },
    )
  })
  await openApp('/analysis/board')
  const spoken = (title: string) =>
    [...screen.getByRole('article', { name: title }).querySelectorAll('[data-chart] [aria-label]')].map(
      (mark) => mark.getAttribute('aria-label') ?? '',
    )
  await waitFor(() => expect(spoken('net_sale').join()).toMatch(/septiembre 2026.*\$.0,00/))
  expect(spoken('average_ticket').join()).toContain('septiembre 2026')
  expect(spoken('average_ticket').join()).not.toMatch(/\$.0,00/)
})

it('says which names of a filter are gone', async () => {
  const question = `measures=net_sale&where=segment:Nunca visto&${OCTOBER}`
  const pins = (['card', 'bars'] as const).map((show) => ({
    ...{ id: show, title: show, show, size: 'small' },
    question: show === 'bars' ? `${question}&by=distributor` : question,
  }))
  const made = await post('/api/boards', { name: 'Sin filtro', pins, role_ids: [] })
  await openApp(`/analysis/board?board=${(await made.json()).data.id}`)
  for (const { title } of pins)
    await within(await screen.findByRole('article', { name: title })).findByText(
      'El filtro no encuentra Segmento «Nunca visto». Si cambió de nombre, elegí el nuevo.',
    )
})

it('shows two dimensions pinned as a heat map with every figure', async () => {
  const question = `measures=net_sale&by=weekday,business&${OCTOBER}`
  const heat = { id: 'heat', title: 'Días y negocios', question, show: 'heat', size: 'large' }
  await post('/api/boards', { name: 'Calor', pins: [heat], role_ids: [] })
  await openApp('/analysis/board')
  const pin = await screen.findByRole('article', { name: 'Días y negocios' })
  await waitFor(() => expect(pin.querySelector('[data-chart]')).not.toBeNull())
  const spoken = [...pin.querySelectorAll('[data-chart] [role=img]')].map(
    (cell) => cell.getAttribute('aria-label') ?? '',
  )
  const rows = await dataOf<{ net_sale: number }[]>(`/api/questions/answer?${question}`)
  expect(rows.length).toBeGreaterThan(5)
  for (const { net_sale } of rows) expect(spoken.some((words) => words.endsWith(money(net_sale)))).toBe(true)
})
