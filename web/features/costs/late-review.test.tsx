// A review that arrives after its rows were changed.
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, settled } from '#test/web/app.tsx'
import { stub, success } from '#test/web/network.ts'

it('lets nobody save rows that were not reviewed', async () => {
  const first = Promise.withResolvers<Response>()
  const user = await openApp('/products-costs?month=2026-10&vista=costos')
  stub('POST /api/products/costs', () => first.promise)
  await user.click(await screen.findByRole('button', { name: 'Cargar costos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cargar costos' }))
  const rows = dialog.getByRole('textbox', { name: 'Filas' })
  await user.click(rows)
  await user.paste('ALF\t1,50')
  await user.click(dialog.getByRole('button', { name: 'Revisar' }))
  await user.clear(rows)
  await user.paste('HAR\t9,99')
  first.resolve(success({ rows: [{}], changed: 1 }))
  await settled()
  expect(dialog.queryByRole('button', { name: /^Guardar/ })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Revisar' })).toBeTruthy()
})
