import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ImportPreview, ListedImport } from '#contract/imports.ts'
import { openApp } from '#test/web/app.tsx'
import { requestsOf, stub, success, unreachable } from '#test/web/network.ts'

const ID = '0b3f4c1e-8a55-4d0f-9f0e-6a5a3c1b2d10'
const changes = { added: 9000, changed: 0, unchanged: 0, removed: 0 }
const listed: ListedImport = {
  ...{
    id: ID,
    state: 'importing',
    cancelling: false,
    undoing: false,
    kind: 'other',
    files: ['v.csv'],
    by: 'Ana',
    message: '',
  },
  ...{ started_at: '2026-11-01T12:00:00.000Z', applied_at: null, changes, rejected: 0 },
}
const preview = (state: ImportPreview['state'], message = ''): ImportPreview => ({
  ...{
    id: ID,
    version: 1,
    state,
    cancelling: false,
    undoing: false,
    message,
    kind: 'other',
    recipe: {},
    changes,
  },
  progress: { rows: 2000, bytes: 1, of_bytes: 1 },
  ...{ files: [], questions: [], statuses: [], months: [], removed: [], by_status: {}, warnings: [] },
  ...{ warning_count: 0, unknown_provinces: [] },
  rejects: { count: 0, rows: [] },
})

it('cancels an import that writes, and says so while it is taken back', async () => {
  let now = preview('importing')
  const answer = Promise.withResolvers<Response>()
  stub('GET /api/imports', () => success([listed]))
  stub(`GET /api/imports/${ID}`, () => success(now))
  stub(`DELETE /api/imports/${ID}`, () => {
    now = { ...preview('importing'), cancelling: true }
    return answer.promise
  })
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: /v\.csv/ }))
  await screen.findByText(/Se importan las órdenes/)
  const panel = screen.getByText(/Se importan las órdenes/).parentElement!
  await user.click(panel.querySelector('button')!)
  await screen.findByText(/^Cancelando…/)
  expect(panel.querySelector('button')).toBeNull()
  expect(requestsOf(`/api/imports/${ID}`).filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  now = preview('cancelled', 'Lo que había escrito se quitó.')
  answer.resolve(success(now))
  await screen.findByText(/Lo que había escrito se quitó/)
})

it('tells that an import is being undone until it is', async () => {
  let now = preview('done')
  stub('GET /api/imports', () => success([{ ...listed, state: 'done' }]))
  stub(`GET /api/imports/${ID}`, () => success(now))
  stub(`POST /api/imports/${ID}/undo`, () => {
    now = { ...preview('importing'), undoing: true }
    return success(now)
  })
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: /v\.csv/ }))
  await user.click(await screen.findByRole('button', { name: 'Deshacer la importación' }))
  await screen.findByText('Se deshace la importación: las órdenes quedan como antes.')
  now = preview('undone')
  await screen.findByText(/La importación se deshizo/)
})

it('tells when the rejected rows cannot be saved', async () => {
  const row = { file: 'v.csv', row: 7, column: 'Cantidad', value: '', reason: 'no es un número' }
  stub('GET /api/imports', () => success([{ ...listed, state: 'ready' }]))
  stub(`GET /api/imports/${ID}`, () => success({ ...preview('ready'), rejects: { count: 1, rows: [row] } }))
  unreachable(`GET /api/imports/${ID}/rejects`)
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: /v\.csv/ }))
  await user.click(await screen.findByRole('button', { name: 'Descargar rechazadas' }))
  await screen.findByText('No hay conexión con el servidor.')
})

it('tells what is no province, and how many warnings there are beside those named', async () => {
  const message = 'Son sólo devoluciones.'
  stub('GET /api/imports', () => success([{ ...listed, state: 'ready' }]))
  stub(`GET /api/imports/${ID}`, () =>
    success({
      ...preview('ready'),
      warnings: [{ code: 'returns_alone', order: '77', file: 'v.csv', row: 7, message }],
      ...{ warning_count: 30, unknown_provinces: [{ value: 'Cordova', orders: 2 }] },
    }),
  )
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: /v\.csv/ }))
  await screen.findByRole('heading', { name: '31 avisos' })
  screen.getByText('Acá están los primeros de cada clase.')
  screen.getByText('«Cordova» no es una provincia argentina: 2 órdenes quedan en Sin provincia.')
  screen.getByText(message)
})

it('names the sheets that are not read, and offers one alone', async () => {
  const read = (sheet: string, unread: ImportPreview['files'][number]['unread']) => ({
    ...{
      name: 'v.xlsx',
      sheet,
      sheets: ['Enero', 'Febrero', 'Resumen'],
      unread,
      encoding: null,
      saved: null,
    },
    ...{
      delimiter: null,
      title_row: 1,
      rows: 2,
      skipped: 0,
      titles: [{ title: `Sólo ${sheet}`, samples: [] }],
    },
  })
  const unread = [
    { sheet: 'Resumen', reason: 'no_orders' as const },
    { sheet: 'Vieja', reason: 'hidden' as const },
  ]
  stub('GET /api/imports', () => success([{ ...listed, state: 'ready' }]))
  stub(`GET /api/imports/${ID}`, () =>
    success({ ...preview('ready'), files: [read('Enero', unread), read('Febrero', [])] }),
  )
  stub(`POST /api/imports/${ID}/answers`, () => success(preview('ready')))
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: /v\.csv/ }))
  await screen.findByText('No se leen: Resumen (no tiene órdenes), Vieja (está oculta)')
  expect(screen.getAllByRole('option', { name: 'Sólo Febrero' }).length).toBeGreaterThan(0)
  await user.selectOptions(screen.getByLabelText('Hoja, v.xlsx'), 'Febrero')
  await user.click(screen.getByRole('button', { name: 'Actualizar vista previa' }))
  const [sent] = requestsOf(`/api/imports/${ID}/answers`)
  expect(sent?.body).toMatchObject({ recipe: { sheet: { 'v.xlsx': 'Febrero' } } })
})
