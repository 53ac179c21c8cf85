// Boards that change under an open dialog, and distributors of one name in a pin.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Board } from '#contract/boards.ts'
import { address, openApp, settled } from '#test/web/app.tsx'
import { connectTo, dataOf, post } from '#test/web/network.ts'

connectTo('demo', { own: true })

const PIN = {
  ...{ id: 'p', title: 'P', question: 'measures=net_sale&from=2026-10-01&to=2026-10-31' },
  ...{ show: 'card', size: 'small' },
}
const made = async (name: string, pins: readonly object[] = [PIN]): Promise<Board> =>
  (await (await post('/api/boards', { name, pins, role_ids: [] })).json()).data
const boardOf = async ({ id }: Board) => (await dataOf<Board[]>('/api/boards')).find((one) => one.id === id)
const DIALOG = { name: 'Nombre y roles' }

const press = async (user: UserEvent) =>
  user.click(within(await screen.findByRole('dialog', DIALOG)).getByRole('button', { name: 'Guardar' }))

it('a dialog saves the board that it was opened for', async () => {
  const [alfa, beta] = [await made('Alfa'), await made('Beta')]
  const user = await openApp(`/analysis/board?board=${alfa.id}`)
  await user.selectOptions(await screen.findByLabelText('Tableros'), String(beta.id))
  await settled()
  await user.click(screen.getByRole('button', DIALOG))
  await screen.findByRole('dialog', DIALOG)
  history.back()
  await waitFor(() => expect(address()).toContain(`board=${alfa.id}`))
  await press(user)
  await waitFor(() => expect(screen.queryByRole('dialog', DIALOG)).toBeNull())
  expect([(await boardOf(alfa))?.name, (await boardOf(beta))?.name]).toEqual(['Alfa', 'Beta'])
})

it('a change of a colleague meanwhile is refused, not undone', async () => {
  const board = await made('Gama')
  const user = await openApp(`/analysis/board?board=${board.id}`)
  await user.click(await screen.findByRole('button', DIALOG))
  const dialog = await screen.findByRole('dialog', DIALOG)
  const { id, revision } = board
  await post('/api/boards', { id, revision, name: 'Gama de ventas', pins: [PIN], role_ids: [] })
  // Each test has a client of its own.
  const { queryClient } = await import('#web/api/call.ts')
  await queryClient.invalidateQueries()
  await waitFor(() => expect(document.body.textContent).toContain('Gama de ventas'))
  await press(user)
  expect(await within(dialog).findByText(/cambió en otra ventana/)).toBeTruthy()
  expect((await boardOf(board))?.name).toBe('Gama de ventas')
})

it('distributors of one name have a line each', async () => {
  const question = 'measures=net_sale&by=distributor&grain=month&from=2026-08-01&to=2026-10-20'
  type Row = { distributor: { key: string; label: string } }
  const rows = await dataOf<Row[]>(`/api/questions/answer?${question}&per_page=1000`)
  const named = Map.groupBy(
    rows.map(({ distributor }) => distributor),
    ({ key, label }) => label.replace(` (${key})`, ''),
  )
  const [name = '', twins] =
    [...named]
      .map(([name, some]) => [name, [...new Set(some.map(({ key }) => key))]] as const)
      .find(([, keys]) => keys.length > 1) ?? []
  const lines = {
    ...{ show: 'lines', title: 'Líneas', size: 'large' },
    question: `${question}&where=distributor:${twins?.join(',')}`,
  }
  const { id } = await made('Mellizos', [{ ...PIN, ...lines }])
  await openApp(`/analysis/board?board=${id}`)
  const pin = await screen.findByRole('article', { name: 'Líneas' })
  const august = () =>
    [...pin.querySelectorAll('[data-chart] [aria-label]')]
      .map((mark) => mark.getAttribute('aria-label') ?? '')
      .find((words) => words.startsWith('agosto 2026'))
  await waitFor(() => expect(august()?.split(name)).toHaveLength((twins?.length ?? 0) + 1))
  // To October, of which days are missing.
  expect(pin.querySelectorAll('[stroke-dasharray="2 5"]')).toHaveLength(twins?.length ?? 0)
})
